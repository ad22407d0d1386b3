/** The filters that few sets need. They stand below the sentence, and are open where one of them is set. */
import { html } from "ghtml";
import { betSides } from "../../domain/bets/sides.ts";
import { lineMarkets, linePeriods } from "../../domain/market-names.ts";
import { sportFacts } from "../../domain/sports.ts";
import { allTeamsOf } from "../../domain/teams/registry.ts";
import { filterNames, filterValue } from "./address.ts";
import { formFields } from "./form-words.ts";
import { choiceField, type Question } from "./question.ts";
import { restWordOf } from "./rest.ts";
import { monthNames, weekdayNames } from "./words.ts";

const inSentence: readonly string[] = [
  ...["sport", "on", "selection", "role", "bet_type", "min_line", "max_line", "book", "from"],
];

/** Those of form stand with the field by which they are added. */
const ofForm: readonly string[] = formFields.flatMap(({ names }) => names);

/** Leads from a field to what is wrong with it. */
const wrongField = ' aria-invalid="true" aria-describedby="ask-wrong"';

export function moreFields({ sport, address, seasons, reach, wrong }: Question): string {
  const value = (name: string) => filterValue(address, name);
  const rests = ["rest_min", "rest_max"];
  const hasRestWord = restWordOf(sport, value("rest_min"), value("rest_max")) !== null;
  const isSaid = (name: string) =>
    inSentence.includes(name) || ofForm.includes(name) || (hasRestWord && rests.includes(name));
  const set = filterNames.filter((name) => !isSaid(name) && value(name) !== "");
  const choice = (name: string, label: string, choices: readonly (readonly [string, string])[]) =>
    html`<div class="field"><span aria-hidden="true">${label}</span>!${choiceField(name, label, value(name), choices)}</div>`;
  const text = (name: string, label: string, more: string) =>
    html`<div class="field"><label for="f-${name}">${label}</label><input id="f-${name}" name="${name}" value="${isSaid(name) ? "" : value(name)}" autocomplete="off" !${more}!${wrong?.name === name ? wrongField : ""}></div>`;
  const any = ["", "any"] as const;
  const named = (values: Iterable<string>) => [any, ...[...values].map((each) => [each, each] as const)];
  const sides = betSides[sport];
  const ofSport = (values: readonly string[], valueIn: (side: (typeof sides)[number]) => string) =>
    named(values.filter((each) => sides.some((side) => valueIn(side) === each)));
  const groups = (pick: "conference" | "division") => {
    const found = new Set(allTeamsOf(sport).flatMap((team) => team[pick] ?? []));
    return [...found].sort();
  };
  const divisions = groups("division");
  /** Both ends in one field. @param full what the short label stands for. */
  const range = (of: string, label: string, full: string, names = [`${of}_min`, `${of}_max`]) => {
    const ends = names.map((name, place) => {
      const isWrong = wrong?.name === name ? wrongField : "";
      const words = place === 0 ? "from" : "to";
      return html`<input name="${name}" aria-label="${label}: ${full}, ${words}" value="${isSaid(name) ? "" : value(name)}" placeholder="${words}" inputmode="text" size="4" autocomplete="off"!${isWrong}>`;
    });
    return html`<div class="field"><span aria-hidden="true">${label}</span><div class="ends">!${ends}</div></div>`;
  };
  return html`<details class="more"!${set.length > 0 || address.held !== null ? " open" : ""}><summary>More filters!${set.length > 0 ? html` <span class="count">${set.length} set</span>` : ""}</summary>
<div class="fields">
!${reach?.kind === "only" ? "" : choice("season", "One season", named(seasons.map(String)))}
!${text("to", "Until", 'type="date"')}
!${choice("season_type", "Season part", [any, ["regular", "regular season"], ["postseason", "postseason"]])}
!${sportFacts[sport].hasWeeks ? text("week", "Week", 'inputmode="numeric" placeholder="any"') : ""}
!${choice("month", "Month", [any, ...monthNames.map((name, index) => [String(index + 1), name] as const)])}
!${choice("weekday", "Weekday", [any, ...Object.entries(weekdayNames)])}
!${range("start_hour", "Start hour", "hour of the start in New York, 0 to 23")}
!${text("team", "In games of", 'list="teams" placeholder="any team"')}
!${text("home", "Home team", 'list="teams" placeholder="any"')}
!${text("away", "Away team", 'list="teams" placeholder="any"')}
!${choice(
    "market",
    "Market",
    ofSport(lineMarkets, ({ marketName }) => marketName),
  )}
!${choice(
    "period",
    "Period",
    ofSport(linePeriods, ({ periodName }) => periodName),
  )}
!${choice("open_moved", "Line moved", [
    any,
    ["toward", "toward the bet"],
    ["away", "away from the bet"],
    ["none", "not at all"],
  ])}
!${choice("conference", "Conference", named(groups("conference")))}
!${divisions.length === 0 ? "" : choice("division", "Division", named(divisions))}
!${range("rest", "Rest, days", "days since the last game of the team that is bet on")}
!${range("opponent_rest", "Opponent's rest", "days since the last game of its opponent")}
!${range("home_rest", "Home rest", "days since the last game of the home team")}
!${range("away_rest", "Away rest", "days since the last game of the away team")}
!${range("price", "Closing price", "American odds of the close, in the order of what they pay", ["min_price", "max_price"])}
!${range("wind", "Wind, mph", "wind in miles per hour")}
!${range("temperature", "Temperature, °F", "temperature in degrees Fahrenheit")}
!${choice("indoor", "Under a roof", [any, ["true", "indoors"], ["false", "outdoors"]])}
<div class="field"><label for="f-split">Hold back since</label><input id="f-split" name="split" type="date" value="${address.held?.split ?? ""}"></div>
!${value("result") === "" ? "" : choice("result", "Result", named(["won", "lost", "push"]))}
!${value("game_id") === "" ? "" : text("game_id", "Game", "")}
</div>
<button data-ask-button>Show</button>
</details>`;
}
