// Makes schemas/typescript/obsidia.d.ts out of schemas/protocol/*.schema.json.
//
//   node generate.mjs --write     writes it
//   node generate.mjs --check     exits with 1 if it is not up to date
//
// All definitions of all documents go into one module, each once, under the names they have in
// `$defs`. Titles and references are resolved here, so that the compiler invents no names.

import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { compile } from "json-schema-to-typescript";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const folder = join(root, "schemas", "protocol");
const target = join(root, "schemas", "typescript", "obsidia.d.ts");

const files = readdirSync(folder).filter((name) => name.endsWith(".schema.json")).sort();
const texts = files.map((name) => readFileSync(join(folder, name), "utf8"));
const digest = createHash("sha256").update(texts.join("\n")).digest("hex");

/** The type of a document. */
function rootName(file) {
  const stem = file.replace(".schema.json", "");
  return stem[0].toUpperCase() + stem.slice(1);
}

/** Names that would hide the browser's own. */
const renamed = { Event: "GameEvent", Window: "ReactionWindow" };
const named = (name) => renamed[name] ?? name;

/** A schema as the compiler is to see it: no titles, references as the names of types. */
function plain(schema) {
  if (Array.isArray(schema)) return schema.map(plain);
  if (schema === null || typeof schema !== "object") return schema;
  const { $ref, title, pattern, prefixItems, ...rest } = schema;
  if ($ref !== undefined) return { ...rest, tsType: named($ref.replace("#/$defs/", "")) };
  if (prefixItems !== undefined) {
    const { minItems, maxItems, ...others } = rest;
    return { ...others, items: plain(prefixItems), minItems, maxItems };
  }
  const made = {};
  for (const [key, value] of Object.entries(rest)) {
    made[key] =
      key === "properties"
        ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]))
        : key === "default" || key === "enum" || key === "const"
          ? value
          : plain(value);
  }
  return made;
}

const definitions = new Map();
function define(name, schema) {
  const text = JSON.stringify(schema);
  const known = definitions.get(name);
  if (known !== undefined && known !== text) throw new Error(`two definitions of ${name}`);
  definitions.set(name, text);
}
for (const [index, file] of files.entries()) {
  const { $schema, $id, $defs, title, ...document } = JSON.parse(texts[index]);
  for (const [name, schema] of Object.entries($defs)) define(named(name), plain(schema));
  define(named(rootName(file)), plain(document));
}

const header = [
  "// What an Obsidia server sends and takes, made from the JSON Schemas of the protocol.",
  "// Do not edit: `npm run generate` in tests/typescript makes it anew.",
  `// Schemas: ${digest}`,
  "",
  "",
].join("\n");
const parts = [];
for (const name of [...definitions.keys()].sort()) {
  const schema = JSON.parse(definitions.get(name));
  const text = await compile(schema, name, {
    additionalProperties: false,
    bannerComment: "",
    format: true,
    maxItems: 8,
    style: { printWidth: 100 },
  });
  parts.push(text.trim());
}
const made = header + parts.join("\n\n") + "\n";

if (process.argv.includes("--write")) {
  writeFileSync(target, made);
} else {
  let found = "";
  try {
    found = readFileSync(target, "utf8");
  } catch {
    // It is not there yet, which differs from what it should be.
  }
  if (found !== made) {
    console.error("schemas/typescript/obsidia.d.ts is not up to date; run `npm run generate`");
    process.exit(1);
  }
}
