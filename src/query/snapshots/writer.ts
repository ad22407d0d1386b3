/** Puts rows of lines at a moment together of prepared texts. */
import { lineSign, lost, outcomeOf, scoreFor, won } from "../../domain/bets/grading.ts";
import type { MomentMinutes } from "../../domain/moments.ts";
import type { Market } from "../../domain/sports.ts";
import { lineKey, noLine } from "../../release/packed-lines.ts";
import type { Format } from "../../release/view/formats.ts";
import type { MomentLines } from "../../release/view/moment-lines.ts";
import { type SeasonLines, scoreAt } from "../../release/view/season-lines.ts";
import { HeadWriter } from "../bets/head-texts.ts";
import { isoTime } from "../row-texts/iso-time.ts";
import type { SeasonShelf } from "../season.ts";
import { type SnapshotTexts, snapshotTexts, type Winner } from "./texts.ts";

/** Where the columns have the line of a row, and of which moment they are. */
type SnapshotPlace = {
  readonly minutes: MomentMinutes;
  readonly momentMs: number;
  readonly moment: MomentLines;
  readonly slot: number;
  readonly entry: number;
};

/** Writes the rows of one page. Lines of the same game and moment are expected to be neighbors. */
export class SnapshotWriter {
  readonly #texts: SnapshotTexts;
  readonly #heads: HeadWriter;
  #season: SeasonShelf | null = null;
  #game = -1;
  #head = "";
  #minutes = 0;
  /** All that the lines of a game at one moment have in common. */
  #momentText = "";

  constructor(format: Format) {
    this.#texts = snapshotTexts[format];
    this.#heads = new HeadWriter(this.#texts.frame);
  }

  row(season: SeasonShelf, game: number, { minutes, momentMs, moment, slot, entry }: SnapshotPlace): string {
    const texts = this.#texts;
    if (game !== this.#game || season !== this.#season) this.#beginGame(season, game);
    if (minutes !== this.#minutes) {
      this.#minutes = minutes;
      this.#momentText = [this.#head, texts.minutes(minutes), isoTime(momentMs), texts.afterTime].join("");
    }
    const { lines } = season;
    const { period, market } = lines.slots[slot] as SeasonLines["slots"][number];
    const { place, first, second } = texts.series(lineKey(period, market, lines.bookIds[entry] as number));
    const quarters = moment.quarters[entry] as number;
    return (
      this.#momentText +
      place +
      texts.line(quarters) +
      first.of(moment.prices[2 * entry] as number) +
      second.of(moment.prices[2 * entry + 1] as number) +
      texts.age.of(moment.ages[entry] as number) +
      texts.winner(winnerOf(lines, game, slot, quarters))
    );
  }

  #beginGame(season: SeasonShelf, game: number): void {
    const { team } = this.#texts;
    const home = team(season.teams[season.homes[game] as number] ?? null);
    const away = team(season.teams[season.aways[game] as number] ?? null);
    this.#season = season;
    this.#game = game;
    this.#head = this.#heads.write(season, game, home, away);
    this.#minutes = 0;
  }
}

/** The side of a line that won by the score of its period; null: it was not played, or there is no line to be ahead of. */
function winnerOf(lines: SeasonLines, game: number, slot: number, quarters: number): Winner {
  const { period, market } = lines.slots[slot] as SeasonLines["slots"][number];
  const at = scoreAt(game, period);
  const home = lines.scores[at] as number;
  if (home < 0 || (market !== "moneyline" && quarters === noLine)) return null;
  const [first, second] = sidesOf(market);
  const ahead = scoreFor(market, first, home, lines.scores[at + 1] as number);
  const outcome = outcomeOf(market === "moneyline" ? ahead : ahead + lineSign(first) * quarters);
  return outcome === won ? first : outcome === lost ? second : "push";
}

const teamSides = ["home", "away"] as const;
const pointSides = ["over", "under"] as const;

function sidesOf(market: Market): typeof teamSides | typeof pointSides {
  return market === "moneyline" || market === "spread" ? teamSides : pointSides;
}
