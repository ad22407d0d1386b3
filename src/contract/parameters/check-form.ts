/** Filters of form that cannot be asked of what else is asked for. */
import type { Selection } from "../../domain/bets/sides.ts";
import { betSides } from "../../domain/bets/sides.ts";
import type { LineMarket } from "../../domain/market-names.ts";
import { type BetType, type Sport, sportFacts, sports } from "../../domain/sports.ts";
import { WrongParameter } from "../parameter.ts";
import { formFilters, type LastResult } from "./form.ts";
import { checkContradictions } from "./form-contradictions.ts";

type Asked = Readonly<Record<string, unknown>> & {
  readonly sport: Sport;
  readonly bet_type: readonly BetType[] | null;
  readonly market: LineMarket | null;
  readonly selection: Selection | null;
};

const withStarters = sports
  .flatMap((sport) => sportFacts[sport].starterIs?.replace(/^/, `of ${sport} the `) ?? [])
  .join(" and ");

/** @throws WrongParameter when filters contradict each other, or ask about a team that no such bet has. */
export function checkForm(asked: Asked): void {
  const isGiven = (name: string): boolean => asked[name] !== null && asked[name] !== undefined;
  checkContradictions(asked);
  const ofStarter = Object.keys(formFilters).find((name) => /_starter(?:_hand)?$/.test(name) && isGiven(name));
  if (ofStarter !== undefined && sportFacts[asked.sport].starterIs === null)
    throw new WrongParameter(ofStarter, `of a game of ${asked.sport} no starter is known, only ${withStarters}`);
  const result = asked.meeting_last as LastResult | null;
  const isOfTotal = result === "over" || result === "under";
  const ofTeam = Object.keys(formFilters).find(
    (name) => isGiven(name) && (/^(team|opponent)_/.test(name) || (name === "meeting_last" && !isOfTotal)),
  );
  if (ofTeam !== undefined && onlyTotals(asked)) {
    const instead = /^(team|opponent)_/.test(ofTeam)
      ? `: ask with ${ofTeam.replace(/^[a-z]+_/, "either_")} or ${ofTeam.replace(/^[a-z]+_/, "both_")}`
      : ": over or under can be asked of it";
    throw new WrongParameter(ofTeam, `${ofTeam} is of the team that is bet on, and a total is on neither${instead}`);
  }
  if (asked.same_division === true && asked.division != null)
    throw new WrongParameter(
      "same_division",
      "same_division is of any division, and division names one: leave one of them out",
    );
  if (asked.same_conference === true && asked.conference != null)
    throw new WrongParameter(
      "same_conference",
      "same_conference is of any conference, and conference names one: leave one of them out",
    );
  if (asked.week != null && (isGiven("week_min") || isGiven("week_max")))
    throw new WrongParameter("week", "week is one week: leave it out, or week_min and week_max");
}

/** Whether every bet that is asked for is a total of both teams. */
function onlyTotals({ sport, bet_type: betTypes, market, selection }: Asked): boolean {
  const sides = betSides[sport].filter(
    (side) =>
      (betTypes === null || betTypes.includes(side.betType)) &&
      (market === null || side.marketName === market) &&
      (selection === null || side.selection === selection),
  );
  return sides.length > 0 && sides.every((side) => side.team === null);
}
