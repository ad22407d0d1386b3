/** Rows of bets, of the columns of a season. */
import type { GameHead } from "../../contract/game-members.ts";
import type { BetRow } from "../../contract/lists/bets.ts";
import { lineOf, type Outcome, outcomeNames, profitOf, tenThousand, ungraded } from "../../domain/bets/grading.ts";
import { consensusBookId } from "../../domain/books.ts";
import { noLine, noTime } from "../../release/packed-lines.ts";
import { wordsOfBook } from "../line-words.ts";
import { gameHead } from "../made-rows.ts";
import type { SeasonShelf } from "../season.ts";
import type { AskedMoment } from "../snapshots/asked-moment.ts";
import { linesAt } from "../snapshots/lines-at.ts";
import type { Bet } from "./bet.ts";

const roles = ["underdog", null, "favorite"] as const;
const beats = [false, null, true] as const;

/** Makes the rows of one page, of which neighbors are mostly of one game. */
export class BetRows {
  readonly #asked: AskedMoment | null;
  #season: SeasonShelf | null = null;
  #game = -1;
  #head: GameHead | null = null;
  /** The times of the game's captures, by their places in the columns. */
  #times: (string | undefined)[] = [];

  /** @param asked the moment at which bets are graded besides. */
  constructor(asked: AskedMoment | null) {
    this.#asked = asked;
  }

  /** The bet may mean another one after it. */
  row(season: SeasonShelf, bet: Bet): BetRow {
    const head = this.#headOf(season, bet.game);
    const { betType, periodName, marketName, selection, team } = bet.at.side;
    const { openPrice, closePrice, openOutcome, closeOutcome, noVigProbability, betterQuarters } = bet;
    const { book_id, book, book_name } = wordsOfBook(bet.bookId);
    const shift = bet.probabilityShift;
    return {
      game_id: head.game_id,
      sport: head.sport,
      season: head.season,
      season_type: head.season_type,
      week: head.week,
      game_date: head.game_date,
      start_time: head.start_time,
      home: head.home,
      away: head.away,
      bet_type: betType,
      period: periodName,
      market: marketName,
      selection,
      side_team: team === null ? null : head[team],
      book_id,
      book,
      book_name,
      books: bet.bookId === consensusBookId ? bet.bookCount : 1,
      open: { line: pointsOf(bet.openLine), price: openPrice || null, captured_at: this.#timeOf(bet, 0) },
      close: {
        line: pointsOf(bet.closeLine),
        price: closePrice || null,
        captured_at: this.#timeOf(bet, 1),
        no_vig_probability: noVigProbability < 0 ? null : noVigProbability / tenThousand,
      },
      score: { home: bet.home, away: bet.away },
      result: { open: outcomeNames[openOutcome], close: outcomeNames[closeOutcome] },
      profit: { open: unitsOf(openPrice, openOutcome), close: unitsOf(closePrice, closeOutcome) },
      role: roles[bet.role + 1] as BetRow["role"],
      closing_line: {
        beat: beats[(bet.movement ?? 0) + 1] as boolean | null,
        points: betterQuarters === null ? null : betterQuarters / 4,
        // It says by how much only where the line did not move.
        probability: shift === null ? null : shift / tenThousand,
      },
      at_moment: this.#asked === null ? null : atMoment(season, bet, this.#asked),
    };
  }

  #headOf(season: SeasonShelf, game: number): GameHead {
    if (this.#head !== null && game === this.#game && season === this.#season) return this.#head;
    this.#season = season;
    this.#game = game;
    this.#times = [];
    this.#head = gameHead(season, game);
    return this.#head;
  }

  #timeOf({ lines, entry, game }: Bet, which: 0 | 1): string | null {
    const place = lines.timesAt[2 * entry + which] as number;
    if (place === noTime) return null;
    this.#times[place] ??= new Date(lines.times[(lines.timesFrom[game] as number) + place] as number).toISOString();
    return this.#times[place];
  }
}

function atMoment(season: SeasonShelf, bet: Bet, { minutes, mostAgeMinutes }: AskedMoment): BetRow["at_moment"] {
  const { ages, quarters, prices } = linesAt(season, minutes);
  const { entry, at } = bet;
  const age = ages[entry] as number;
  if (age > 10 * mostAgeMinutes) {
    return { minutes_before: minutes, line: null, price: null, age_minutes: null, result: null, profit: null };
  }
  const posted = quarters[entry] as number;
  const line = posted === noLine ? noLine : lineOf(at.side.selection, posted);
  const price = prices[2 * entry + at.priceOffset] as number;
  const outcome = bet.outcomeAt(line, price);
  return {
    minutes_before: minutes,
    line: pointsOf(line),
    price: price || null,
    age_minutes: age / 10,
    result: outcomeNames[outcome],
    profit: unitsOf(price, outcome),
  };
}

function pointsOf(quarters: number): number | null {
  return quarters === noLine ? null : quarters / 4;
}

/** What is won on a stake of one unit. @param price 0 is none. */
function unitsOf(price: number, outcome: Outcome): number | null {
  return price === 0 || outcome === ungraded ? null : profitOf(price, outcome) / tenThousand;
}
