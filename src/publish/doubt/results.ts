/** The rules of doubt that look at a result: by itself, beside the odds, and beside the other games of its two teams. Pure. */

import type { DoubtName } from "../../domain/evidence.ts";
import { sampleProvider } from "../../domain/providers.ts";
import { sportFacts } from "../../domain/sports.ts";
import { isWithinADay, minuteMs } from "../../domain/times.ts";
import type { PricedEvent } from "../../ledger/events.ts";
import type { LedgerGame } from "../match/assemble.ts";

type Game = LedgerGame<PricedEvent>;

type ResultDoubt = { readonly rule: DoubtName; readonly reason: string };

/** Why a final is in doubt, in words; null: it is not. */
type Finds = (game: Game, others: readonly Game[], nowMs: number) => string | null;

/** In the order in which they are told. */
const rules = {
  tie_that_cannot_be: ({ records: [first] }) => {
    const { sport, season_type: type, home_score: home, away_score: away } = first;
    // Nobody has played 0-0 since 1943; it is how some sources state a game that was not played.
    const isUsual = sportFacts[sport].hasRegularTies && type === "regular" && home !== 0;
    if (home === null || home !== away || isUsual) return null;
    return `it is said to have ended ${away}-${home}, and such a game cannot end in a tie`;
  },
  // The sample's seasons know no clock.
  final_too_soon: ({ records: [first], startMs }, _, nowMs) => {
    if (startMs === null || first.provider === sampleProvider) return null;
    const playedMs = nowMs - startMs;
    if (playedMs >= sportFacts[first.sport].plausibility.shortestGameMs) return null;
    return `it is said to be final ${Math.round(playedMs / minuteMs)} minutes after its start`;
  },
  // Football has a week between two games, so that two of one pair within a day are one game under two dates. The first one stays, so that
  // publishes one after the other and a rebuild come to the same.
  twice_a_day: (game, others) => {
    const { hasDoubleheaders, hasWeeks } = sportFacts[game.records[0].sport];
    if (hasDoubleheaders) return null;
    const isNear = ({ gameDate }: Game): boolean =>
      hasWeeks ? isWithinADay(gameDate, game.gameDate) : gameDate === game.gameDate;
    const twin = others.find((other) => isNear(other) && isBefore(other, game));
    return twin === undefined ? null : `the same teams are said to have played on ${twin.gameDate} as well`;
  },
  sides_disputed: ({ records: [first], events }) => {
    if (first.neutral_site === true || events.length === 0) return null;
    if (!events.every(({ home }) => home === first.away)) return null;
    return `${first.provider} says ${first.away} at ${first.home}, and the odds say ${first.home} at ${first.away}`;
  },
  // One game that its provider states once more: under the next date, or twice in a day.
  same_final_as_the_day_before: ({ repeated }) => repeated?.reason ?? null,
} as const satisfies Partial<Record<DoubtName, Finds>>;

/**
 * The rules that a final game fails.
 * @param others the other games of the two teams that somebody says are final.
 * @param nowMs the clock of the publish.
 */
export function doubtResult(...asked: Parameters<Finds>): ResultDoubt[] {
  return (Object.entries(rules) as [DoubtName, Finds][]).flatMap(([rule, finds]) => {
    const reason = finds(...asked);
    return reason === null ? [] : [{ rule, reason }];
  });
}

function isBefore(one: Game, other: Game): boolean {
  if (one.gameDate !== other.gameDate) return one.gameDate < other.gameDate;
  return one.gameNumber < other.gameNumber;
}
