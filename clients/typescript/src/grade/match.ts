/**
 * Finds the game of each bet. A wrong game is worse than none: whatever could be of two games is named, and never guessed. The day on
 * which a bet was placed is never that of its game.
 */
import type { Bet, Side, Span, Wanted } from "./bet.ts";
import { addDays, slateDayOf, utcDayOf } from "./dates.ts";
import type { Game, Games } from "./games.ts";
import type { Problem } from "./problem.ts";
import { type Mention, teamKey } from "./teams.ts";
import {
  type Clock,
  clockOf,
  type DayGames,
  type DayReading,
  dayReadingOf,
  gamesOfReading,
  type Timed,
} from "./which-day.ts";

export type Match = {
  readonly bet: Bet;
  readonly game: Game | null;
  /** The side of the game that was bet on; of a team total, `team` is whose total it is. */
  readonly side: Side | null;
  readonly team: "home" | "away" | null;
  /** Why it is this game; null: none was found. */
  readonly evidence: string | null;
  /** The ids of other games that it could be of, if the day of the file were that of the bet. */
  readonly rivals: readonly string[];
  /** Why no game was found; null: one was. */
  readonly problem: Problem | null;
};

type Fit = { readonly game: Game; readonly pick: "home" | "away" | "either" | null; readonly isSwapped: boolean };

/** The games that fit, and in words how they were looked for. */
type Found = {
  readonly games: readonly Game[];
  readonly how: string;
  readonly rivals?: readonly Game[];
  /** Why none of them is taken, even where there is one alone. */
  readonly doubt?: string;
};

const dayMs = 86_400_000;
export const mostSpanDays = 45;
/** How many days after its placing, or before its settlement, a bet's game is looked for to name it. */
export const daysOfOne = 8;
/** How many days after a day that may be that of the bet its game may be. */
export const daysOfRivals = 3;
/** No game has ended so soon after its start; a half or an inning may have. */
const leastMs = { game: 90 * 60_000, part: 15 * 60_000 };
/** A bet on a game that is played is placed at most so long after its start. */
const liveMs = 5 * 3_600_000;
const nearMs = 75 * 60_000;

export function matchBets(bets: readonly Bet[], games: Games): Match[] {
  const rows = bets.map((bet) => (bet.problem === null ? byDay(bet.wanted, games) : null));
  const reading = dayReadingOf(rows.flatMap((row) => (row === null ? [] : [row.days])));
  const times = rows.flatMap((row) => row?.timed ?? []);
  const clock = clockOf(times);
  const isFiller = isFillerTime(times);
  return bets.map((bet, at) => {
    if (bet.problem !== null) return without(bet, bet.problem);
    const weak = weakness(bet.wanted);
    if (weak !== null) return without(bet, weak);
    const row = rows[at] ?? null;
    const found = row === null ? otherwise(bet, games) : ofDay(bet.wanted, row, { reading, clock, isFiller }, games);
    return "code" in found ? without(bet, found) : decided(bet, found);
  });
}

function without(bet: Bet, problem: Problem): Match {
  return { bet, game: null, side: null, team: null, evidence: null, rivals: [], problem };
}

const namesOf = ({ matchup, others, pick }: Wanted): readonly Mention[] => [
  ...(matchup ?? []),
  ...others,
  ...(pick === null ? [] : [pick]),
];

