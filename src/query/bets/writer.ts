/** Puts rows of bets together of prepared texts. */

import { lineOf } from "../../domain/bets/grading.ts";
import type { BetSide } from "../../domain/bets/sides.ts";
import { noLine, noTime } from "../../release/packed-lines.ts";
import type { Format } from "../../release/view/formats.ts";
import { isoTime } from "../row-texts/iso-time.ts";
import type { SeasonShelf } from "../season.ts";
import type { AskedMoment } from "../snapshots/asked-moment.ts";
import { linesAt } from "../snapshots/lines-at.ts";
import type { Bet } from "./bet.ts";
import { HeadWriter } from "./head-texts.ts";
import { type BetTexts, betTexts } from "./texts.ts";

/** Writes the rows of one page. Bets of the same game and side are expected to be neighbors. */
export class BetWriter {
  readonly #texts: BetTexts;
  readonly #heads: HeadWriter;
  readonly #asked: AskedMoment | null;
  #season: SeasonShelf | null = null;
  #game = -1;
  #head = "";
  #homeText = "";
  #awayText = "";
  #side: BetSide | null = null;
  /** All that the bets on one side of a game have in common, before the book. */
  #sideText = "";
  #scoreText = "";
  /** The times of the game's captures, by their places in the columns. */
  #times: (string | undefined)[] = [];

  /** @param asked the moment at which bets are graded besides. */
  constructor(format: Format, asked: AskedMoment | null) {
    this.#asked = asked;
    this.#texts = betTexts[format];
    this.#heads = new HeadWriter(this.#texts.frame);
  }

  row(season: SeasonShelf, bet: Bet): string {
    if (bet.game !== this.#game || season !== this.#season) this.#beginGame(season, bet.game);
    if (bet.at.side !== this.#side) this.#beginSide(bet);
    const texts = this.#texts;
    const { openPrice, closePrice, openOutcome, closeOutcome, noVigProbability } = bet;
    return (
      this.#sideText +
      texts.book(bet.bookId, bet.bookCount) +
      texts.open.line(bet.openLine) +
      this.#price(texts.open, openPrice, bet, 0) +
      texts.close.line(bet.closeLine) +
      this.#price(texts.close, closePrice, bet, 1) +
      texts.noVig.of(noVigProbability) +
      this.#scoreText +
      texts.results(openOutcome, closeOutcome, openPrice) +
      texts.profitClose(closePrice, closeOutcome) +
      texts.role(bet.role, bet.movement) +
      this.#closingLine(bet.betterQuarters, bet.probabilityShift) +
      (this.#asked === null ? texts.moment.notAsked : this.#atMoment(season, bet, this.#asked))
    );
  }

  #beginGame(season: SeasonShelf, game: number): void {
    this.#season = season;
    this.#game = game;
    this.#side = null;
    this.#homeText = this.#texts.team(season.teams[season.homes[game] as number] ?? null);
    this.#awayText = this.#texts.team(season.teams[season.aways[game] as number] ?? null);
    this.#head = this.#heads.write(season, game, this.#homeText, this.#awayText);
    this.#times = [];
  }

  #beginSide({ at: { side }, home, away }: Bet): void {
    const texts = this.#texts;
    const { team } = side;
    const teamText = team === "home" ? this.#homeText : team === "away" ? this.#awayText : texts.noTeam;
    this.#side = side;
    this.#sideText = this.#head + texts.side(side) + teamText;
    this.#scoreText = texts.home.of(home) + texts.away.of(away);
  }

  /** A price and the time at which it was captured. */
  #price(texts: BetTexts["open"], price: number, { lines, entry, game }: Bet, which: 0 | 1): string {
    const place = lines.timesAt[2 * entry + which] as number;
    if (place === noTime) return texts.untimedPrice.of(price);
    const timeMs = lines.times[(lines.timesFrom[game] as number) + place] as number;
    this.#times[place] ??= this.#texts.time(isoTime(timeMs));
    return texts.price.of(price) + this.#times[place];
  }

  /** By how much the open was better than the close. The probability says it only where the line did not move. */
  #closingLine(betterQuarters: number | null, probabilityShift: number | null): string {
    const { pointsAlone, shiftWithout, shiftAtZero } = this.#texts;
    if (probabilityShift === null) return pointsAlone(betterQuarters ?? noLine);
    return (betterQuarters === null ? shiftWithout : shiftAtZero).of(probabilityShift);
  }

  #atMoment(season: SeasonShelf, bet: Bet, { minutes, mostAgeMinutes }: AskedMoment): string {
    const { ages, quarters, prices } = linesAt(season, minutes);
    const texts = this.#texts.moment;
    const { entry, at } = bet;
    const age = ages[entry] as number;
    if (age > 10 * mostAgeMinutes) return texts.noCapture(minutes);
    const posted = quarters[entry] as number;
    const line = posted === noLine ? noLine : lineOf(at.side.selection, posted);
    const price = prices[2 * entry + at.priceOffset] as number;
    const outcome = bet.outcomeAt(line, price);
    return (
      texts.minutes(minutes) +
      texts.line(line) +
      texts.price.of(price) +
      texts.age.of(age) +
      (texts.profits[outcome] as (typeof texts.profits)[number])(price, outcome)
    );
  }
}
