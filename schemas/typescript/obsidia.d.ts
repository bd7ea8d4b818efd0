// What an Obsidia server sends and takes, made from the JSON Schemas of the protocol.
// Do not edit: `npm run generate` in tests/typescript makes it anew.
// Schemas: f163eb217292d6495d20daa609b50abbc41c937e47a77a8e425c8a98376aa896

/**
 * What somebody does: an object whose `type` says which other keys it has.
 */
export type Action =
  | Draft
  | PlaceTile
  | PlaceColony
  | DrawTile
  | PickTile
  | Train
  | Move
  | LeaveWoods
  | Undo
  | Cast
  | Choose
  | Battle
  | Defer
  | Pass
  | DiscardSpell
  | GiveSpell
  | Refill
  | EndPhase
  | EndTurn
  | Outcome;

/**
 * A question is open: the last event of everything that an action brings about.
 */
export interface Asked {
  /**
   * Always `asked`.
   */
  type: "asked";
  /**
   * Id of the rule it came from.
   */
  rule?: RuleId;
  /**
   * Who is asked; while the map is built also whose turn it is.
   */
  seat: SeatId;
  /**
   * What the question is about, see `Decision`.
   */
  kind: Question;
}

/**
 * The battle to resolve next: `at` is the current player's side, `against` the other. `sides` names both, each a class or a creature id; `id` is the place in the list, from 1.
 */
export interface Battle {
  /**
   * Always `battle`.
   */
  type: "battle";
  /**
   * Where the current player's side stands.
   */
  at: Place;
  /**
   * Where the other side stands.
   */
  against: Place;
  /**
   * Both sides, classes or creature ids; the side `at` first.
   *
   * @minItems 2
   * @maxItems 2
   */
  sides: [FighterId, FighterId];
  /**
   * Its place in the list of pending battles, from 1.
   */
  id?: number;
}

/**
 * A battle is over. `result`: won, draw, none; `winner`: the side that won.
 */
export interface BattleEnded {
  /**
   * Always `battle_ended`.
   */
  type: "battle_ended";
  /**
   * Id of the rule it came from.
   */
  rule?: RuleId;
  /**
   * Where the first side stands.
   */
  at: Place;
  /**
   * Where the other side stands.
   */
  against: Place;
  /**
   * How it ended.
   */
  result: "won" | "draw" | "none";
  /**
   * The side that won.
   */
  winner?: FighterId;
}

/**
 * The battle being fought.
 */
export interface BattleNow {
  /**
   * Where the first side stands.
   */
  at: Place;
  /**
   * Where the other side stands.
   */
  against: Place;
  /**
   * Classes or creature ids; the side at `at` first.
   */
  sides: FighterId[];
  /**
   * How many pieces each side has left in it.
   */
  left: number[];
  /**
   * Spells that lie face-up, oldest first.
   */
  faceup: FaceUp[];
  /**
   * Pieces lost in it, in order.
   */
  lost: PieceId[];
  /**
   * won, draw or none once it has ended.
   */
  result: ("won" | "draw" | "none") | null;
  /**
   * Which of the sides has won, 0 or 1.
   */
  winner: number | null;
}

/**
 * How a battle ends, as probabilities that sum to 1.
 */
export interface BattleOdds {
  /**
   * How likely the first side, the one `at`, wins.
   */
  win: number;
  /**
   * How likely the second side, the one `against`, wins.
   */
  lose: number;
  /**
   * How likely both sides are left standing.
   */
  draw: number;
  /**
   * How likely nobody is left, or nobody wins.
   */
  none: number;
  /**
   * How many pieces each side has left on average.
   *
   * @minItems 2
   * @maxItems 2
   */
  expected: [number, number];
  /**
   * Each way it can end, the likeliest first.
   */
  ends: End[];
}

/**
 * A battle is named; `sides` are classes or creature ids, the side at `at` first.
 */
export interface BattleStarted {
  /**
   * Always `battle_started`.
   */
  type: "battle_started";
  /**
   * Id of the rule it came from.
   */
  rule?: RuleId;
  /**
   * Where the first side stands.
   */
  at: Place;
  /**
   * Where the other side stands.
   */
  against: Place;
  /**
   * Both sides, classes or creature ids; the side `at` first.
   *
   * @minItems 2
   * @maxItems 2
   */
  sides: [FighterId, FighterId];
}

/**
 * A battle that is still to be fought in this phase.
 */
export interface BattleView {
  /**
   * Where the current player's side stands.
   */
  at: Place;
  /**
   * Where the other side stands; the same place for one tile.
   */
  against: Place;
  /**
   * Both sides, classes or creature ids; the one at `at` first.
   */
  sides: FighterId[];
}

/**
 * The battles still to be fought in this phase, those on one tile first.
 */
export interface BattlesPending {
  /**
   * Always `battles_pending`.
   */
  type: "battles_pending";
  /**
   * Id of the rule it came from.
   */
  rule?: RuleId;
  /**
   * The battles, those to be fought first at the front.
   */
  battles: PendingBattle[];
}

/**
 * Cast a spell. `move`: in answer to a movement, the number of the move meant.
 */
export interface Cast {
  /**
   * Always `cast`.
   */
  type: "cast";
  /**
   * The spell.
   */
  spell: SpellId;
  /**
   * In answer to a movement, the number of the move meant.
   */
  move?: number;
}

/**
 * A spell being cast.
 */
export interface Casting {
  /**
   * Who does it, or whose it is.
   */
  seat: SeatId;
  /**
   * The spell.
   */
  spell: SpellId;
  /**
   * Those chosen so far, in the order of the card.
   */
  targets: (string | boolean | number | string[] | Placement)[];
}

/**
 * The random streams of one game.
 */
export interface Chance {
  /**
   * Name of the generator.
   */
  algorithm: "blake2b-counter-1";
  /**
   * Any integer; the whole game follows from it.
   */
  seed: number;
  /**
   * How many numbers each stream has given, one integer for each stream.
   */
  counts: number[];
  /**
   * Who decides the numbers.
   */
  driver: Driver;
  /**
   * Numbers that are taken before any other, next first.
   */
  queue?: number[];
}

/**
 * What everybody would see, as far as it is different; null for an entry that is gone.
 */
export interface Changes {
  /**
   * Who can be asked, clockwise; in a solo game also `horde`.
   */
  seats?: SeatId[];
  /**
   * For each class in play the letter that its travelers' ids begin with.
   */
  letters?: {
    [k: string]: string | null;
  };
  /**
   * The seat whose turn it is.
   */
  current?: SeatId;
  /**
   * The phase of the turn or game.
   */
  phase?: Phase;
  /**
   * Number of the turn, from 1; 0 while the map is built.
   */
  turn?: number;
  /**
   * Whether the game has ended.
   */
  over?: boolean;
  /**
   * The seat that has won, a list of seats that share the win, or null.
   */
  winner?: SeatId | SeatId[] | null;
  /**
   * The tiles on the map, by place.
   */
  tiles?: {
    [k: string]: TileView | null;
  };
  /**
   * For each traveler its place, or `reserve`, or `gone` from the game.
   */
  travelers?: {
    [k: string]: Whereabouts | null;
  };
  /**
   * The creatures in play, by id.
   */
  creatures?: {
    [k: string]: CreatureView | null;
  };
  /**
   * For each class how many travelers are in its reserve.
   */
  reserve?: {
    [k: string]: number | null;
  };
  /**
   * For each class how many towns it holds.
   */
  towns?: {
    [k: string]: number | null;
  };
  /**
   * For each seat how many spells it holds.
   */
  hand_sizes?: {
    [k: string]: number | null;
  };
  /**
   * For each seat how many spells are left in its deck.
   */
  deck_sizes?: {
    [k: string]: number | null;
  };
  /**
   * For each seat how many tiles are left in its stack.
   */
  stacks?: {
    [k: string]: number | null;
  };
  /**
   * How many tiles are left in the communal stack.
   */
  communal?: number;
  /**
   * How many tiles are out of the game.
   */
  removed?: number;
  /**
   * The tile turned up and not placed yet, else null.
   */
  drawn?: DrawnView | null;
  /**
   * How many spell effect tokens are free; null if there is no limit.
   */
  tokens_left?: number | null;
  /**
   * Spells that lie face-up in battles, in the order of casting.
   */
  faceup?: SpellId[];
  /**
   * Solo games: the classes of each seat.
   */
  classes?: {
    [k: string]: ClassId[] | null;
  };
  /**
   * Solo games: the Horde's spells from left to right, null for a gap before the last.
   */
  row?: (SpellId | null)[];
  /**
   * The discard pile of each seat.
   */
  discards?: {
    [k: string]: PileView | null;
  };
}

