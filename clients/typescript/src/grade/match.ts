/**
 * Finds the game of each bet. A wrong game is worse than none: whatever could be of two games is named, and never guessed.
 *
 * Whether the days of a file are those of New York's slates or of UTC, and whether day or month stand first, all rows of the file
 * decide together: one of them is taken where (nearly) all rows that tell them apart need it.
 */
import type { Bet, Side, Wanted } from "./bet.ts";
import { addDays, slateDayOf, utcDayOf } from "./dates.ts";
import type { Game, Games } from "./games.ts";
import type { Problem } from "./problem.ts";
import { type Mention, teamKey } from "./teams.ts";

export type Match = {
  readonly bet: Bet;
  readonly game: Game | null;
  /** The side of the game that was bet on; of a team total, `team` is whose total it is. */
  readonly side: Side | null;
  readonly team: "home" | "away" | null;
  /** Why no game was found; null: one was. */
  readonly problem: Problem | null;
};

type Fit = { readonly game: Game; readonly pick: "home" | "away" | "either" | null; readonly isSwapped: boolean };

/** How many times more rows must need one way of reading than the other. */
const clearly = 10;
/** So many rows, at least, must need the days of UTC where the same teams play on days that follow each other. */
const leastUtc = 3;
const dayMs = 86_400_000;
const mostSpanDays = 30;
const mostDaysUnsettled = 4;

export function matchBets(bets: readonly Bet[], games: Games): Match[] {
  const read = bets.map((bet) => ({ bet, fits: bet.problem === null ? fitsByDay(bet.wanted, games) : null }));
  const reading = readingOf(read.flatMap(({ fits }) => (fits === null ? [] : [fits])));
  return read.map(({ bet, fits }) => {
    if (bet.problem !== null) return without(bet, bet.problem);
    const weak = weakness(bet.wanted);
    if (weak !== null) return without(bet, weak);
    return decided(bet, fits === null ? fitsOtherwise(bet.wanted, games) : chosen(fits, reading, bet.wanted, games));
  });
}

function without(bet: Bet, problem: Problem): Match {
  return { bet, game: null, side: null, team: null, problem };
}

/** Without the league, a place alone may be of a sport that is not known here. */
function weakness({ gameId, isLeague, matchup, others, pick }: Wanted): Problem | null {
  if (gameId !== null || isLeague) return null;
  const named = [...(matchup ?? []), ...others, ...(pick === null ? [] : [pick])];
  const strongest = Math.max(0, ...named.map(({ strength }) => strength));
  const isEnough = strongest === 2 || (strongest === 1 && (matchup !== null || named.length > 1));
  return isEnough
    ? null
    : { code: "sport", text: "the league is not named, and the teams' names could be of another one" };
}

function fitOf(game: Game, { matchup, others, pick, gameNumber }: Wanted): Fit | null {
  const home = teamKey(game.sport, game.home);
  const away = teamKey(game.sport, game.away);
  const has = ({ teams }: Mention, key: string) => teams.has(key);
  let isSwapped = false;
  if (matchup !== null) {
    const [first, second] = matchup;
    const isAsSaid = has(first, away) && has(second, home);
    isSwapped = !isAsSaid && has(first, home) && has(second, away);
    if (!isAsSaid && !isSwapped) return null;
  }
  if (others.some((each) => !has(each, home) && !has(each, away))) return null;
  if (gameNumber !== null && isSecond(game) !== (gameNumber === 2)) return null;
  if (pick === null) return { game, pick: null, isSwapped };
  const [isHome, isAway] = [has(pick, home), has(pick, away)];
  if (!isHome && !isAway) return null;
  return { game, pick: isHome && isAway ? "either" : isHome ? "home" : "away", isSwapped };
}

function isSecond({ id }: Game): boolean {
  return /-[2-9]$/.test(id);
}

/** For each order of day and month, the fits by the slate date and by the day of UTC. */
type DayFits = readonly { readonly slate: readonly Fit[]; readonly utc: readonly Fit[] }[];

/** Null where the text says more than a day. */
function fitsByDay(wanted: Wanted, games: Games): DayFits | null {
  const { date, sports, gameId } = wanted;
  if (date === null || date.instantMs !== null || gameId !== null) return null;
  const fits = (found: readonly Game[]) => found.flatMap((game) => fitOf(game, wanted) ?? []);
  return date.days.map((day) => ({
    slate: sports.flatMap((sport) => fits(games.on(sport, day))),
    utc: sports.flatMap((sport) => fits(games.onUtc(sport, day))),
  }));
}

type Reading = { readonly order: 0 | 1 | "either"; readonly zone: "slate" | "utc" | "either" };

function readingOf(rows: readonly DayFits[]): Reading {
  const counts = { slate: 0, utc: 0, first: 0, second: 0 };
  for (const row of rows) {
    const slate = row.some((each) => each.slate.length > 0);
    const utc = row.some((each) => each.utc.length > 0);
    if (slate && !utc) counts.slate++;
    if (utc && !slate) counts.utc++;
    if (row.length < 2) continue;
    const [first, second] = row.map((each) => each.slate.length + each.utc.length > 0);
    if (first && !second) counts.first++;
    if (second && !first) counts.second++;
  }
  const isUtc = counts.utc >= leastUtc && counts.utc >= clearly * counts.slate;
  const isSlate = counts.utc < leastUtc || counts.slate >= clearly * counts.utc;
  const isFirst = counts.first > 0 && counts.first >= clearly * counts.second;
  const isOther = counts.second > 0 && counts.second >= clearly * counts.first;
  return { order: isFirst ? 0 : isOther ? 1 : "either", zone: isUtc ? "utc" : isSlate ? "slate" : "either" };
}

