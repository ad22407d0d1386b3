/** Opens the view of a season: its columns and texts are parts of one piece of memory, and single games are read where they lie. */
import type { Sport } from "../../domain/sports.ts";
import { ReleaseDamaged } from "../release-damaged.ts";
import { marketsOfBooks, teamGamesOf } from "./candidates.ts";
import { Sections } from "./container.ts";
import type { Format } from "./formats.ts";
import type { ViewMeta } from "./make-view.ts";
import { type MomentLines, unpackMoment } from "./moment-lines.ts";
import { type PackedRows, type RenderedRows, SeasonRows } from "./packed-rows.ts";
import { lineSlots, type SeasonLines } from "./season-lines.ts";
import type { SeasonView, SingleGames } from "./season-view.ts";

/** Where the bytes of a view are. */
export type ViewBytes = {
  /** The front of the file, which several threads can have at once. */
  readonly memory: Buffer;
  /** Reads bytes from the whole file. */
  read(at: number, bytes: number): Buffer;
};

/**
 * @param content the name of the season's content.
 * @throws ReleaseDamaged when it is no view, or that of another season.
 */
export function openView(sport: Sport, content: string, bytes: ViewBytes): SeasonView {
  const sections = new Sections<ViewMeta>(bytes.memory);
  if (sections.meta.content !== content) throw new ReleaseDamaged("a view is that of another season");
  const { gameIds, teams, doubts, starters } = sections.meta;
  const homes = sections.column("homes", Uint16Array);
  const aways = sections.column("aways", Uint16Array);
  const gameDates = sections.column("gameDates", Int32Array);
  const bookIds = sections.column("bookIds", Uint16Array);
  const marketBits = sections.column("marketBits", Uint8Array);
  return {
    gameIds,
    ordinals: new Map(gameIds.map((id, ordinal) => [id, ordinal])),
    startMs: sections.column("startMs", Float64Array),
    gameDates,
    firstDate: gameDates.reduce((first, date) => Math.min(first, date), Number.POSITIVE_INFINITY),
    lastDate: gameDates.reduce((last, date) => Math.max(last, date), 0),
    homes,
    aways,
    teamCodes: new Map(teams.map((team, code) => [team, code])),
    teams,
    teamGames: teamGamesOf(homes, aways, teams.length),
    weeks: sections.column("weeks", Uint8Array),
    isPostseason: sections.column("isPostseason", Uint8Array),
    games: renderedRows(sections, bytes, "games"),
    ids: renderedRows(sections, bytes, "ids"),
    oddsFrom: sections.column("oddsFrom", Uint32Array),
    bookIds,
    marketBits,
    bookMarkets: marketsOfBooks(bookIds, marketBits),
    odds: renderedRows(sections, bytes, "odds"),
    lines: linesOf(sport, sections),
    conditions: {
      winds: sections.column("winds", Float64Array),
      temperatures: sections.column("temperatures", Float64Array),
      indoors: sections.column("indoors", Float64Array),
    },
    neutrals: sections.column("neutrals", Uint8Array),
    overtimes: sections.column("overtimes", Uint8Array),
    resumedOns: sections.column("resumedOns", Int32Array),
    doubts,
    linesAtMoment: momentReader(sections, bytes),
    starters: {
      people: starters,
      homes: sections.column("starters.homes", Uint16Array),
      aways: sections.column("starters.aways", Uint16Array),
    },
    single: singleGames(sections, bytes),
  };
}

type ViewSections = Sections<ViewMeta>;

function renderedRows(sections: ViewSections, bytes: ViewBytes, name: string): RenderedRows {
  const rows = (format: Format): PackedRows => {
    const text = `${name}.${format}`;
    const offsets = sections.column(`${text}Offsets`, Uint32Array);
    const count = offsets.length - 1;
    if (!sections.hasTexts) return new SeasonRows(format, count, valueReader(sections, bytes, text));
    const inMemory = sections.text(text);
    return new SeasonRows(format, count, (from, to) => inMemory.subarray(offsets[from], offsets[to]));
  };
  return { json: rows("json"), csv: rows("csv") };
}

/** Reads the values from one place to before another, as one: they lie one after the other. */
function valueReader(sections: ViewSections, bytes: ViewBytes, name: string): (from: number, to: number) => Buffer {
  const { at } = sections.placeOf(name);
  const offsets = sections.column(`${name}Offsets`, Uint32Array);
  return (from, to) => {
    const start = offsets[from] as number;
    return bytes.read(at + start, (offsets[to] as number) - start);
  };
}

function linesOf(sport: Sport, sections: ViewSections): SeasonLines {
  return {
    slots: lineSlots[sport],
    from: sections.column("lines.from", Uint32Array),
    bookIds: sections.column("lines.bookIds", Uint16Array),
    quarters: sections.column("lines.quarters", Int16Array),
    prices: sections.column("lines.prices", Int16Array),
    largePrices: new Map(sections.meta.largePrices),
    timesAt: sections.column("lines.timesAt", Uint16Array),
    timesFrom: sections.column("lines.timesFrom", Uint32Array),
    times: sections.column("lines.times", Float64Array),
    scores: sections.column("lines.scores", Int16Array),
  };
}

function momentReader(sections: ViewSections, bytes: ViewBytes): SeasonView["linesAtMoment"] {
  const read = valueReader(sections, bytes, "moments");
  return (place): MomentLines => unpackMoment(read(place, place + 1));
}

function singleGames(sections: ViewSections, bytes: ViewBytes): SingleGames {
  const [details, paths] = [valueReader(sections, bytes, "details"), valueReader(sections, bytes, "paths")];
  return { detail: (game) => details(game, game + 1), path: (game) => paths(game, game + 1) };
}