/**
 * An earlier position, as differences to the next one.
 *
 * @minItems 3
 * @maxItems 3
 */
export type Checkpoint = [
  {
    [k: string]: unknown;
  },
  [string, string],
  Frame[]
];

/**
 * What is chosen.
 */
export type Choice =
  | "traveler"
  | "unit"
  | "tile"
  | "side"
  | "player"
  | "spell"
  | "die"
  | "number"
  | "yes_no"
  | "order"
  | "placement";

/**
 * Somebody answered a question of an effect.
 */
export interface ChoiceMade {
  /**
   * Always `choice`.
   */
  type: "choice";
  /**
   * Id of the rule it came from.
   */
  rule?: RuleId;
  /**
   * Who does it, or whose it is.
   */
  seat: SeatId;
  /**
   * What is chosen.
   */
  what: Choice;
  /**
   * What is chosen. Null for those who do not see it.
   */
  value: string | boolean | number | string[] | Placement | null;
}

/**
 * Answer a question of a running effect. `what`: traveler unit tile side player spell die number yes_no order placement.
 */
export interface Choose {
  /**
   * Always `choose`.
   */
  type: "choose";
  /**
   * What is chosen.
   */
  what: Choice;
  /**
   * What is chosen.
   */
  value: string | boolean | number | string[] | Placement;
}

/**
 * A class, such as `warlords`.
 */
export type ClassId = string;

/**
 * Solo: a colony of the Horde joined by darkness alone is taken up, to be placed anew.
 */
export interface ColonyLifted {
  /**
   * Always `colony_lifted`.
   */
  type: "colony_lifted";
  /**
   * The tile.
   */
  tile: TileId;
  /**
   * Where it is, or happens.
   */
  at: Place;
  /**
   * Id of the rule it came from.
   */
  rule?: RuleId;
  /**
   * Its terrain.
   */
  terrain: TerrainId;
  /**
   * Its open sides, such as `NES`; `-` for none.
   */
  exits: Exits;
}

/**
 * Solo: the colony just drawn fits nowhere and goes under the communal stack (RULING-81).
 */
export interface ColonySetAside {
  /**
   * Always `colony_set_aside`.
   */
  type: "colony_set_aside";
  /**
   * Id of the rule it came from.
   */
  rule?: RuleId;
  /**
   * The tile.
   */
  tile: TileId;
}

/**
 * A face of a home colony.
 */
export type ColonySide = "front" | "back";

/**
 * A kind of creature, such as `war_hound`.
 */
export type CreatureKind = string;

/**
 * A creature in play.
 */
export interface CreatureView {
  /**
   * Id of the kind of creature.
   */
  kind: CreatureKind;
  /**
   * Where it is, or happens.
   */
  at: Place;
  /**
   * The seat that summoned it.
   */
  summoner: SeatId;
}

/**
 * A tile of a position made by hand.
 */
export interface CustomTile {
  /**
   * Its name.
   */
  id: string;
  /**
   * Index of the class whose stack it is of, or -1.
   */
  owner: number;
  /**
   * Id of its terrain.
   */
  terrain: string;
  /**
   * Its exits at rotation 0; a colony has two faces.
   */
  faces: string[];
  /**
   * Woods: the side for each die face, 0 to 3.
   */
  stones: number[];
  /**
   * Index of the class whose home it is, or -1.
   */
  colony: number;
}

/**
 * The one question the game is waiting for, with every legal answer.
 */
export interface Decision {
  /**
   * Who is asked; `"chance"` under the enumerated driver.
   */
  seat: SeatId;
  /**
   * What the question is about, a word of the game's contract.
   */
  kind: Question;
  /**
   * Every legal answer, in a stable order; never empty.
   *
   * @minItems 1
   */
  actions: [Action, ...Action[]];
  /**
   * What the question is about, beside what the view tells.
   */
  about?: Moment;
}

/**
 * A drafted deck is complete; `count` cards are in it.
 */
export interface DeckMade {
  /**
   * Always `deck_made`.
   */
  type: "deck_made";
  /**
   * Id of the rule it came from.
   */
  rule?: RuleId;
  /**
   * Who does it, or whose it is.
   */
  seat: SeatId;
  /**
   * How many.
   */
  count: number;
}

/**
 * No (further) spell before the dice.
 */
export interface Defer {
  /**
   * Always `defer`.
   */
  type: "defer";
}

/**
 * The one optional discard of a spell phase.
 */
export interface DiscardSpell {
  /**
   * Always `discard_spell`.
   */
  type: "discard_spell";
  /**
   * The spell.
   */
  spell: SpellId;
}

/**
 * Keep this spell from the cards passed to you.
 */
export interface Draft {
  /**
   * Always `draft`.
   */
  type: "draft";
  /**
   * The spell.
   */
  spell: SpellId;
}

/**
 * Turn up the top tile of the stack.
 */
export interface DrawTile {
  /**
   * Always `draw_tile`.
   */
  type: "draw_tile";
}

/**
 * The tile that is turned up and not placed yet, as it is at rotation 0.
 */
export interface DrawnView {
  /**
   * The tile.
   */
  tile: TileId;
  /**
   * Its terrain.
   */
  terrain: TerrainId;
  /**
   * Its open sides at rotation 0, clockwise from north; - for none.
   */
  exits: Exits;
}

/**
 * Who decides what chance gives.
 */
export type Driver = "seeded" | "scripted" | "enumerated";

/**
 * A battle that would have to be fought as things stand.
 */
export interface DueBattle {
  /**
   * Where the first side stands.
   */
  at: Place;
  /**
   * Where the other side stands; the same place for one tile.
   */
  against: Place;
  /**
   * Both sides, classes or creature ids; the one at `at` first.
   *
   * @minItems 2
   * @maxItems 2
   */
  sides: [FighterId, FighterId];
  /**
   * How it would go.
   */
  odds: BattleOdds;
}

/**
 * A modifier in force.
 *
 * @minItems 8
 * @maxItems 8
 */
export type Effect = [string, number, number, number, number, string, number, number];

/**
 * Something that a spell has put in force.
 */
export interface EffectInForce {
  /**
   * What the effect does, such as `counts_as`.
   */
  kind: string;
  /**
   * Whose it is.
   */
  seat: SeatId;
  /**
   * The card that lies on the table with it, if one does.
   */
  spell: SpellId | null;
  /**
   * Who is meant; null for all travelers of the seat.
   */
  pieces: PieceId[] | null;
  /**
   * The tiles it lies on.
   */
  at: Place[];
  /**
   * A terrain, a direction or a number, as the kind has it.
   */
  value: string | number | null;
  /**
   * phase_end, turn_end, next_turn_start or next_turn_end of the seat.
   */
  until: "phase_end" | "turn_end" | "next_turn_start" | "next_turn_end";
}

/**
 * One way a battle can end: its result, and how many pieces each side has left in it.
 */
export interface End {
  /**
   * Which side wins, or how else it ends.
   */
  result: "first" | "second" | "draw" | "none";
  /**
   * How many pieces the first side has left.
   */
  first: number;
  /**
   * How many pieces the second side has left.
   */
  second: number;
  /**
   * How likely that is.
   */
  chance: number;
}

/**
 * Go on to the next phase.
 */
export interface EndPhase {
  /**
   * Always `end_phase`.
   */
  type: "end_phase";
}

/**
 * End the turn; the hand is replenished unless refilling is manual.
 */
export interface EndTurn {
  /**
   * Always `end_turn`.
   */
  type: "end_turn";
}

/**
 * Open sides, clockwise from north, such as NES; - for none.
 */
export type Exits = string;

/**
 * A spell that lies face-up in a battle.
 */
export interface FaceUp {
  /**
   * Who cast it.
   */
  seat: SeatId;
  /**
   * The spell.
   */
  spell: SpellId;
}

/**
 * A side of a battle: a class, or a creature's id.
 */
export type FighterId = string;