/** Without the league, a place alone may be of a sport that is not known here; and "birds" are several teams of each league. */
function weakness(wanted: Wanted): Problem | null {
  const { gameId, isLeague, matchup } = wanted;
  if (gameId !== null) return null;
  const named = namesOf(wanted);
  const strongest = Math.max(0, ...named.map(({ strength }) => strength));
  const isEnough = isLeague || strongest === 2 || (strongest === 1 && (matchup !== null || named.length > 1));
  if (!isEnough) {
    const text = "the league is not named, and the teams' names could be of another one";
    return { code: "sport", text, isMissing: true };
  }
  const [vague] = named;
  if (vague === undefined || !named.every(({ isVague }) => isVague)) return null;
  return { code: "team", text: `"${vague.text}" may be ${[...vague.teams].sort().join(", ")}: which?` };
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

/** The games that fit, of the slate dates from one to another. */
function fitting(wanted: Wanted, games: Games, from: string, to: string): readonly Game[] {
  const found: Game[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    for (const sport of wanted.sports) found.push(...games.on(sport, day));
  }
  return found.filter((game) => fitOf(game, wanted) !== null);
}

/** A program that has no time writes the same whole hour everywhere, such as noon. */
function isFillerTime(times: readonly Timed[]): boolean {
  const hours = new Set(times.map(({ clockMs }) => (clockMs % dayMs) / 3_600_000));
  const days = new Set(times.map(({ clockMs }) => Math.floor(clockMs / dayMs)));
  const [hour = 0] = hours;
  return hours.size === 1 && Number.isInteger(hour) && (days.size > 1 || hour === 12);
}

type Row = { readonly days: DayGames; readonly timed: Timed | null };

/** Null where the text says more than a day and a clock. */
function byDay(wanted: Wanted, games: Games): Row | null {
  const { date, sports, gameId } = wanted;
  if (date === null || date.instantMs !== null || gameId !== null) return null;
  const fits = (found: readonly Game[]) => found.filter((game) => fitOf(game, wanted) !== null);
  const days = date.days.map((day) => ({
    slate: fits(sports.flatMap((sport) => games.on(sport, day))),
    utc: fits(sports.flatMap((sport) => games.onUtc(sport, day))),
  }));
  const [day] = date.days;
  const { clockMs } = date;
  const near = clockMs === null ? [] : fitting(wanted, games, addDays(day, -1), addDays(day, 1));
  return { days, timed: clockMs === null ? null : { clockMs, games: near } };
}

const waysOfDay = { slate: "", utc: " by the day of UTC", either: " by the day of New York or of UTC" };

type FileReading = { readonly reading: DayReading; readonly clock: Clock | null; readonly isFiller: boolean };

function ofDay(wanted: Wanted, { days, timed }: Row, { reading, clock, isFiller }: FileReading, games: Games): Found {
  const said = wanted.date?.days.join(" or ") ?? "";
  if (timed !== null && clock !== null) {
    const begun = clock.begin(timed);
    const whose = clock.names.length === 1 ? `by the clock of ${clock.names[0]}` : "by one of several clocks";
    if (begun.length > 0) return { games: begun, how: `that begins at the time of the file, ${whose}` };
  }
  const isOffTime = timed !== null && !isFiller;
  const zone = isOffTime ? "either" : reading.zone;
  const taken = gamesOfReading(days, { ...reading, zone });
  const how = `on ${said}${waysOfDay[zone]}`;
  const found = taken.length > 0 ? { games: unique(taken), how } : nextDay(wanted, games);
  return wanted.isDaySure ? found : inDoubt(wanted, found, games, isOffTime);
}

/** A day that may be that of the bet: games of the next days are named where something speaks for them. */
function inDoubt(wanted: Wanted, found: Found, games: Games, isOffTime: boolean): Found {
  const [game] = found.games;
  if (game === undefined || (found.games.length > 1 && !isOffTime)) return found;
  const { lastDay } = wanted;
  if (lastDay !== null && game.date > lastDay)
    return { ...found, doubt: `${game.id} begins after the bet was settled` };
  const open = { ...wanted, gameNumber: null };
  const after = fitting(open, games, addDays(game.date, 1), addDays(game.date, daysOfRivals));
  const rivals = lastDay === null ? after : after.filter(({ date }) => date <= lastDay);
  if (rivals.length === 0) return found;
  const all = unique([...found.games, ...rivals]);
  if (lastDay !== null) return { ...found, games: all, how: `from ${found.how.replace(/^on /, "")} to the settlement` };
  if (isOffTime)
    return { ...found, games: all, how: "on the day of the file or after it, and its time is the start of none" };
  return { ...found, rivals };
}

/** In football the same teams do not meet again within days, so that a day before or after can be no other game. */
function nextDay(wanted: Wanted, games: Games): Found {
  const days = wanted.date?.days ?? [];
  const said = days.join(" or ");
  const sports = wanted.sports.filter((sport) => sport === "nfl" || sport === "ncaaf");
  const [day = ""] = days;
  if (!wanted.isLeague || days.length !== 1 || sports.length === 0) return { games: [], how: `on ${said}` };
  const near = fitting({ ...wanted, sports }, games, addDays(day, -1), addDays(day, 1));
  return { games: near, how: `within a day of ${said}` };
}

function unique(games: readonly Game[]): readonly Game[] {
  return [...new Set(games)];
}

function otherwise(bet: Bet, games: Games): Found | Problem {
  const { wanted } = bet;
  const { gameId, date, span } = wanted;
  if (gameId !== null) {
    const game = games.find(gameId);
    const fits = game !== null && fitOf(game, { ...wanted, gameNumber: null }) !== null;
    return { games: fits ? [game] : [], how: "by its game_id" };
  }
  if (date !== null && date.instantMs !== null) return atInstant(wanted, date.instantMs, games);
  return span === null ? { games: [], how: "" } : inSpan(bet, span, games);
}

/** By the slate date of an instant. Of several games, the one that begins within half an hour of it. */
function atInstant(wanted: Wanted, instantMs: number, games: Games): Found {
  // Midnight of a zone of the US is a day without a time.
  const isMidnight = instantMs % 3_600_000 === 0 && [4, 5, 6, 7, 8].includes(new Date(instantMs).getUTCHours());
  const day = isMidnight ? utcDayOf(instantMs) : slateDayOf(instantMs);
  const fits = fitting(wanted, games, day, day);
  const near = fits.filter(({ startMs }) => Math.abs(startMs - instantMs) <= 30 * 60_000);
  if (near.length === 1) return { games: near, how: "that begins at the time of the file" };
  const found = { games: fits, how: `on ${day}` };
  const isOffTime = !isMidnight && !fits.some(({ startMs }) => Math.abs(startMs - instantMs) <= nearMs);
  return wanted.isDaySure ? found : inDoubt(wanted, found, games, isOffTime);
}

/** The games that begin after the placing of a bet and end before its settlement. Where one of the two is missing, none is taken. */
function inSpan({ wanted, period, isLive }: Bet, { fromMs, toMs }: Span, games: Games): Found | Problem {
  const first = fromMs ?? (toMs ?? 0) - daysOfOne * dayMs;
  const last = toMs ?? first + daysOfOne * dayMs;
  if (last - first > (mostSpanDays + 2) * dayMs) {
    return { code: "date", text: `more than ${mostSpanDays} days lie between placing and settlement` };
  }
  const least = period === "game" ? leastMs.game : leastMs.part;
  const found = fitting(wanted, games, addDays(utcDayOf(first), -1), utcDayOf(last)).filter(
    ({ startMs }) => startMs >= first - (isLive ? liveMs : 0) && startMs + least <= last,
  );
  if (fromMs !== null && toMs !== null) return { games: found, how: "between placing and settlement" };
  const [how, missing] =
    fromMs === null
      ? [`in the ${daysOfOne} days before its settlement`, "when the bet was placed"]
      : [`in the ${daysOfOne} days after its placing`, "when it was settled"];
  return { games: found, how, doubt: `the file does not say the day of the game, nor ${missing}: which?` };
}

function idsText(games: readonly Game[]): string {
  const ids = [...games].sort((a, b) => a.startMs - b.startMs).map(({ id }) => id);
  return ids.length > 6 ? `${ids.slice(0, 6).join(", ")} and ${ids.length - 6} more` : ids.join(", ");
}

function decided(bet: Bet, { games, how, rivals = [], doubt }: Found): Match {
  const { wanted } = bet;
  const [game, second] = games;
  const named = [...new Set(namesOf(wanted).map(({ text }) => text))].join(" and ");
  if (game === undefined) {
    return without(bet, {
      code: "no_game",
      text: `no game is known here of ${wanted.gameId ?? `${named} ${how}`.trim()}`,
    });
  }
  if (doubt !== undefined)
    return without(bet, { code: "several_games", text: `${doubt} ${named} ${how}: ${idsText(games)}` });
  if (second !== undefined) {
    return without(bet, { code: "several_games", text: `${games.length} games fit ${how}: which? ${idsText(games)}` });
  }
  const { pick, isSwapped } = fitOf(game, { ...wanted, gameNumber: null }) ?? { pick: null, isSwapped: false };
  const isTotal = bet.market === "total" || bet.market === "team_total";
  if (pick === "either" && bet.market !== "total") {
    return without(bet, { code: "team", text: `the name of the team means both teams of ${game.id}` });
  }
  const picked = pick === "either" ? null : pick;
  const isOfBoth = wanted.matchup !== null || wanted.others.length > 0;
  const whose = isOfBoth ? "both" : picked === null ? named : game[picked];
  const only = how.startsWith("by its") ? how : `the only game of ${whose} ${how}`;
  const at = { bet, game, evidence: `${game.away} at ${game.home} on ${game.date}, ${only}`, problem: null };
  const match = { ...at, rivals: rivals.map(({ id }) => id) };
  if (isTotal) return { ...match, side: bet.side, team: bet.market === "team_total" ? picked : null };
  if (bet.side !== null && picked !== null && bet.side !== picked) {
    return without(bet, { code: "side", text: `the team that is named is not the ${bet.side} team of ${game.id}` });
  }
  if (bet.side !== null && picked === null && isSwapped && wanted.isOrdered) {
    return without(bet, { code: "side", text: `home and away are the other way round in ${game.id}` });
  }
  return { ...match, side: picked ?? bet.side, team: null };
}
