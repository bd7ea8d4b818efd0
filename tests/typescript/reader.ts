// A reader of recorded games that knows the protocol by its types alone. It is compiled, not run:
// the compiler shows that every action, event and answer can be told apart by its tag, and that
// none is forgotten.

import type {
  Action,
  Decision,
  GameEvent,
  Match,
  Place,
  Refusal,
  Replay,
  Ruleset,
  Step,
  View,
} from "../../schemas/typescript/obsidia";

function forgotten(value: never): never {
  throw new Error(`nothing is said about ${JSON.stringify(value)}`);
}

/** An action in its text form, as far as a line of a log needs it. */
export function told(action: Action): string {
  switch (action.type) {
    case "draft":
    case "cast":
    case "discard_spell":
      return `${action.type} ${action.spell}`;
    case "give_spell":
      return `give ${action.spell} ${action.to}`;
    case "place_tile":
      return `place ${action.tile} ${action.at} r${action.rotation}`;
    case "place_colony":
      return `colony ${action.side} ${action.at} r${action.rotation}`;
    case "pick_tile":
      return `pick ${action.tile}`;
    case "move":
      return `move ${action.travelers.join("+")} ${action.from}>${action.to}`;
    case "leave_woods":
      return `leave woods ${action.travelers.join("+")} ${action.from}`;
    case "choose":
      return `choose ${action.what} ${JSON.stringify(action.value)}`;
    case "battle":
      return `battle ${action.at} ${action.against} ${action.sides[0]} ${action.sides[1]}`;
    case "outcome":
      return `outcome ${action.value.toFixed()}`;
    case "draw_tile":
    case "train":
    case "undo":
    case "defer":
    case "pass":
    case "refill":
    case "end_phase":
    case "end_turn":
      return action.type.replace("_", " ");
    default:
      return forgotten(action);
  }
}

/** The map after an event, as `viewer.py` does it, for the events that put tiles on the map. */
export function laid(view: View, event: GameEvent): View {
  if (event.type !== "tile_placed") return view;
  const tile = {
    tile: event.tile,
    terrain: event.terrain,
    exits: event.exits,
    rotation: event.rotation,
    class: event.class ?? null,
    ...(event.stones !== undefined && { stones: event.stones }),
    ...(event.town !== undefined && { town: event.town }),
  };
  return { ...view, tiles: { ...view.tiles, [event.at]: tile } };
}

/** Who stands where. */
export function standing(view: View, at: Place): string[] {
  const travelers = Object.entries(view.travelers).filter(([, place]) => place === at);
  const creatures = Object.entries(view.creatures).filter(([, creature]) => creature.at === at);
  return [...travelers, ...creatures].map(([name]) => name);
}

export function answers(step: Step): string[] {
  const decision: Decision | null = step.decision;
  return decision === null ? [] : decision.actions.map(told);
}

export const rules: Ruleset = { hand_size: 6, teams: null, open_spell_windows: "always_ask" };

export function summary(match: Match, refusal: Refusal | null): string {
  const replay: Replay = match.replay;
  const why = refusal === null ? "" : `, ${refusal.message} (${refusal.rules[0]})`;
  return `${replay.setup.players.join(" against ")}, ${replay.actions.length} actions${why}`;
}