/**
 * A fraction, such as 1/6.
 */
export type Fraction = string;

/**
 * Something that is under way.
 *
 * @minItems 3
 * @maxItems 3
 */
export type Frame = [
  string,
  number,
  {
    [k: string]: unknown;
  }
];

/**
 * Something that happened, as one seat or a spectator may know it.
 */
export type GameEvent =
  | TurnBegan
  | PhaseBegan
  | TokenPlaced
  | TokenReturned
  | Trained
  | Moved
  | Undone
  | Recruited
  | Spawned
  | Rolled
  | Killed
  | Returned
  | TownHeld
  | Summoned
  | BattlesPending
  | BattleStarted
  | BattleEnded
  | ChoiceMade
  | SeatNamed
  | SoloBegan
  | HordeHeads
  | Asked
  | GameOver
  | TileDrawn
  | TileDue
  | TilePlaced
  | TileRemoved
  | TileBuried
  | TileMoved
  | TileChanged
  | TilesSeen
  | MapCleared
  | ColonySetAside
  | ColonyLifted
  | SpellDeclared
  | SpellCast
  | SpellLaid
  | SpellNegated
  | SpellDrawn
  | SpellGiven
  | SpellDrafted
  | DeckMade
  | SpellTaken
  | SpellsSeen
  | SpellsBuried
  | SpellDiscarded
  | Reshuffled;

/**
 * The game has ended; several winners share the win.
 */
export interface GameOver {
  /**
   * Always `game_over`.
   */
  type: "game_over";
  /**
   * Id of the rule it came from.
   */
  rule?: RuleId;
  /**
   * Who has won.
   */
  winners: SeatId[];
}

/**
 * 2vs2: hand a spell to the ally.
 */
export interface GiveSpell {
  /**
   * Always `give_spell`.
   */
  type: "give_spell";
  /**
   * The spell.
   */
  spell: SpellId;
  /**
   * The ally.
   */
  to: SeatId;
}

/**
 * Why a unit of the Horde is about to move (HORDE-19..28).
 */
export interface HordeHeads {
  /**
   * Always `horde_heads`.
   */
  type: "horde_heads";
  /**
   * Id of the rule it came from.
   */
  rule?: RuleId;
  /**
   * The unit.
   */
  pieces: PieceId[];
  /**
   * Where it stands.
   */
  at: Place;
  /**
   * The towns it heads for, all equally near.
   */
  goals: Place[];
  /**
   * How many moves away they are.
   */
  distance: number;
}

/**
 * A piece dies. `cause`: battle, loop, spell, lost, or the terrain's id.
 */
export interface Killed {
  /**
   * Always `killed`.
   */
  type: "killed";
  /**
   * Id of the rule it came from.
   */
  rule?: RuleId;
  /**
   * The traveler or creature.
   */
  piece: PieceId;
  /**
   * Where it is, or happens.
   */
  at: Place;
  /**
   * Battle, loop, spell, lost, or the terrain's id.
   */
  cause: string;
  /**
   * Where it goes: the reserve, or out of the game.
   */
  to?: "reserve" | "gone";
}

/**
 * Roll for the way out of woods, for these travelers of the unit.
 */
export interface LeaveWoods {
  /**
   * Always `leave_woods`.
   */
  type: "leave_woods";
  /**
   * The travelers.
   */
  travelers: TravelerId[];
  /**
   * Where they stand.
   */
  from: Place;
}

/**
 * World-building starts again, since a colony fits nowhere (RULING-17).
 */
export interface MapCleared {
  /**
   * Always `map_cleared`.
   */
  type: "map_cleared";
  /**
   * Id of the rule it came from.
   */
  rule?: RuleId;
  /**
   * Tiles in the communal stack now.
   */
  communal: number;
  /**
   * Tiles that are out of the game now.
   */
  removed?: number;
}

/**
 * A saved match: the replay and the position it has come to.
 */
export interface Match {
  /**
   * Name and version of the form of this document.
   */
  format: "obsidia-match-1";
  /**
   * Name of the game.
   */
  game: "obsidia";
  /**
   * The match so far, to be played again.
   */
  replay: Replay;
  /**
   * The position it has come to.
   */
  state: State;
}

/**
 * What a question is about, for the seat that is asked.
 */
export interface Moment {
  /**
   * The ruleset's options that differ from the default.
   */
  options: Ruleset;
  /**
   * Who wins together: lists of seats.
   */
  teams: SeatId[][];
  /**
   * Tiles left in the own stack, sorted; not in its order.
   */
  own_stack: TileLeft[];
  /**
   * Own cards that may not be cast or discarded this turn.
   */
  held: SpellId[];
  /**
   * What the current player has used up: tile train discard.
   */
  done: string[];
  /**
   * Turns played in sudden death.
   */
  sudden: number;
  /**
   * Who may still move in this phase, and how many steps.
   */
  steps: {
    [k: string]: number;
  };
  /**
   * Travelers by what keeps them: moved merged recruits halted stopped guests.
   */
  marks: {
    [k: string]: PieceId[];
  };
  /**
   * What spells have put in force, oldest first.
   */
  effects: EffectInForce[];
  /**
   * The battle being fought.
   */
  battle: BattleNow | null;
  /**
   * The spell being cast.
   */
  casting: Casting | null;
  /**
   * What can be answered, in a reaction.
   */
  window: ReactionWindow | null;
  /**
   * Who is on the way, and is settled next.
   */
  moving: Moving | null;
  /**
   * The creature that may walk now.
   */
  walker: PieceId | null;
  /**
   * The tile that a spell lets the seat look at.
   */
  seen_tile: TileId | null;
}

/**
 * One movement of one unit: a space along a pathway, or a portal trip. `recruit` is there only when a town is left and both answers are legal. `lethal` marks a move that is sure to kill.
 */
export interface Move {
  /**
   * Always `move`.
   */
  type: "move";
  /**
   * The travelers.
   */
  travelers: TravelerId[];
  /**
   * Where they stand.
   */
  from: Place;
  /**
   * Where it goes.
   */
  to: Place;
  /**
   * Whether a town local is left behind; there if both answers are legal.
   */
  recruit?: boolean;
  /**
   * Whether the move is sure to kill.
   */
  lethal?: boolean;
}

/**
 * A movement that an answer could take back.
 */
export interface MoveMade {
  /**
   * Its number in the phase, from 1.
   */
  move: number;
  /**
   * The travelers or creatures.
   */
  pieces: PieceId[];
  /**
   * Where they came from.
   */
  origin: Place;
  /**
   * Where they went, or would go; several places after woods.
   */
  to: Place[];
}

/**
 * Pieces go from one tile to another. `way`: step slide portal teleport replacement swap forced.
 */
export interface Moved {
  /**
   * Always `moved`.
   */
  type: "moved";
  /**
   * Id of the rule it came from.
   */
  rule?: RuleId;
  /**
   * The travelers or creatures.
   */
  pieces: PieceId[];
  /**
   * Where it was before.
   */
  from: Place;
  /**
   * Where it goes.
   */
  to: Place;
  /**
   * How they go.
   */
  way: "step" | "slide" | "portal" | "teleport" | "replacement" | "swap" | "spawn" | "forced";
}

/**
 * Pieces on their way.
 */
export interface Moving {
  /**
   * The travelers or creatures.
   */
  pieces: PieceId[];
  /**
   * How they go.
   */
  way: "step" | "slide" | "portal" | "teleport" | "replacement" | "swap" | "spawn" | "forced";
  /**
   * Where it goes.
   */
  to: Place;
}

/**
 * What chance gives, under the enumerated driver; answered like any other action.
 */
export interface Outcome {
  /**
   * Always `outcome`.
   */
  type: "outcome";
  /**
   * The number that comes up.
   */
  value: number;
  /**
   * How likely it is, a fraction.
   */
  probability?: Fraction;
}

/**
 * No reaction.
 */
export interface Pass {
  /**
   * Always `pass`.
   */
  type: "pass";
}

/**
 * A battle that is still to be fought; `sides` are classes or creature ids, `at` first.
 */
export interface PendingBattle {
  /**
   * Where the current player's side stands.
   */
  at: Place;
  /**
   * Where the other side stands.
   */
  against: Place;
  /**
   * Both sides, classes or creature ids; the side `at` first.
   *
   * @minItems 2
   * @maxItems 2
   */
  sides: [FighterId, FighterId];
}

