/** Which of the teams that a bet names play each other, and which one is bet on. */
import type { Wanted } from "./bet.ts";
import type { Named, Texts } from "./bet-text.ts";
import { quoted } from "./problem.ts";
import type { Mention } from "./teams.ts";

type Parts = Pick<Wanted, "matchup" | "isOrdered" | "others" | "pick">;

/** @param hasGame whether the file has the game's id. @returns a text that says why it cannot be told. */
export function namedTeams(texts: Texts, hasGame: boolean): Parts | string {
  const of = (field: Texts[number]["field"]) => texts.find((each) => each.field === field)?.named ?? [];
  const isAt = (field: Texts[number]["field"]) => texts.find((each) => each.field === field)?.isAt ?? false;
  const [home, away] = [of("home"), of("away")];
  for (const [field, named] of [
    ["home", home],
    ["away", away],
  ] as const) {
    if (named.length > 1)
      return `column ${field} has two teams: ${quoted(named.map(({ text }) => text).join(" and "))}`;
  }
  const event = of("event");
  const inPick = pairIn([...of("pick"), ...of("market")], isOverUnder(texts));
  if (inPick === null)
    return `it is not clear which team is bet on: ${quoted(
      of("pick")
        .map(({ text }) => text)
        .join(" and "),
    )}`;
  const picks = inPick.picks;
  const pick = picks.length === 0 ? null : common(picks);
  if (picks.length > 0 && pick === null)
    return `two teams are bet on: ${quoted(picks.map(({ text }) => text).join(" and "))}`;
  const others = [...of("opponent"), ...inPick.others];
  const pair = (first: Mention | undefined, second: Mention | undefined, isOrdered: boolean): Parts | null =>
    first === undefined || second === undefined ? null : { matchup: [first, second], isOrdered, others, pick };
  const ofColumns = pair(away[0], home[0], true);
  const ofEvent = pair(event[0], event[1], isAt("event"));
  if (event.length > 2) return `more than two teams are named: ${quoted(event.map(({ text }) => text).join(" and "))}`;
  const ofPick = pair(inPick.pair?.[0], inPick.pair?.[1], isAt("pick"));
  const single = [...home, ...away, ...(event.length === 1 ? event : [])];
  const found = ofColumns ?? ofEvent ?? ofPick;
  if (found !== null) return { ...found, others: [...found.others, ...(ofColumns === null ? single : [])] };
  if (!hasGame && pick === null && others.length + single.length === 0) return "no team is named that is known";
  return { matchup: null, isOrdered: false, others: [...others, ...single], pick };
}

function isOverUnder(texts: Texts): boolean {
  const own = texts.filter(({ field }) => field === "pick" || field === "market");
  const isTeamTotal = own.some(({ markets }) => markets.has("team_total"));
  return !isTeamTotal && own.some(({ sides }) => sides.has("over") || sides.has("under"));
}

type Pair = {
  readonly pair: readonly [Named, Named] | null;
  readonly picks: readonly Named[];
  readonly others: readonly Named[];
};

/** "Dallas -3 Dallas @ New York": the two beside the separator play, and the other one is bet on. */
function pairIn(named: readonly Named[], isTotal: boolean): Pair | null {
  const after = named.findIndex(({ isAfterSeparator }) => isAfterSeparator);
  if (after > 0) {
    const [first, second] = [named[after - 1] as Named, named[after] as Named];
    const rest = named.filter((_, at) => at !== after - 1 && at !== after);
    // "Dallas -3 vs New York": words stand between the team and the separator, so it is the one that is bet on.
    return { pair: [first, second], picks: first.isBeforeSeparator ? rest : [first, ...rest], others: [] };
  }
  if (after === 0) return { pair: null, picks: named.slice(1), others: [named[0] as Named] };
  const [first, second, third] = named;
  const areTwo = first !== undefined && second !== undefined && common([first, second]) === null;
  if (!areTwo) return { pair: null, picks: named, others: [] };
  return isTotal && third === undefined ? { pair: [first, second], picks: [], others: [] } : null;
}

/** What several names mean together; null where they are of different teams. */
function common(mentions: readonly Mention[]): Mention | null {
  const [first, ...rest] = mentions;
  if (first === undefined) return null;
  const teams = new Set([...first.teams].filter((key) => rest.every((each) => each.teams.has(key))));
  const strongest = mentions.reduce((best, each) => (each.strength > best.strength ? each : best));
  return teams.size === 0 ? null : { ...strongest, teams, isVague: mentions.every(({ isVague }) => isVague) };
}
