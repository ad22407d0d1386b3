/** `trend`: the record of a set of bets, judged by how many sets the assistant says that it has looked at [A-11, A-14]. */
import { type TrendRow, trends } from "../../contract/lists/trends.ts";
import { WrongParameter } from "../../contract/parameter.ts";
import { familyOf, keyedTrends, trendRows } from "../../query/trends/page.ts";
import { judgedSet, sumsOfSet, tooManyBets } from "../../query/trends/summed.ts";
import { counted, integerSchema, items, listFrom, more, queryOf, shapesOf, some, type Tool } from "../tool.ts";

const { sport, season, from, to, on, bet_type, selection, role, min_line, max_line, book } = trends.parameters;
const { group_by, split, tries, limit, cursor } = trends.parameters;
/** Those that the description names; all the others are taken as well. */
const described = {
  sport,
  season,
  from,
  to,
  on,
  bet_type,
  selection,
  role,
  min_line,
  max_line,
  book,
  group_by,
  split,
  tries,
  limit,
  cursor,
};

export const trend: Tool = {
  name: "trend",
  description:
    "How a set of bets did, and whether chance explains it. Takes every filter of /v1/trends by name (min_price, rest_min, team_last …). " +
    "tries is how many sets you have looked at in this talk, with this one: 2 for the second. p_adjusted and verdict allow for so many. " +
    "Tell the user tries and verdict, not win rates alone.",
  input: {
    properties: { ...shapesOf(described), on: { type: "string", description: "the teams bet on" } },
    required: ["sport"],
    additionalProperties: { type: ["string", "number", "boolean"] },
  },
  found: {
    trends: items("rows of /v1/trends; groups have fewer members"),
    tries: integerSchema,
    family: integerSchema,
    ...more,
  },
  async answer({ given, snapshot, shelf, owner }) {
    if (Object.hasOwn(given, "format")) {
      throw new WrongParameter("format", "format is not taken here, because an answer is JSON");
    }
    const asked = trends.read(queryOf(given));
    const { judgement, ...set } = judgedSet(snapshot, asked);
    const { tries, triesSince } = judgement;
    const { groupBy, split } = set.division;
    const filters = { sport: asked.sport, ...set.filter, groupBy, split, tries, triesSince };
    const list = listFrom(["trend", filters], asked.cursor);
    const groups = await shelf.computing.ask(sumsOfSet, set, { owner, snapshot });
    if (groups === null) throw tooManyBets();
    const all = trendRows(groups, judgement);
    const rows = keyedTrends(groups, all, list.after);
    const shown = list.take(rows, (row) => shortTrend(row, split !== null), { most: asked.limit });
    return {
      sentence: `${wordsOf(shown.items[0])} It is judged as set ${tries} of this talk.`,
      found: { trends: shown.items, tries, family: familyOf(all, judgement), ...shown.rest },
    };
  },
};

type ShortTrend = Pick<TrendRow, (typeof ofGroups)[number] | "return_on_investment"> & Partial<TrendRow>;

const ofGroups = [
  ...(["group", "bets", "won", "lost", "push", "void"] as const),
  ...(["win_rate", "p_value", "p_adjusted", "verdict"] as const),
] as const;

/** Of groups there may be hundreds. */
function shortTrend({ at_moment: atMoment, shared: _, ...row }: TrendRow, isOfHalves: boolean): ShortTrend {
  const moment = atMoment === null ? {} : { at_moment: atMoment };
  if (row.group === null || isOfHalves) return { ...row, ...moment };
  const { close } = row.return_on_investment;
  return { ...some(row as TrendRow, ofGroups), return_on_investment: { close } as TrendRow["return_on_investment"] };
}

function wordsOf(row: ShortTrend | undefined): string {
  if (row === undefined) return "There is no further group.";
  const { group, bets, won, lost, push, void: voided, win_rate: rate, verdict } = row;
  const of = group === null ? "" : `${group}: `;
  const record = `${of}${counted(bets, "bet")}: ${won} won, ${lost} lost, ${push} pushed${voided === 0 ? "" : `, ${voided} void`}`;
  const share = rate.value === null ? "" : `, which is ${percent(rate.value)} of the decided${between(rate)}`;
  const { close } = row.return_on_investment;
  const profit = close.value === null ? "" : `; return at the close ${percent(close.value)}${between(close)}`;
  return `${record}${share}${profit}; ${verdict === null ? "nothing can be said of chance" : `verdict: ${verdict}`}.`;
}

/** The interval of what is behind an estimate, in words; nothing where there is none. */
function between({ low, high }: TrendRow["win_rate"]): string {
  return low === null || high === null ? "" : ` (95% interval ${percent(low)} to ${percent(high)})`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}