/**
 * A phase of the game.
 */
export type Phase =
  "draft" | "world_building" | "tile" | "training" | "movement" | "battle" | "spell" | "over";

/**
 * A phase begins.
 */
export interface PhaseBegan {
  /**
   * Always `phase`.
   */
  type: "phase";
  /**
   * Id of the rule it came from.
   */
  rule?: RuleId;
  /**
   * The phase of the turn or game.
   */
  phase: Phase;
  /**
   * Who does it, or whose it is.
   */
  seat: SeatId;
}

/**
 * Tile planning: choose a tile of the own stack instead of drawing.
 */
export interface PickTile {
  /**
   * Always `pick_tile`.
   */
  type: "pick_tile";
  /**
   * The tile.
   */
  tile: TileId;
}

/**
 * A traveler, or a creature (C and a number from 1).
 */
export type PieceId = string;

/**
 * A discard pile, of which only the top card is seen.
 */
export interface PileView {
  /**
   * The spell on top; null if the pile is empty.
   */
  top: SpellId | null;
  /**
   * How many cards lie in it.
   */
  size: number;
}

/**
 * A space of the map, `x,y`: x grows east, y grows south.
 */
export type Place = string;

/**
 * World-building: place the home colony instead of drawing. `side`: front or back.
 */
export interface PlaceColony {
  /**
   * Always `place_colony`.
   */
  type: "place_colony";
  /**
   * The face that is up.
   */
  side: ColonySide;
  /**
   * Where it is to lie.
   */
  at: Place;
  /**
   * Degrees clockwise.
   */
  rotation: Rotation;
}

/**
 * Put the drawn tile on the map. `rotation`: degrees clockwise, 0 90 180 270.
 */
export interface PlaceTile {
  /**
   * Always `place_tile`.
   */
  type: "place_tile";
  /**
   * The tile.
   */
  tile: TileId;
  /**
   * Where it is to lie.
   */
  at: Place;
  /**
   * Degrees clockwise.
   */
  rotation: Rotation;
}

/**
 * Where a tile goes, and how far it is turned from how it lies.
 */
export interface Placement {
  /**
   * The space.
   */
  at: Place;
  /**
   * The turn, counted from how the tile lies.
   */
  rotation: Rotation;
}

/**
 * One way an action can turn out.
 */
export interface Possibility {
  /**
   * Its probability, above 0.
   */
  chance: number;
  /**
   * What everybody would see then, as far as it is different from now: keys of a spectator's view but `decision` and `battles`; of keys that hold entries only those that differ, null for one that is gone.
   */
  changes: Changes;
  /**
   * The question that comes next, `{seat, kind}`; null when the game is over or goes on.
   */
  asks: QuestionView | null;
  /**
   * Battles due then, in the movement and battle phases.
   */
  battles: DueBattle[];
  /**
   * What comes next if that is no question. It is not followed, and more may change before anybody is asked: `battle`, the dice of a battle are rolled, see `Preview.odds`; `turn`, another turn begins; `row`, the Horde fills up its row. null when somebody is asked, and when the game is over, which `over` in `changes` tells.
   */
  goes_on: "battle" | "turn" | "row" | null;
}

/**
 * What an answer will or may do, from what the asked seat knows.
 */
export interface Preview {
  /**
   * All ways it can turn out, the likeliest first.
   */
  possibilities: Possibility[];
  /**
   * The changes that all possibilities have in common.
   */
  certain: Changes;
  /**
   * How the battle being fought goes if nobody casts anything more, over all possibilities; null if there is none.
   */
  odds: BattleOdds | null;
  /**
   * The probability of ways that were given up, as there are too many.
   */
  unknown: number;
}

/**
 * What a question is about.
 */
export type Question =
  | "world_building"
  | "tile"
  | "training"
  | "movement"
  | "explore"
  | "battle_order"
  | "battle"
  | "reaction"
  | "choice"
  | "trade"
  | "draft"
  | "spell_phase"
  | "chance";

/**
 * The open question: who is asked, about what. Only who is asked gets the answers listed.
 */
export interface QuestionView {
  /**
   * Who is asked.
   */
  seat: SeatId;
  /**
   * What the question is about.
   */
  kind: Question;
}

/**
 * What can be answered now.
 */
export interface ReactionWindow {
  /**
   * What is answered.
   */
  trigger: "roll" | "death" | "cast" | "movement" | "arrival" | "last_chance" | "battle_end";
  /**
   * Of a roll: battle survival woods_exit spell.
   */
  reason?: "battle" | "survival" | "woods_exit" | "spell" | "random";
  /**
   * Of a roll: the dice as they lie.
   */
  dice?: number[];
  /**
   * Of a roll: how many dice each side has.
   */
  counts?: number[];
  /**
   * Who rolled for itself, or who is about to die.
   */
  pieces?: PieceId[];
  /**
   * Of a death: battle, loop, spell, lost or a terrain.
   */
  cause?: string;
  /**
   * The spell that is answered.
   */
  cast?: Casting;
  /**
   * Movements that can be taken back.
   */
  moves?: MoveMade[];
}

/**
 * A town local joins the class.
 */
export interface Recruited {
  /**
   * Always `recruited`.
   */
  type: "recruited";
  /**
   * Id of the rule it came from.
   */
  rule?: RuleId;
  /**
   * The traveler or creature.
   */
  piece: PieceId;
  /**
   * Where it is, or happens.
   */
  at: Place;
}

/**
 * Manual refill: replenish the hand; in the own spell phase this ends the turn (RULING-23).
 */
export interface Refill {
  /**
   * Always `refill`.
   */
  type: "refill";
}

/**
 * Why an action is not legal, for a person and for a program.
 */
export interface Refusal {
  /**
   * Stable machine-readable name of the reason, snake_case.
   */
  code: string;
  /**
   * One sentence with the facts filled in.
   */
  message: string;
  /**
   * Ids of the rules the reason comes from, the most specific first; at least one.
   *
   * @minItems 1
   */
  rules: [RuleId, ...RuleId[]];
  /**
   * What the sentence was filled with; values ready for JSON.
   */
  facts: {
    [k: string]: unknown;
  };
}

/**
 * What it takes to play a game again: set-up, seed, and one line for each action.
 */
export interface Replay {
  /**
   * Name and version of the form of this document.
   */
  format: "obsidia-replay-1";
  /**
   * Name of the game.
   */
  game: "obsidia";
  /**
   * `{players, options}` for `Game.new`.
   */
  setup: {
    /**
     * The classes that play, clockwise; in a solo game one, or none yet.
     *
     * @maxItems 4
     */
    players:
      | []
      | [ClassId]
      | [ClassId, ClassId]
      | [ClassId, ClassId, ClassId]
      | [ClassId, ClassId, ClassId, ClassId];
    /**
     * The ruleset options that differ from the default.
     */
    options: Ruleset;
  };
  /**
   * The seed of the game.
   */
  seed: number;
  /**
   * Hash of the content it was recorded with.
   */
  content: string;
  /**
   * Text forms, in order.
   */
  actions: string[];
  /**
   * Hash of the last state, once the recording is finished;.
   */
  end: string | null;
}

/**
 * Every discard pile has become its player's new deck (DECK-03).
 */
export interface Reshuffled {
  /**
   * Always `reshuffled`.
   */
  type: "reshuffled";
  /**
   * Id of the rule it came from.
   */
  rule?: RuleId;
}

/**
 * A piece goes to its reserve without being killed (replaced, removed, sacrificed).
 */
export interface Returned {
  /**
   * Always `returned`.
   */
  type: "returned";
  /**
   * Id of the rule it came from.
   */
  rule?: RuleId;
  /**
   * The traveler or creature.
   */
  piece: PieceId;
  /**
   * Where it is, or happens.
   */
  at: Place;
  /**
   * Where it goes: the reserve, or out of the game.
   */
  to?: "reserve" | "gone";
}

/**
 * Dice fell. `reason`: battle survival woods_exit spell random; `piece` or `at`: for whom. `dice` are the faces as they lie, a battle's side `at` first; `outcomes` every face that came up, barred ones included, in order (TERM-08).
 */
