/** The rules of doubt that look at a result: by itself, beside the odds, and beside the other games of its two teams. Pure. */
import { isWithinADay } from "../../domain/bounds-in-time.ts";
import type { DoubtName } from "../../domain/doubt-names.ts";
import { minuteMs } from "../../domain/durations.ts";
import { sampleProvider } from "../../domain/providers.ts";
import { sportFacts } from "../../domain/sports.ts";
import type { PricedEvent } from "../../ledger/events.ts";
import type { LedgerGame } from "../match/assemble.ts";

type Game = LedgerGame<PricedEvent>;

export type ResultDoubt = { readonly rule: DoubtName; readonly reason: string };

/**
 * The rules that a final game fails.
 * @param others the other games of the two teams that somebody says are final.
 * @param nowMs the clock of the publish.
 */
export function doubtResult(game: Game, others: readonly Game[], nowMs: number): ResultDoubt[] {
  return [
    ...tie(game),
    ...tooSoon(game, nowMs),
    ...twiceADay(game, others),
    ...sidesDisputed(game),
    ...statedAgain(game),
  ];
}

function tie({ records: [first] }: Game): ResultDoubt[] {
  const { sport, season_type: type, home_score: home, away_score: away } = first;
  // Nobody has played 0-0 since 1943; it is how some sources state a game that was not played.
  const isUsual = sportFacts[sport].hasRegularTies && type === "regular" && home !== 0;
  if (home === null || home !== away || isUsual) return [];
  return [
    {
      rule: "tie_that_cannot_be",
      reason: `it is said to have ended ${away}-${home}, and such a game cannot end in a tie`,
    },
  ];
}

/** The sample's seasons know no clock. */
function tooSoon({ records: [first], startMs }: Game, nowMs: number): ResultDoubt[] {
  if (startMs === null || first.provider === sampleProvider) return [];
  const playedMs = nowMs - startMs;
  if (playedMs >= sportFacts[first.sport].plausibility.shortestGameMs) return [];
  const minutes = Math.round(playedMs / minuteMs);
  return [{ rule: "final_too_soon", reason: `it is said to be final ${minutes} minutes after its start` }];
}

/**
 * Football has a week between two games, so that two of one pair within a day are one game under two dates. The first one
 * stays, so that publishes one after the other and a rebuild come to the same.
 */
function twiceADay(game: Game, others: readonly Game[]): ResultDoubt[] {
  const { sport } = game.records[0];
  if (sportFacts[sport].hasDoubleheaders) return [];
  const isNear = ({ gameDate }: Game): boolean =>
    sportFacts[sport].hasWeeks ? isWithinADay(gameDate, game.gameDate) : gameDate === game.gameDate;
  const twin = others.find((other) => isNear(other) && isBefore(other, game));
  if (twin === undefined) return [];
  return [{ rule: "twice_a_day", reason: `the same teams are said to have played on ${twin.gameDate} as well` }];
}

function isBefore(one: Game, other: Game): boolean {
  if (one.gameDate !== other.gameDate) return one.gameDate < other.gameDate;
  return one.gameNumber < other.gameNumber;
}

function sidesDisputed({ records: [first], events }: Game): ResultDoubt[] {
  if (first.neutral_site === true || events.length === 0) return [];
  if (!events.every(({ home }) => home === first.away)) return [];
  const reason = `${first.provider} says ${first.away} at ${first.home}, and the odds say ${first.home} at ${first.away}`;
  return [{ rule: "sides_disputed", reason }];
}

/** One game that its provider states once more: under the next date, or twice in a day. */
function statedAgain({ repeated }: Game): ResultDoubt[] {
  return repeated === null ? [] : [{ rule: "same_final_as_the_day_before", reason: repeated.reason }];
}
