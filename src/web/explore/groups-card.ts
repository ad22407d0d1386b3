/** The groups that a set was divided into, each with its record and what chance says of it. */

import type { TrendRow } from "../../contract/lists/trends.ts";
import type { Sport } from "../../domain/sports.ts";
import { findTeam } from "../../domain/teams/registry.ts";
import type { Chart } from "../ui/chart.ts";
import { type Html, html } from "../ui/html.ts";
import { card, table } from "../ui/parts.ts";
import { betTypeName, capitalized, countText, monthNames, shareText, signedShareText } from "../ui/words.ts";
import type { ExploreGrouping } from "./address.ts";
import { recordOf } from "./verdict-words.ts";

export const groupingNames: Readonly<Record<ExploreGrouping, string>> = {
  ...{ season: "season", week: "week", month: "month", team: "team" },
  ...{ bet_type: "bet", selection: "side", role: "role", line: "line" },
};

/** @param groups without the row for all. */
export function groupsCard(by: ExploreGrouping, sport: Sport, groups: readonly TrendRow[]): Html {
  const judged = groups.filter(({ p_value: chance }) => chance !== null).length;
  const title = `By ${groupingNames[by]}`;
  const hint = `Each verdict allows for all ${countText(judged)} groups: among many, one always looks striking.`;
  return card(
    { id: "groups-title", title, hint, look: "groups" },
    table({ name: title, look: "two-lines", ...groupsTable(by, sport, groups) }),
  );
}

export function groupsTable(by: ExploreGrouping, sport: Sport, groups: readonly TrendRow[]): Chart["table"] {
  const rows = groups.map((group) => {
    const { value, low, high } = group.win_rate;
    const close = group.return_on_investment.close.value;
    const interval = low === null || high === null ? "" : html` <small>${shareText(low)} to ${shareText(high)}</small>`;
    return [
      groupName(by, sport, group.group ?? ""),
      recordOf(group),
      html`${value === null ? "–" : shareText(value)}${interval}`,
      group.verdict === null ? "–" : group.verdict === "no evidence" ? "luck may do that" : group.verdict,
      close === null ? "–" : signedShareText(close),
    ];
  });
  const columns = [
    { head: capitalized(groupingNames[by]) },
    { head: "Record", look: "number" },
    { head: "Won", look: "number" },
    { head: "Beside chance", look: "second" },
    { head: "Return at the close", look: "number second" },
  ];
  return { columns, rows };
}

export function groupName(by: ExploreGrouping, sport: Sport, name: string): string {
  if (by === "team") return findTeam(sport, name)?.name ?? name;
  if (by === "month") return monthNames[Number(name) - 1] ?? name;
  if (by === "bet_type") return betTypeName(name);
  return by === "week" && /^\d+$/.test(name) ? `Week ${name}` : name;
}