export interface Rolled {
  /**
   * Always `rolled`.
   */
  type: "rolled";
  /**
   * Id of the rule it came from.
   */
  rule?: RuleId;
  /**
   * The faces as they lie.
   */
  dice: number[];
  /**
   * What they are rolled for.
   */
  reason: "battle" | "survival" | "woods_exit" | "spell" | "random";
  /**
   * Every face that came up, barred ones included.
   */
  outcomes?: number[];
  /**
   * Whom the roll is about.
   */
  piece?: PieceId;
  /**
   * Where the battle is fought.
   */
  at?: Place;
}

/**
 * Degrees clockwise.
 */
export type Rotation = 0 | 90 | 180 | 270;

/**
 * A rule or ruling of the ledger, such as TOWN-07 or RULING-57.
 */
export type RuleId = string;

/**
 * The options of a game that differ from the default; beside those of the rules also any that installed packages provide.
 */
export interface Ruleset {
  /**
   * Communal tiles by number of players, each 0 to 15; written {2: 9, 3: 12, 4: 15}. (RULING-01)
   */
  world_building_tiles?: {
    /**
     * Communal tiles in a game of 2 players.
     */
    "2"?: number;
    /**
     * Communal tiles in a game of 3 players.
     */
    "3"?: number;
    /**
     * Communal tiles in a game of 4 players.
     */
    "4"?: number;
  };
  /**
   * Name of the card set in play. (RULING-02)
   */
  card_set?: "default";
  /**
   * Name of the tile set in play. (RULING-03)
   */
  tile_set?: "default";
  /**
   * Faces of every die, each equally likely: one or more numbers from 1 to 6. (RULING-05)
   *
   * @minItems 1
   */
  die_faces?: [number, ...number[]];
  /**
   * Most creatures in play at the same time, 0 to 64. (RULING-07)
   */
  creature_limit?: number;
  /**
   * Most lasting spells in play at the same time; none for no limit. (RULING-09)
   */
  effect_token_limit?: number | null;
  /**
   * Who starts world-building: random, or a seat number from 1. (RULING-18)
   */
  world_building_starter?: "random" | number;
  /**
   * Cards a hand is refilled to, 0 to 20. (RULING-22)
   */
  hand_size?: number;
  /**
   * Whether refilling the hand is an action that can be forgotten. (RULING-23)
   */
  manual_refill?: boolean;
  /**
   * Whether moves that are sure to kill are offered. (RULING-30)
   */
  allow_lethal_moves?: boolean;
  /**
   * A step over an open edge with an empty stack kills, or is not offered. (RULING-33)
   */
  empty_stack_exploration?: "die" | "forbid";
  /**
   * What must reach the number on blackwater: the sum, each die, or the best die. (RULING-36)
   */
  blackwater_roll?: "sum" | "each" | "best";
  /**
   * Whether travelers killed by blackwater leave the game. (RULING-37)
   */
  blackwater_deaths_permanent?: boolean;
  /**
   * A woods exit onto an enemy home colony moves nobody, or kills. (RULING-41)
   */
  woods_exit_to_enemy_colony?: "stay" | "die";
  /**
   * When a town changes hands: at the end of a battle phase, or at once. (RULING-51)
   */
  town_claim_timing?: "battle_phase_end" | "immediate";
  /**
   * Whether a recruit comes as the unit leaves, or after its arrival is settled. (RULING-55)
   */
  recruit_timing?: "departure" | "after_arrival";
  /**
   * Reaction windows ask those who can cast, or everybody. (RULING-57)
   */
  open_spell_windows?: "auto_skip" | "always_ask";
  /**
   * Interrupts may name any move that can be rewound, or only the latest. (RULING-58)
   */
  movement_interrupts?: "rewind" | "window_after_each_move";
  /**
   * Re-rolls in a row after which a battle counts as an endless loop, 1 up. (RULING-64)
   */
  reroll_limit?: number;
  /**
   * After the common reshuffle players draw at their next refill, or at once. (RULING-66)
   */
  reshuffle_draw?: "next_refill" | "immediate";
  /**
   * Whether creatures fight one another. (RULING-68)
   */
  creature_vs_creature?: boolean;
  /**
   * Whether creatures on a boneyard re-roll their 1s too. (RULING-72)
   */
  boneyard_helps_creatures?: boolean;
  /**
   * Rounds of sudden death after which the tied players share the win; none for no limit. (RULING-74)
   */
  sudden_death_round_limit?: number | null;
  /**
   * Whether players meet each other, or one player meets the Horde. (SOLO-01)
   */
  mode?: "standard" | "solo";
  /**
   * Solo: whether Horde travelers left in reserve, with none on the map, still win the last turn for the Horde. (RULING-82)
   */
  solo_horde_reserve_counts?: boolean;
  /**
   * Solo: whether the Horde goes to a town of another Horde color if there is no other. (RULING-86)
   */
  horde_shares_as_last_resort?: boolean;
  /**
   * Solo: whether dice settle what a spell of the Horde leaves open, or the player is asked. (HORDE-12)
   */
  horde_choices?: "dice" | "player";
  /**
   * 2vs2: the two pairs of classes, such as [[death_legion, warlords], [light_keepers, veiled_occult]]; none for a free-for-all. (RULING-78)
   */
  teams?: [[ClassId, ClassId], [ClassId, ClassId]] | null;
  /**
   * 2vs2: whether allies sit across the table or side by side. (RULING-78)
   */
  team_seating?: "alternate" | "adjacent";
  /**
   * 2vs2: whether a town that both allies occupy counts for the pair. (RULING-76)
   */
  team_shared_town_counts?: boolean;
  /**
   * Whether decks of twenty are drafted instead of the class decks. (DRAFT-01)
   */
  drafting?: boolean;
  /**
   * Cards each of two drafters picks out of the unused decks, 0 to 20. (RULING-79)
   */
  two_player_draft_picks?: number;
  /**
   * Whether players choose tiles of their stack instead of drawing. (PLAN-01)
   */
  tile_planning?: boolean;
  [k: string]: unknown;
}

/**
 * Who plays: the class of the seat, `horde`, or `player` before a class is chosen.
 */
export type SeatId = string;

/**
 * Solo: the player's seat goes by another name, as a class is taken or given back (SOLO-04).
 */
export interface SeatNamed {
  /**
   * Always `seat_named`.
   */
  type: "seat_named";
  /**
   * Id of the rule it came from.
   */
  rule?: RuleId;
  /**
   * Its name so far.
   */
  seat: SeatId;
  /**
   * Its name from now on.
   */
  to: SeatId;
  /**
   * The classes of each seat now.
   */
  classes: {
    [k: string]: ClassId[];
  };
}

/**
 * A side of a space.
 */
export type Side = "N" | "E" | "S" | "W";

/**
 * Solo: the map lies and the classes are settled (SOLO-05, SOLO-08..13).
 */
export interface SoloBegan {
  /**
   * Always `solo_began`.
   */
  type: "solo_began";
  /**
   * Id of the rule it came from.
   */
  rule?: RuleId;
  /**
   * The player's.
   */
  seat: SeatId;
  /**
   * The player's class.
   */
  class_id: ClassId;
  /**
   * Cards of the two decks, before anything is drawn.
   */
  deck: number;
  /**
   * Cards of the two decks, before anything is drawn.
   */
  horde_deck: number;
  /**
   * Tiles of the player's stack.
   */
  stack: number;
  /**
   * Tiles of the other classes, which leave the game.
   */
  removed: number;
}

/**
 * A spell brings a traveler from the reserve onto a tile.
 */
export interface Spawned {
  /**
   * Always `spawned`.
   */
  type: "spawned";
  /**
   * Id of the rule it came from.
   */
  rule?: RuleId;
  /**
   * The traveler or creature.
   */
  piece: PieceId;
  /**
   * Where it is, or happens.
   */
  at: Place;
}

/**
 * A spell is cast from a hand; `targets` as chosen, ready for JSON.
 */
export interface SpellCast {
  /**
   * Always `spell_cast`.
   */
  type: "spell_cast";
  /**
   * Id of the rule it came from.
   */
  rule?: RuleId;
  /**
   * Who does it, or whose it is.
   */
  seat: SeatId;
  /**
   * The spell.
   */
  spell: SpellId;
  /**
   * What was chosen for it, in the order the text names it.
   */
  targets?: (string | boolean | number | string[] | Placement)[];
}

