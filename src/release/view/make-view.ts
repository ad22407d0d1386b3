/** Makes the view of a season of its values: every row of every list as text, in the order of the API, and the columns to filter by. */
import { csvRow } from "../../contract/csv.ts";
import { gameCsv } from "../../contract/lists/games.ts";
import { gameIdsColumns } from "../../contract/lists/ids.ts";
import { oddsCsv } from "../../contract/lists/odds.ts";
import { doubtNames } from "../../domain/doubt-names.ts";
import { conditionsOf } from "../conditions.ts";
import { gameOf, idsRowOf, renderLines } from "../render.ts";
import { marketBitsOf } from "../tables.ts";
import type { GameFacts, GameValues, SeasonValues } from "../values.ts";
import { type Column, joinParts } from "./container.ts";
import type { Format } from "./formats.ts";
import { makeMoments } from "./make-moments.ts";
import { packMoment } from "./moment-lines.ts";
import { type MadeRows, RowPacker } from "./packed-rows.ts";
import { packSeasonLines } from "./season-lines.ts";
import { dateNumber, noWeek, type SeasonDoubts, truthCode } from "./season-view.ts";
import { type SeasonStarters, seasonStarters } from "./starters.ts";

/** What a view says of itself beside its columns. */
export type ViewMeta = {
  /** The name of the content that it is a view of, see `manifest.ts`, so that no other season's is taken for it. */
  readonly content: string;
  readonly gameIds: readonly string[];
  readonly teams: readonly string[];
  readonly largePrices: readonly (readonly [at: number, price: number])[];
  readonly doubts: readonly SeasonDoubts[];
  readonly starters: SeasonStarters["people"];
};

/** A view, and how many odds rows it has. */
export type MadeView = { readonly bytes: Buffer; readonly oddsRows: number };

/** @param content the name of the season's content. */
export function makeView({ sport, games }: SeasonValues, content: string): MadeView {
  const facts = games.map((game) => game.facts);
  const codes = new Map<string, number>();
  const codeOf = (abbreviation: string | null): number => {
    const code = codes.get(abbreviation ?? "") ?? codes.size;
    codes.set(abbreviation ?? "", code);
    return code;
  };
  const homes = Uint16Array.from(facts, ({ home }) => codeOf(home.abbreviation));
  const aways = Uint16Array.from(facts, ({ away }) => codeOf(away.abbreviation));
  const seasonLines = packSeasonLines(
    sport,
    games.map((game) => game.lines),
  );
  const { slots: _, largePrices, ...lines } = seasonLines;
  const texts = textsOf(games);
  const paths = games.map(({ path }) => path);
  const startMs = Float64Array.from(facts, ({ start_time }) => Date.parse(start_time));
  const moments = makeMoments(seasonLines, startMs, paths).map(packMoment);
  const { people, ...starters } = seasonStarters(games);
  const meta: ViewMeta = {
    content,
    gameIds: facts.map((each) => each.game_id),
    teams: [...codes.keys()],
    largePrices: [...largePrices],
    doubts: doubtsOf(games),
    starters: people,
  };
  const bytes = joinParts<ViewMeta>({
    meta,
    columns: {
      startMs,
      gameDates: Int32Array.from(facts, ({ game_date }) => dateNumber(game_date)),
      homes,
      aways,
      weeks: Uint8Array.from(facts, ({ week }) => week ?? noWeek),
      isPostseason: Uint8Array.from(facts, ({ season_type }) => Number(season_type === "postseason")),
      ...columnsOfConditions(facts),
      neutrals: Uint8Array.from(facts, ({ neutral_site }) => truthCode(neutral_site)),
      overtimes: Uint8Array.from(facts, ({ overtime }) => truthCode(overtime)),
      resumedOns: Int32Array.from(games, ({ resumedOn }) => (resumedOn === undefined ? 0 : dateNumber(resumedOn))),
      ...prefixed("starters", starters),
      ...prefixed("lines", lines),
      oddsFrom: texts.oddsFrom,
      bookIds: texts.bookIds,
      marketBits: texts.marketBits,
      ...columnsOfValues("details", texts.details),
      ...columnsOfValues("paths", paths),
      ...columnsOfValues("moments", moments),
      ...columnsOfRows("games", texts.games),
      ...columnsOfRows("ids", texts.ids),
      ...columnsOfRows("odds", texts.odds),
    },
    texts: {
      ...textsOfRows("games", texts.games),
      ...textsOfRows("ids", texts.ids),
      ...textsOfRows("odds", texts.odds),
    },
    singles: {
      details: texts.details,
      paths,
      moments,
    },
  });
  return { bytes, oddsRows: texts.bookIds.length };
}

