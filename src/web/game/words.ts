/** A game in words: its occasion, its score, how it ended against its lines, and who moved those first. */
import type { Game } from "../../contract/lists/games.ts";
import type { FirstMoveRow } from "../../contract/lists/lines.ts";
import { type Sport, sportFacts } from "../../domain/sports.ts";
import { teamPath } from "../frame/paths.ts";
import { inventedWords, saidOf } from "../invented.ts";
import { type Hole, html } from "../ui/html.ts";
import { bookName, captureText, dateText, lineText, listText, minutesText, signedText } from "../ui/words.ts";

/** The markets that pages show. Team totals are left to the API. */
export const shownMarkets = ["spread", "total", "moneyline"] as const;
export type ShownMarket = (typeof shownMarkets)[number];

type Side = Game["home"];

export function nameOf({ name, abbreviation }: Side): string {
  return name ?? abbreviation ?? "Unknown team";
}

export function shortName(side: Side): string {
  return side.abbreviation ?? nameOf(side);
}

export function hasWon(side: Side, other: Side): boolean {
  return side.score !== null && other.score !== null && side.score > other.score;
}

/** The name of a team, which leads to its page where it has one. */
export function teamLink(sport: Sport, side: Side, name: Hole = nameOf(side)): Hole {
  const path = teamPath(sport, side.abbreviation);
  return path === null ? name : html`<a href="${path}">${name}</a>`;
}

/** The heading of a game, without anything of how it ended: fit for those who may not see that. */
export function occasionText({ sport, season_type: type, week, game_date: date }: Game): string {
  const ofWeek = week === null ? [] : [`week ${week}`];
  const part = type === "postseason" ? ["postseason"] : [];
  return [sportFacts[sport].label, ...ofWeek, ...part, dateText(date)].join(" · ");
}

/** As in `Los Angeles Rams 31, Tennessee Titans 37`. */
export function scoreText({ away, home }: Pick<Game, "away" | "home">): string {
  return [away, home].map((side) => `${nameOf(side)} ${side.score ?? ""}`.trim()).join(", ");
}

/** The words that messengers show of a link to the game. */
export function sharedWords(game: Game, isSample: boolean) {
  const occasion = occasionText(game);
  const verdicts = verdictTexts(game);
  const graded = `${verdicts.join("; ")}. ${occasion}. Lines of every US book from open to close, graded.`;
  const description = verdicts.length === 0 ? `${occasion}. No US book posted a line for this game.` : graded;
  return saidOf(isSample, { title: scoreText(game), description }, inventedWords);
}

/** A game or a period of it as it is graded, with the closes of its consensus. Null without a score or a consensus: then there is nothing to say. */
export function gradedGame({ sport, home, away, consensus }: Game) {
  if (home.score === null || away.score === null || consensus === null) return null;
  return {
    sport,
    home: nameOf(home),
    away: nameOf(away),
    score: { home: home.score, away: away.score },
    spread: consensus.spread.close,
    total: consensus.total.close,
    moneyline: { home: consensus.moneyline.home_close, away: consensus.moneyline.away_close },
  };
}

type Graded = NonNullable<ReturnType<typeof gradedGame>>;

/** The bet of a market and what became of it: `Titans −3 covered by 4`. Null: it has no close. */
export const verdictOf: Readonly<Record<ShownMarket, (graded: Graded) => string | null>> = {
  spread({ home, away, score, spread }) {
    if (spread === null) return null;
    const by = score.home - score.away + spread;
    if (by === 0) return `${home} ${lineText(spread, "spread")} was a push`;
    if (by > 0) return `${home} ${lineText(spread, "spread")} covered by ${by}`;
    // Subtracting from 0 makes 0 of -0.
    return `${away} ${lineText(0 - spread, "spread")} covered by ${-by}`;
  },
  total({ sport, score, total }) {
    if (total === null) return null;
    const sum = score.home + score.away;
    const scored = `${sum} ${sportFacts[sport].scoredIn}`;
    if (sum === total) return `${scored} were a push on ${total}`;
    if (sum > total) return `${scored} went over ${total} by ${sum - total}`;
    return `${scored} stayed under ${total} by ${total - sum}`;
  },
  moneyline({ home, away, score, moneyline }) {
    if (moneyline.home === null && moneyline.away === null) return null;
    if (score.home === score.away) return "Nobody led: moneylines were a push";
    const [name, price] = score.home > score.away ? [home, moneyline.home] : [away, moneyline.away];
    return price === null ? `${name} won` : `${name} won at ${signedText(price)}`;
  },
};

/** One verdict for each market that has a close; none where no book posted a line. */
export function verdictsOf(game: Game): readonly (readonly [market: ShownMarket, text: string])[] {
  const graded = gradedGame(game);
  return shownMarkets.flatMap((market) => {
    const text = graded === null ? null : verdictOf[market](graded);
    return text === null ? [] : [[market, text] as const];
  });
}

export const verdictTexts = (game: Game): readonly string[] => verdictsOf(game).map(([, text]) => text);

/** Which books moved a line first, and how long the others took to follow. @param side in front of the line; empty where the text before says it. */
export function firstMoveText(move: FirstMoveRow, market: ShownMarket, side = ""): string {
  const names = move.books.split("|").map(bookName);
  // Books of one capture moved together, and nobody knows which of them was first.
  const who = `${listText(names)}${names.length === 1 ? "" : " together"}`;
  const place = (line: number | null, price: number | null) =>
    line === null ? signedText(price) : lineText(line, market);
  const change = `${side} ${place(move.from, move.from_price)} to ${place(move.to, move.to_price)}`.trim();
  const [first, half] = [move.first_follow_seconds, move.median_follow_seconds].map((seconds) =>
    seconds < 90 ? `${Math.round(seconds)} s` : minutesText(seconds / 60),
  );
  return `${who} moved first: ${change}, ${captureText(move.moved_at)} UTC; ${move.followers} books followed, the first after ${first}, half of them within ${half}.`;
}