/**
 * A card leaves a hand, for all to see, to be cast once its targets are chosen.
 */
export interface SpellDeclared {
  /**
   * Always `spell_declared`.
   */
  type: "spell_declared";
  /**
   * Id of the rule it came from.
   */
  rule?: RuleId;
  /**
   * Who does it, or whose it is.
   */
  seat: SeatId;
  /**
   * The spell.
   */
  spell: SpellId;
}

/**
 * A card comes to lie face-up on top of a discard pile. `source`: play or hand.
 */
export interface SpellDiscarded {
  /**
   * Always `spell_discarded`.
   */
  type: "spell_discarded";
  /**
   * Id of the rule it came from.
   */
  rule?: RuleId;
  /**
   * Who does it, or whose it is.
   */
  seat: SeatId;
  /**
   * The spell.
   */
  spell: SpellId;
  /**
   * Where it comes from.
   */
  source?: "play" | "hand";
}

/**
 * A card is kept in the draft; only its owner knows which.
 */
export interface SpellDrafted {
  /**
   * Always `spell_drafted`.
   */
  type: "spell_drafted";
  /**
   * Id of the rule it came from.
   */
  rule?: RuleId;
  /**
   * Who does it, or whose it is.
   */
  seat: SeatId;
  /**
   * The spell. Null for those who do not see it.
   */
  spell: SpellId | null;
}

/**
 * A card goes from a deck to a hand; only its owner knows which. `slot`: for the Horde, whose row everybody sees, the slot that it is laid into, from 1.
 */
export interface SpellDrawn {
  /**
   * Always `spell_drawn`.
   */
  type: "spell_drawn";
  /**
   * Id of the rule it came from.
   */
  rule?: RuleId;
  /**
   * Who does it, or whose it is.
   */
  seat: SeatId;
  /**
   * The spell. Null for those who do not see it.
   */
  spell: SpellId | null;
  /**
   * For the Horde, whose row everybody sees, the slot that it is laid into, from 1.
   */
  slot?: number;
}

/**
 * A card goes from a hand to the ally's; only the two know which.
 */
export interface SpellGiven {
  /**
   * Always `spell_given`.
   */
  type: "spell_given";
  /**
   * Id of the rule it came from.
   */
  rule?: RuleId;
  /**
   * Who does it, or whose it is.
   */
  seat: SeatId;
  /**
   * The ally.
   */
  to: SeatId;
  /**
   * The spell. Null for those who do not see it.
   */
  spell: SpellId | null;
}

/**
 * A spell, such as `time_slip`; no card is repeated.
 */
export type SpellId = string;

/**
 * A spell lies face-up in its battle until that ends, or the spell is discarded.
 */
export interface SpellLaid {
  /**
   * Always `spell_laid`.
   */
  type: "spell_laid";
  /**
   * Id of the rule it came from.
   */
  rule?: RuleId;
  /**
   * Who does it, or whose it is.
   */
  seat: SeatId;
  /**
   * The spell.
   */
  spell: SpellId;
}

/**
 * A spell is discarded without effect.
 */
export interface SpellNegated {
  /**
   * Always `spell_negated`.
   */
  type: "spell_negated";
  /**
   * Id of the rule it came from.
   */
  rule?: RuleId;
  /**
   * The spell.
   */
  spell: SpellId;
}

/**
 * A card comes to a hand by a spell: from `source`'s hand from the own discards. `top`: the card that lies on top of the own discards now, if it came from there.
 */
export interface SpellTaken {
  /**
   * Always `spell_taken`.
   */
  type: "spell_taken";
  /**
   * Id of the rule it came from.
   */
  rule?: RuleId;
  /**
   * Who does it, or whose it is.
   */
  seat: SeatId;
  /**
   * Whose hand it comes from; null for the own discards.
   */
  source: SeatId | null;
  /**
   * The spell. Null for those who do not see it.
   */
  spell: SpellId | null;
  /**
   * The card that lies on top of the own discards now, if it came from there.
   */
  top?: SpellId;
}

/**
 * Cards of a hand or deck go face-down under the deck; only its owner knows which.
 */
export interface SpellsBuried {
  /**
   * Always `spells_buried`.
   */
  type: "spells_buried";
  /**
   * Id of the rule it came from.
   */
  rule?: RuleId;
  /**
   * Whose deck it is.
   */
  seat: SeatId;
  /**
   * How many cards.
   */
  count: number;
  /**
   * How many of them come from the hand.
   */
  from_hand: number;
  /**
   * The cards, the first of them on top of the rest. Null for those who do not see it.
   */
  spells: SpellId[] | null;
}

/**
 * A seat looks at `count` cards of `owner`; only those two know which.
 */
export interface SpellsSeen {
  /**
   * Always `spells_seen`.
   */
  type: "spells_seen";
  /**
   * Id of the rule it came from.
   */
  rule?: RuleId;
  /**
   * Who does it, or whose it is.
   */
  seat: SeatId;
  /**
   * Whose they are.
   */
  owner: SeatId;
  /**
   * How many.
   */
  count: number;
  /**
   * The spells. Null for those who do not see it.
   */
  spells: SpellId[] | null;
}

/**
 * A position complete with all that is hidden, as it is saved; for the engine alone. Pieces, tiles and cards are numbers here.
 */
export interface State {
  /**
   * Name and version of the form of this document.
   */
  format: "obsidia-state-1";
  /**
   * Name of the game.
   */
  game: "obsidia";
  /**
   * Hash of the content.
   */
  content: string;
  /**
   * The classes that play, clockwise; in a solo game one, or none yet.
   *
   * @maxItems 4
   */
  players:
    | []
    | [ClassId]
    | [ClassId, ClassId]
    | [ClassId, ClassId, ClassId]
    | [ClassId, ClassId, ClassId, ClassId];
  /**
   * The ruleset options that differ from the default.
   */
  options: Ruleset;
  /**
   * The tiles of the game, if they are not those of the content.
   */
  tiles?: CustomTile[];
  /**
   * Whether spent decks are reshuffled, in a game with tiles of its own.
   */
  reshuffle?: boolean;
  /**
   * Solo games: the class that the player took once the map was built.
   */
  class?: ClassId;
  /**
   * For each slot its cell, `OFF_MAP` if it is not on the map.
   */
  cell: number[];
  /**
   * For each slot its orientation, quarter turns clockwise, and 4 more for the back of a colony.
   */
  rotation: number[];
  /**
   * For each slot the index of the terrain it counts as.
   */
  terrain?: number[];
  /**
   * Slot of the tile turned up and not placed yet, or -1.
   */
  drawn?: number;
  /**
   * Index of the seat whose turn it is.
   */
  current?: number;
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn?: number;
  /**
   * Index into `PHASES`.
   */
  phase?: number;
  /**
   * Mask of travelers that may still take a step this phase.
   */
  mobile?: number;
  /**
   * Mask of travelers that used their movement this phase.
   */
  moved?: number;
  /**
   * Masks of travelers that may not move: joined a group this phase, recruited since their last movement phase, or halted by a spell.
   */
  merged?: number;
  /**
   * Masks of travelers that may not move: joined a group this phase, recruited since their last movement phase, or halted by a spell.
   */
  recruits?: number;
  /**
   * Masks of travelers that may not move: joined a group this phase, recruited since their last movement phase, or halted by a spell.
   */
  halted?: number;
  /**
   * Mask of travelers that lost their further steps on the way.
   */
  stopped?: number;
  /**
   * Mask of travelers that stand on an enemy colony by leave of a spell.
   */
  guests?: number;
  /**
   * Mask of travelers that have not left their tile since the movement phase began.
   */
  stayed?: number;
  /**
   * Mask of travelers that were on the map when the movement phase began.
   */
  present?: number;
  /**
   * Mask of the slots that were friendly to the current seat then.
   */
  friendly_towns?: number;
  /**
   * Mask of the towns a recruit was placed in during this phase.
   */
  recruited_towns?: number;
  /**
   * Movements made in this phase.
   */
  moves?: number;
  /**
   * Mask of cards that may not be cast or discarded this turn.
   */
  held?: number;
  /**
   * Mask of seats that may still make up for a missed refill.
   */
  missed?: number;
  /**
   * Mask of seats that the current player has won a battle against this turn.
   */
  beaten?: number;
  /**
   * Mask of seats that lost a traveler by death since the end of their last turn.
   */
  bereaved?: number;
  /**
   * Turns played in sudden death.
   */
  sudden?: number;
  /**
   * Whether the one training of this turn is used up.
   */
  trained?: boolean;
  /**
   * Whether the tile of this turn has been drawn or picked.
   */
  tile_taken?: boolean;
  /**
   * Whether the optional discard of this turn is used up.
   */
  discarded?: boolean;
  /**
   * For each piece its slot, or `RESERVE` or `GONE`.
   */
  where?: number[];
  /**
   * For each creature piece its kind and the seat that summoned it, or -1.
   */
  kinds?: number[];
  /**
   * For each creature piece its kind and the seat that summoned it, or -1.
   */
  summoners?: number[];
  /**
   * For each slot the class index that holds the town, or -1.
   */
  holders?: number[];
  /**
   * For each traveler the steps it has beyond that one.
   */
  extra?: number[];
  /**
   * The communal stack, top first.
   */
  communal?: number[];
  /**
   * Slots of tiles out of the game, in order of leaving.
   */
  removed?: number[];
  /**
   * Battles fought in this phase, as pairs of sides.
   */
  fought?: number[];
  /**
   * Solo: the Horde's row as last laid out, a card for each slot; a card that is not in the Horde's hand any more has left a gap, -1 is one. See `rules.row`.
   */
  row?: number[];
  /**
   * Indices of the seats that have won.
   */
  winners?: number[];
  /**
   * For each seat its tile stack as slots, top first.
   */
  stacks?: number[][];
  /**
   * For each seat its cards; decks and discards top first.
   */
  hands?: number[][];
  /**
   * For each seat its cards; decks and discards top first.
   */
  decks?: number[][];
  /**
   * For each seat its cards; decks and discards top first.
   */
  discards?: number[][];
  /**
   * Modifiers in force, oldest first.
   */
  effects?: Effect[];
  /**
   * Seat and kind of the open question; null when the game is over.
   */
  asking: [string, string] | null;
  /**
   * What is under way, the running frame last.
   */
  stack: Frame[];
  /**
   * The random streams.
   */
  chance: Chance;
  /**
   * Earlier positions that can be gone back to, as differences, the latest first.
   */
  checkpoints?: Checkpoint[];
}