function chosen(fits: DayFits, { order, zone }: Reading, wanted: Wanted, games: Games): readonly Fit[] {
  const rows = order === "either" || fits.length < 2 ? fits : [fits[order] as DayFits[number]];
  const found = rows.flatMap(({ slate, utc }) =>
    zone === "either" ? [...slate, ...utc] : zone === "slate" ? slate : utc,
  );
  return found.length > 0 ? unique(found) : nextDay(wanted, games);
}

/** In football the same teams do not meet again within days, so that a day before or after can be no other game. */
function nextDay(wanted: Wanted, games: Games): readonly Fit[] {
  const sports = wanted.sports.filter((sport) => sport === "nfl" || sport === "ncaaf");
  if (!wanted.isLeague || wanted.date?.days.length !== 1) return [];
  const [day] = wanted.date.days;
  return [-1, 1]
    .flatMap((count) => sports.flatMap((sport) => games.on(sport, addDays(day, count))))
    .flatMap((game) => fitOf(game, wanted) ?? []);
}

function unique(fits: readonly Fit[]): readonly Fit[] {
  return [...new Map(fits.map((fit) => [fit.game.id, fit])).values()];
}

function fitsOtherwise(wanted: Wanted, games: Games): readonly Fit[] {
  const { gameId, date, placedMs } = wanted;
  if (gameId !== null) {
    const game = games.find(gameId);
    const fit = game === null ? null : fitOf(game, { ...wanted, gameNumber: null });
    return fit === null ? [] : [fit];
  }
  if (date !== null && date.instantMs !== null) return atInstant(wanted, date.instantMs, games);
  return placedMs === null ? [] : inSpan(wanted, placedMs, games);
}

/** By the slate date of an instant. Of several games, the one that begins within half an hour of it. */
function atInstant(wanted: Wanted, instantMs: number, games: Games): readonly Fit[] {
  // Midnight of a zone of the US is a day without a time.
  const isMidnight = instantMs % 3_600_000 === 0 && [4, 5, 6, 7, 8].includes(new Date(instantMs).getUTCHours());
  const day = isMidnight ? utcDayOf(instantMs) : slateDayOf(instantMs);
  const fits = wanted.sports.flatMap((sport) => games.on(sport, day)).flatMap((game) => fitOf(game, wanted) ?? []);
  const near = fits.filter(({ game }) => Math.abs(game.startMs - instantMs) <= 30 * 60_000);
  return fits.length > 1 && near.length === 1 ? near : fits;
}

/** The games between the placing of a bet and its settlement. */
function inSpan(wanted: Wanted, fromMs: number, games: Games): readonly Fit[] {
  const { settledMs, matchup, sports } = wanted;
  if (settledMs === null && matchup === null) return [];
  const toMs = Math.min(settledMs ?? fromMs + mostDaysUnsettled * dayMs, fromMs + mostSpanDays * dayMs);
  const found: Fit[] = [];
  for (let day = addDays(utcDayOf(fromMs), -1); day <= utcDayOf(toMs); day = addDays(day, 1)) {
    for (const game of sports.flatMap((sport) => games.on(sport, day))) {
      if (game.startMs < fromMs || game.startMs > toMs) continue;
      const fit = fitOf(game, wanted);
      if (fit !== null) found.push(fit);
    }
  }
  return found;
}

function decided(bet: Bet, fits: readonly Fit[]): Match {
  const [fit, second] = fits;
  if (fit === undefined)
    return without(bet, { code: "no_game", text: `no game is known here of ${wantedWords(bet.wanted)}` });
  if (second !== undefined) {
    const ids = fits.map(({ game }) => game.id);
    const shown = ids.length > 4 ? `${ids.slice(0, 4).join(", ")} and ${ids.length - 4} more` : ids.join(", ");
    return without(bet, { code: "several_games", text: `${ids.length} games fit: which? ${shown}` });
  }
  const { game, pick, isSwapped } = fit;
  const isTotal = bet.market === "total" || bet.market === "team_total";
  if (pick === "either" && bet.market !== "total") {
    return without(bet, { code: "team", text: `the name of the team means both teams of ${game.id}` });
  }
  const picked = pick === "either" ? null : pick;
  if (isTotal) return { bet, game, side: bet.side, team: bet.market === "team_total" ? picked : null, problem: null };
  if (bet.side !== null && picked !== null && bet.side !== picked) {
    return without(bet, { code: "side", text: `the team that is named is not the ${bet.side} team of ${game.id}` });
  }
  if (bet.side !== null && picked === null && isSwapped && bet.wanted.isOrdered) {
    return without(bet, { code: "side", text: `home and away are the other way round in ${game.id}` });
  }
  return { bet, game, side: picked ?? bet.side, team: null, problem: null };
}

function wantedWords({ gameId, matchup, others, pick, date, placedMs, settledMs }: Wanted): string {
  if (gameId !== null) return gameId;
  const named = [...(matchup ?? []), ...others, ...(pick === null || matchup !== null ? [] : [pick])].map(
    ({ text }) => text,
  );
  const day = (ms: number) => utcDayOf(ms);
  const when =
    date !== null
      ? `on ${date.days.join(" or ")}`
      : placedMs === null
        ? ""
        : `between ${day(placedMs)} and ${settledMs === null ? "its settlement, which is missing" : day(settledMs)}`;
  return `${[...new Set(named)].join(" and ")} ${when}`.trim();
}
