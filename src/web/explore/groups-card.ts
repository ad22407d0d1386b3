/** The groups that a set was divided into by the visitor, each with its record and what chance says of it. */

import type { TrendRow } from "../../contract/lists/trends.ts";
import { type Sport, sportFacts } from "../../domain/sports.ts";
import { findTeam } from "../../domain/teams/registry.ts";
import { countText, shareText, signedShareText } from "../frame/formats.ts";
import { type Html, html } from "../ui/html.ts";
import { type ExploreGrouping, exploreGroupings } from "./address.ts";
import type { Choice } from "./question.ts";
import { recordOf } from "./verdict-words.ts";
import { betTypeName, monthNames } from "./words.ts";

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
    const { win_rate: rate, return_on_investment: returns } = group;
    const interval =
      rate.low === null || rate.high === null
        ? ""
        : html` <small>${shareText(rate.low)} to ${shareText(rate.high)}</small>`;
    const verdict = group.verdict === null ? "–" : group.verdict === "no evidence" ? "luck may do that" : group.verdict;
    return html`<tr><th scope="row">${groupName(by, sport, group.group)}</th>
<td class="number">${recordOf(group)}</td>
<td class="number">${rate.value === null ? "–" : shareText(rate.value)}${interval}</td>
<td class="second">${verdict}</td>
<td class="number second">${returns.close.value === null ? "–" : signedShareText(returns.close.value)}</td></tr>`;
  });
  return html`<section class="card groups" aria-labelledby="groups-title">
<div class="card-head"><h2 id="groups-title">By ${names[by]}</h2>
<p class="hint">Each verdict allows for all ${countText(judged)} groups: among many, one always looks striking.</p></div>
<div class="table" tabindex="0" role="group" aria-label="By ${names[by]}"><table class="data two-lines">
<thead><tr><th scope="col">${names[by].charAt(0).toUpperCase() + names[by].slice(1)}</th><th scope="col" class="number">Record</th><th scope="col" class="number">Won</th><th scope="col" class="second">Beside chance</th><th scope="col" class="number second">Return at the close</th></tr></thead>
<tbody>${rows}</tbody></table></div></section>`;
}

function groupName(by: ExploreGrouping, sport: Sport, group: string | null): string {
  const name = group ?? "";
  if (by === "team") return findTeam(sport, name)?.name ?? name;
  if (by === "month") return monthNames[Number(name) - 1] ?? name;
  if (by === "bet_type") return betTypeName(name);
  return by === "week" && /^\d+$/.test(name) ? `Week ${name}` : name;
}