/**
 * One step of a recorded game for one seat or a spectator: a line of the recorded games for front-end authors.
 */
export interface Step {
  /**
   * How many actions have been taken, from 0.
   */
  step: number;
  /**
   * The seat's own action that led here; null if it was another's, or at the start.
   */
  action: Action | null;
  /**
   * What has happened since the step before, as the seat may know it, in order.
   */
  events: GameEvent[];
  /**
   * All that the seat may know now.
   */
  view: View;
  /**
   * The open question with every legal answer, if it is the seat's own; else null.
   */
  decision: Decision | null;
}

/**
 * A creature comes into play.
 */
export interface Summoned {
  /**
   * Always `summoned`.
   */
  type: "summoned";
  /**
   * Id of the rule it came from.
   */
  rule?: RuleId;
  /**
   * The traveler or creature.
   */
  piece: PieceId;
  /**
   * The kind of creature.
   */
  kind: CreatureKind;
  /**
   * Where it is, or happens.
   */
  at: Place;
  /**
   * The seat that summoned it.
   */
  summoner: SeatId;
}

/**
 * A terrain, such as `ice_field`.
 */
export type TerrainId = string;

/**
 * A tile goes face-down under a stack.
 */
export interface TileBuried {
  /**
   * Always `tile_buried`.
   */
  type: "tile_buried";
  /**
   * Id of the rule it came from.
   */
  rule?: RuleId;
  /**
   * Which, unless it comes from the stack itself.
   */
  tile: TileId | null;
  /**
   * Whose stack it is.
   */
  seat: SeatId;
  /**
   * Where it lay on the map.
   */
  at?: Place;
  /**
   * Where it comes from.
   */
  source?: "map" | "drawn" | "stack";
}

/**
 * A tile of the map counts as another terrain from now on, or as its own again.
 */
export interface TileChanged {
  /**
   * Always `tile_changed`.
   */
  type: "tile_changed";
  /**
   * The tile.
   */
  tile: TileId;
  /**
   * Where it is, or happens.
   */
  at: Place;
  /**
   * Id of the rule it came from.
   */
  rule?: RuleId;
  /**
   * The terrain it counts as.
   */
  terrain: TerrainId;
  /**
   * Its open sides as it lies, such as `NES`; `-` for none.
   */
  exits: Exits;
  /**
   * The class whose home it is.
   */
  class?: ClassId;
  /**
   * Woods: the side each die face leads to, as the tile lies.
   */
  stones?: {
    [k: string]: Side;
  };
  /**
   * A town's status: `neutral`, `shared`, or the class that holds it.
   */
  town?: TownStatus;
}

/**
 * A tile is turned up. `seat`: whose stack it comes from, if not the communal one.
 */
export interface TileDrawn {
  /**
   * Always `tile_drawn`.
   */
  type: "tile_drawn";
  /**
   * The tile.
   */
  tile: TileId;
  /**
   * Whose stack it comes from, if not the communal one.
   */
  seat?: SeatId;
  /**
   * Id of the rule it came from.
   */
  rule?: RuleId;
  /**
   * Its terrain.
   */
  terrain: TerrainId;
  /**
   * Its open sides, such as `NES`; `-` for none.
   */
  exits: Exits;
}

/**
 * A tile turned up before another one is the one to be placed again.
 */
export interface TileDue {
  /**
   * Always `tile_due`.
   */
  type: "tile_due";
  /**
   * The tile.
   */
  tile: TileId;
  /**
   * Id of the rule it came from.
   */
  rule?: RuleId;
  /**
   * Its terrain.
   */
  terrain: TerrainId;
  /**
   * Its open sides, such as `NES`; `-` for none.
   */
  exits: Exits;
}

/**
 * A tile, such as `plain-03`.
 */
export type TileId = string;

/**
 * A tile of the own stack.
 */
export interface TileLeft {
  /**
   * The tile.
   */
  tile: TileId;
  /**
   * Its terrain.
   */
  terrain: TerrainId;
  /**
   * Its open sides at rotation 0, clockwise from north; - for none.
   */
  exits: Exits;
}

/**
 * A tile of the map lies elsewhere or otherwise turned; `pieces` stand on it and go along.
 */
export interface TileMoved {
  /**
   * Always `tile_moved`.
   */
  type: "tile_moved";
  /**
   * The tile.
   */
  tile: TileId;
  /**
   * Where it was before.
   */
  from: Place;
  /**
   * Where it goes.
   */
  to: Place;
  /**
   * Degrees clockwise.
   */
  rotation: Rotation;
  /**
   * The travelers or creatures.
   */
  pieces?: PieceId[];
  /**
   * Id of the rule it came from.
   */
  rule?: RuleId;
  /**
   * The terrain it counts as.
   */
  terrain: TerrainId;
  /**
   * Its open sides as it lies, such as `NES`; `-` for none.
   */
  exits: Exits;
  /**
   * The class whose home it is.
   */
  class?: ClassId;
  /**
   * Woods: the side each die face leads to, as the tile lies.
   */
  stones?: {
    [k: string]: Side;
  };
  /**
   * A town's status: `neutral`, `shared`, or the class that holds it.
   */
  town?: TownStatus;
}

/**
 * A tile or colony lies on the map. `side`: the face of a colony that is up.
 */
export interface TilePlaced {
  /**
   * Always `tile_placed`.
   */
  type: "tile_placed";
  /**
   * The tile.
   */
  tile: TileId;
  /**
   * Where it is, or happens.
   */
  at: Place;
  /**
   * Degrees clockwise.
   */
  rotation: Rotation;
  /**
   * The face of a colony that is up.
   */
  side?: ColonySide;
  /**
   * Id of the rule it came from.
   */
  rule?: RuleId;
  /**
   * The terrain it counts as.
   */
  terrain: TerrainId;
  /**
   * Its open sides as it lies, such as `NES`; `-` for none.
   */
  exits: Exits;
  /**
   * The class whose home it is.
   */
  class?: ClassId;
  /**
   * Woods: the side each die face leads to, as the tile lies.
   */
  stones?: {
    [k: string]: Side;
  };
  /**
   * A town's status: `neutral`, `shared`, or the class that holds it.
   */
  town?: TownStatus;
}

