/** Filters of form that cannot be asked of what else is asked for. */
import { betSides, type Selection } from "../../domain/bets/sides.ts";
import type { LineMarket } from "../../domain/market-names.ts";
import { type BetType, type Sport, sportFacts, sports } from "../../domain/sports.ts";
import { WrongParameter } from "../parameter.ts";
import { type FormName, formFilters, type LastResult, type Whose } from "./form.ts";

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

/** Filters of form that no team can meet together: a winning streak does not follow a loss. */

/** A filter's statement about the last game, one way of looking at it: signs from `least` to `most`, 1 being won, covered, over or favorite. */
type Said = {
  readonly name: string;
  readonly value: unknown;
  readonly way: Way;
  readonly least: -1 | 0 | 1;
  readonly most: -1 | 0 | 1;
  /** What it says it by: whatever comes later in this order is the one that is called wrong. */
  readonly by: "last" | "streak" | "margin" | "share";
};

type Way = "straight up" | "spread" | "total" | "role";

const results: Readonly<Record<LastResult | "favorite" | "underdog", readonly [way: Way, sign: 1 | -1]>> = {
  won: ["straight up", 1],
  lost: ["straight up", -1],
  covered: ["spread", 1],
  failed: ["spread", -1],
  over: ["total", 1],
  under: ["total", -1],
  favorite: ["role", 1],
  underdog: ["role", -1],
};

/** Ranges whose numbers are above 0, 0 or below 0 as the last game was. */
const ranges: readonly (readonly [start: string, way: Way, by: "streak" | "margin"])[] = [
  ["streak", "straight up", "streak"],
  ["ats_streak", "spread", "streak"],
  ["total_streak", "total", "streak"],
  ["last_margin", "straight up", "margin"],
];

const order = ["last", "streak", "margin", "share"] as const;

/** @throws WrongParameter with the filter that was probably meant. */
function checkContradictions(asked: Readonly<Record<string, unknown>>): void {
  const ofBoth = saidBy(asked, "both");
  for (const whose of ["team", "opponent", "either", "both"] as const) {
    const said = whose === "both" ? ofBoth : [...saidBy(asked, whose), ...ofBoth];
    for (const each of said) {
      const other = said.find(({ way, least }) => way === each.way && least > each.most);
      if (other !== undefined) throw contradiction(each, other);
    }
    if (whose !== "both") checkNumbers(asked, whose);
  }
}

function saidBy(asked: Readonly<Record<string, unknown>>, whose: Whose): readonly Said[] {
  const of = (name: FormName): readonly [name: string, value: unknown] => [
    `${whose}_${name}`,
    asked[`${whose}_${name}`],
  ];
  const chosen = (["last", "last_role"] as const).flatMap((each): readonly Said[] => {
    const [name, value] = of(each);
    const result = results[value as LastResult];
    return result === undefined ? [] : [{ name, value, way: result[0], least: result[1], most: result[1], by: "last" }];
  });
  const bounds = ranges.flatMap(([start, way, by]): readonly Said[] =>
    (["min", "max"] as const).flatMap((end): readonly Said[] => {
      const [name, value] = of(`${start}_${end}` as FormName);
      if (typeof value !== "number") return [];
      const sign = Math.sign(value) as Said["least"];
      return [{ name, value, way, by, ...(end === "min" ? { least: sign, most: 1 } : { least: -1, most: sign }) }];
    }),
  );
  const everyGame = (
    [
      ["win_share_min", 1],
      ["win_share_max", 0],
    ] as const
  ).flatMap(([each, share]): readonly Said[] => {
    const [name, value] = of(each);
    const sign = share === 1 ? 1 : -1;
    return value === share ? [{ name, value, way: "straight up", least: sign, most: sign, by: "share" }] : [];
  });
  return [...chosen, ...bounds, ...everyGame];
}

/** @param low says that the last game was no more than something, and `high` that it was more. */
function contradiction(low: Said, high: Said): WrongParameter {
  const [wrong, right] = order.indexOf(low.by) >= order.indexOf(high.by) ? [low, high] : [high, low];
  const text = `${right.name}=${right.value} and ${wrong.name}=${wrong.value} contradict each other`;
  if (wrong.by === "last") return new WrongParameter(wrong.name, `${text}: leave one of them out`);
  const isTooLow = wrong === low;
  const limit = isTooLow ? right.least : right.most;
  const then = {
    streak: limit === 0 ? `0 or ${isTooLow ? "more" : "less"}` : isTooLow ? "1 or more" : "-1 or less",
    margin: limit === 0 ? `0 or ${isTooLow ? "more" : "less"}` : `${isTooLow ? "above" : "below"} 0`,
    share: isTooLow ? "above 0" : "below 1",
  }[wrong.by];
  const meant = wrong.name.replace(/_(?:min|max)$/, isTooLow ? "_min" : "_max");
  return new WrongParameter(wrong.name, `${text}: then the ${wrong.by} is ${then}; did you mean ${meant}?`);
}

/** A bound of one team for which the bound of both leaves no room. The two of one name are compared where all ranges are. */
function checkNumbers(asked: Readonly<Record<string, unknown>>, whose: Whose): void {
  for (const [name, value] of Object.entries(asked)) {
    const [, prefix, range] = new RegExp(`^(${whose}|both)_(.+)_min$`).exec(name) ?? [];
    if (range === undefined || typeof value !== "number") continue;
    const other = `${prefix === "both" ? whose : "both"}_${range}_max`;
    const most = asked[other];
    if (typeof most === "number" && value > most)
      throw new WrongParameter(name, `${name}=${value} and ${other}=${most} contradict each other: no number is both`);
  }
}
