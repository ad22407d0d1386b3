/** The groups that a set was divided into by the visitor, each with its record and what chance says of it. */

import type { TrendRow } from "../../contract/lists/trends.ts";
import { type Sport, sportFacts } from "../../domain/sports.ts";
import { findTeam } from "../../domain/teams/registry.ts";
import { capitalized, countText, shareText, signedShareText } from "../frame/formats.ts";
import { card } from "../ui/card.ts";
import type { Choice } from "../ui/field.ts";
import { type Html, html } from "../ui/html.ts";
import { table } from "../ui/table.ts";
import { betTypeName, monthNames } from "../ui/words.ts";
import { type ExploreGrouping, exploreGroupings } from "./address.ts";
import { recordOf } from "./verdict-words.ts";

const names: Readonly<Record<ExploreGrouping, string>> = {
  season: "season",
  week: "week",
  month: "month",
  team: "team",
  bet_type: "bet",
  selection: "side",
  role: "role",
  line: "line",
};

export function groupingChoices(sport: Sport): readonly Choice[] {
  const offered = exploreGroupings.filter((each) => each !== "week" || sportFacts[sport].hasWeeks);
  return [["", "not at all"], ...offered.map((each) => [each, `by ${names[each]}`] as const)];
}

/** @param groups without the row for all. */
export function groupsCard(by: ExploreGrouping, sport: Sport, groups: readonly TrendRow[]): Html {
  const judged = groups.filter(({ p_value: chance }) => chance !== null).length;
  const rows = groups.map((group) => {
    const { value, low, high } = group.win_rate;
    const close = group.return_on_investment.close.value;
    const interval = low === null || high === null ? "" : html` <small>${shareText(low)} to ${shareText(high)}</small>`;
    return [
      groupName(by, sport, group.group),
      recordOf(group),
      html`${value === null ? "–" : shareText(value)}${interval}`,
      group.verdict === null ? "–" : group.verdict === "no evidence" ? "luck may do that" : group.verdict,
      close === null ? "–" : signedShareText(close),
    ];
  });
  const name = `By ${names[by]}`;
  const columns = [
    { head: capitalized(names[by]) },
    { head: "Record", look: "number" },
    { head: "Won", look: "number" },
    { head: "Beside chance", look: "second" },
    { head: "Return at the close", look: "number second" },
  ];
  const hint = `Each verdict allows for all ${countText(judged)} groups: among many, one always looks striking.`;
  return card(
    { id: "groups-title", title: name, hint, look: "groups" },
    table({ name, look: "two-lines", columns, rows }),
  );
}

function groupName(by: ExploreGrouping, sport: Sport, group: string | null): string {
  const name = group ?? "";
  if (by === "team") return findTeam(sport, name)?.name ?? name;
  if (by === "month") return monthNames[Number(name) - 1] ?? name;
  if (by === "bet_type") return betTypeName(name);
  return by === "week" && /^\d+$/.test(name) ? `Week ${name}` : name;
}