/**
 * A tile leaves the game. `at`: where it lay, if it was placed.
 */
export interface TileRemoved {
  /**
   * Always `tile_removed`.
   */
  type: "tile_removed";
  /**
   * Id of the rule it came from.
   */
  rule?: RuleId;
  /**
   * The tile.
   */
  tile: TileId;
  /**
   * Where it lay, if it was placed.
   */
  at?: Place;
}

/**
 * A tile on the map.
 */
export interface TileView {
  /**
   * The class whose home colony the tile is, else null.
   */
  class: ClassId | null;
  /**
   * The tile.
   */
  tile: TileId;
  /**
   * The terrain it counts as.
   */
  terrain: TerrainId;
  /**
   * Its open sides as it lies, clockwise from north; - for none.
   */
  exits: Exits;
  /**
   * Degrees clockwise.
   */
  rotation: Rotation;
  /**
   * Woods: the side that each die face leads to, as the tile lies.
   */
  stones?: {
    [k: string]: Side;
  };
  /**
   * A town's status: `neutral`, `shared`, or the class that holds it.
   */
  town?: TownStatus;
}

/**
 * A seat looks at `count` tiles of `owner`'s stack; only it knows which.
 */
export interface TilesSeen {
  /**
   * Always `tiles_seen`.
   */
  type: "tiles_seen";
  /**
   * Id of the rule it came from.
   */
  rule?: RuleId;
  /**
   * Who does it, or whose it is.
   */
  seat: SeatId;
  /**
   * Whose they are.
   */
  owner: SeatId;
  /**
   * How many.
   */
  count: number;
  /**
   * The tiles. Null for those who do not see it.
   */
  tiles: TileId[] | null;
}

/**
 * A spell effect token lies on the map: a lasting effect of `kind` begins.
 */
export interface TokenPlaced {
  /**
   * Always `token`.
   */
  type: "token";
  /**
   * Id of the rule it came from.
   */
  rule?: RuleId;
  /**
   * Who does it, or whose it is.
   */
  seat: SeatId;
  /**
   * The spell.
   */
  spell: SpellId | null;
  /**
   * Where it is, or happens.
   */
  at: Place[];
  /**
   * What the effect does, such as `counts_as`.
   */
  kind: string;
}

/**
 * A lasting effect ends; its token is free again.
 */
export interface TokenReturned {
  /**
   * Always `token_returned`.
   */
  type: "token_returned";
  /**
   * Id of the rule it came from.
   */
  rule?: RuleId;
  /**
   * Who does it, or whose it is.
   */
  seat: SeatId;
  /**
   * The spell.
   */
  spell: SpellId | null;
  /**
   * Where it is, or happens.
   */
  at: Place[];
  /**
   * What the effect does, such as `counts_as`.
   */
  kind: string;
}

/**
 * A town has another status: `holder` is a class, `neutral` or `shared`.
 */
export interface TownHeld {
  /**
   * Always `town`.
   */
  type: "town";
  /**
   * Id of the rule it came from.
   */
  rule?: RuleId;
  /**
   * Where it is, or happens.
   */
  at: Place;
  /**
   * A class, `neutral` or `shared`.
   */
  holder: TownStatus;
}

/**
 * `neutral`, `shared`, or the class that holds the town.
 */
export type TownStatus = string;

/**
 * One traveler from the reserve to the home colony.
 */
export interface Train {
  /**
   * Always `train`.
   */
  type: "train";
}

/**
 * A traveler is trained on its home colony.
 */
export interface Trained {
  /**
   * Always `trained`.
   */
  type: "trained";
  /**
   * Id of the rule it came from.
   */
  rule?: RuleId;
  /**
   * The traveler or creature.
   */
  piece: PieceId;
  /**
   * Where it is, or happens.
   */
  at: Place;
}

/**
 * A traveler: the letter of its class and a number from 1.
 */
export type TravelerId = string;

/**
 * A turn begins. `number` counts from 1.
 */
export interface TurnBegan {
  /**
   * Always `turn`.
   */
  type: "turn";
  /**
   * Id of the rule it came from.
   */
  rule?: RuleId;
  /**
   * Who does it, or whose it is.
   */
  seat: SeatId;
  /**
   * Number of the turn, from 1.
   */
  number: number;
}

/**
 * Take back the last movement.
 */
export interface Undo {
  /**
   * Always `undo`.
   */
  type: "undo";
}

/**
 * Movements are taken back: from move number `move` on. `pieces`: where each piece is again (a coordinate, `reserve` or `gone`); `towns`: who holds each town again.
 */
export interface Undone {
  /**
   * Always `undone`.
   */
  type: "undone";
  /**
   * Id of the rule it came from.
   */
  rule?: RuleId;
  /**
   * The first movement that is taken back.
   */
  move: number;
  /**
   * Where each piece is again.
   */
  pieces: {
    [k: string]: Whereabouts;
  };
  /**
   * The status of each town that has another one again.
   */
  towns: {
    [k: string]: TownStatus;
  };
}

/**
 * All that a seat, or a spectator, may know of a position.
 */
export interface View {
  /**
   * Who can be asked, clockwise; in a solo game also `horde`.
   */
  seats: SeatId[];
  /**
   * For each class in play the letter that its travelers' ids begin with.
   */
  letters: {
    [k: string]: string;
  };
  /**
   * The seat whose turn it is.
   */
  current: SeatId;
  /**
   * The phase of the turn or game.
   */
  phase: Phase;
  /**
   * Number of the turn, from 1; 0 while the map is built.
   */
  turn: number;
  /**
   * Whether the game has ended.
   */
  over: boolean;
  /**
   * The seat that has won, a list of seats that share the win, or null.
   */
  winner: SeatId | SeatId[] | null;
  /**
   * The open question; null when the game is over.
   */
  decision: QuestionView | null;
  /**
   * The tiles on the map, by place.
   */
  tiles: {
    [k: string]: TileView;
  };
  /**
   * For each traveler its place, or `reserve`, or `gone` from the game.
   */
  travelers: {
    [k: string]: Whereabouts;
  };
  /**
   * The creatures in play, by id.
   */
  creatures: {
    [k: string]: CreatureView;
  };
  /**
   * For each class how many travelers are in its reserve.
   */
  reserve: {
    [k: string]: number;
  };
  /**
   * For each class how many towns it holds.
   */
  towns: {
    [k: string]: number;
  };
  /**
   * For each seat how many spells it holds.
   */
  hand_sizes: {
    [k: string]: number;
  };
  /**
   * For each seat how many spells are left in its deck.
   */
  deck_sizes: {
    [k: string]: number;
  };
  /**
   * For each seat how many tiles are left in its stack.
   */
  stacks: {
    [k: string]: number;
  };
  /**
   * How many tiles are left in the communal stack.
   */
  communal: number;
  /**
   * How many tiles are out of the game.
   */
  removed: number;
  /**
   * The tile turned up and not placed yet, else null.
   */
  drawn: DrawnView | null;
  /**
   * How many spell effect tokens are free; null if there is no limit.
   */
  tokens_left: number | null;
  /**
   * Spells that lie face-up in battles, in the order of casting.
   */
  faceup: SpellId[];
  /**
   * Battles still to be fought in this phase, those on one tile first.
   */
  battles: BattleView[];
  /**
   * Solo games: the classes of each seat.
   */
  classes?: {
    [k: string]: ClassId[];
  };
  /**
   * Solo games: the Horde's spells from left to right, null for a gap before the last.
   */
  row?: (SpellId | null)[];
  /**
   * The seat whose view this is; null for a spectator.
   */
  you: SeatId | null;
  /**
   * The seat's own spells, in the order in which they came.
   */
  hand: SpellId[];
  /**
   * The discard pile of each seat.
   */
  discards: {
    [k: string]: PileView;
  };
  /**
   * What a preview of the seat's answers goes on from, to be handed back as it is; only while the seat is asked, and only in a view that is sent whole.
   */
  known?: {
    [k: string]: unknown;
  };
}

/**
 * Where a piece is: a space `x,y`, `reserve`, or `gone` from the game.
 */
export type Whereabouts = string;