function prefixed(name: string, columns: Readonly<Record<string, Column>>): Record<string, Column> {
  return Object.fromEntries(Object.entries(columns).map(([each, column]) => [`${name}.${each}`, column]));
}

type Texts = Readonly<Record<Format, MadeRows>>;

const formats = ["json", "csv"] as const satisfies readonly Format[];

function inEachFormat<Part>(of: (format: Format) => Readonly<Record<string, Part>>): Record<string, Part> {
  return Object.assign({}, ...formats.map(of)) as Record<string, Part>;
}

function columnsOfRows(name: string, texts: Texts): Record<string, Column> {
  return inEachFormat<Column>((format) => ({ [`${name}.${format}Offsets`]: texts[format].offsets }));
}

function textsOfRows(name: string, texts: Texts): Record<string, Uint8Array> {
  return inEachFormat<Uint8Array>((format) => ({ [`${name}.${format}`]: texts[format].text }));
}

function textsOf(games: readonly GameValues[]) {
  const rows = { games: packers(), ids: packers(), odds: packers() };
  const details: Buffer[] = [];
  const oddsFrom = new Uint32Array(games.length + 1);
  const bookIds: number[] = [];
  const bits: number[] = [];
  for (const [index, game] of games.entries()) {
    const row = gameOf(game.facts);
    const { extras, odds } = renderLines(game);
    const text = JSON.stringify(row);
    rows.games.json.add(text);
    rows.games.csv.add(gameCsv(row));
    // Two rendered objects are joined as text: {a} and {b} make {a,b}.
    details.push(Buffer.from(`${text.slice(0, -1)},${JSON.stringify(extras).slice(1)}`));
    const ids = idsRowOf(game);
    rows.ids.json.add(JSON.stringify(ids));
    rows.ids.csv.add(csvRow(gameIdsColumns, ids));
    for (const each of odds) {
      rows.odds.json.add(JSON.stringify(each));
      rows.odds.csv.add(oddsCsv(each));
      bookIds.push(each.book_id);
      bits.push(marketBitsOf(each));
    }
    oddsFrom[index + 1] = bookIds.length;
  }
  return {
    games: packed(rows.games),
    ids: packed(rows.ids),
    odds: packed(rows.odds),
    details,
    oddsFrom,
    bookIds: Uint16Array.from(bookIds),
    marketBits: Uint8Array.from(bits),
  };
}

type Packers = { readonly json: RowPacker; readonly csv: RowPacker };

function packers(): Packers {
  return { json: new RowPacker("json"), csv: new RowPacker("csv") };
}

function packed(packers: Packers): Texts {
  return { json: packers.json.finish(), csv: packers.csv.finish() };
}

/** Where each value begins, and where the last one ends. */
function columnsOfValues(name: string, values: readonly Uint8Array[]): Record<string, Column> {
  const offsets = new Uint32Array(values.length + 1);
  for (const [index, { length }] of values.entries()) offsets[index + 1] = (offsets[index] as number) + length;
  return { [`${name}Offsets`]: offsets };
}

function columnsOfConditions(facts: readonly GameFacts[]): Record<string, Column> {
  const known = facts.map((each) => conditionsOf(each, each));
  return {
    winds: Float64Array.from(known, ({ wind_mph }) => wind_mph ?? Number.NaN),
    temperatures: Float64Array.from(known, ({ temp_f }) => temp_f ?? Number.NaN),
    indoors: Float64Array.from(known, ({ indoor }) => (indoor === null ? Number.NaN : Number(indoor))),
  };
}

/** In the order of the rules. */
function doubtsOf(games: readonly GameValues[]): SeasonDoubts[] {
  return doubtNames.flatMap((rule) => {
    const doubted = games
      .map(({ doubts }) => doubts.filter((each) => each.rule === rule))
      .filter((own) => own.length > 0);
    const captures = doubted.flat().reduce((sum, each) => sum + each.captures, 0);
    return doubted.length === 0 ? [] : [{ rule, games: doubted.length, captures }];
  });
}
