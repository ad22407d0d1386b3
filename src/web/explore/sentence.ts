/** The question as a sentence whose words are the fields of a form. Every field has the name of the API's parameter. */

import { betSides } from "../../domain/bets/sides.ts";
import { usBooks } from "../../domain/books.ts";
import { lineMarkets, linePeriods } from "../../domain/periods.ts";
import { datesOfSeason } from "../../domain/seasons.ts";
import { sportFacts, sports } from "../../domain/sports.ts";
import { allTeamsOf, teamsOf } from "../../domain/teams/registry.ts";
import { longestQuestion, understood } from "../ask/understood.ts";
import { type Html, html, noHtml } from "../ui/html.ts";
import { betTypeName, monthNames, weekdayNames } from "../ui/words.ts";
import { type Address, filterNames, filterValue, today } from "./address.ts";
import { type FormField, formFields, typedWords } from "./form-words.ts";
import { groupingChoices } from "./groups-card.ts";
import { type Choice, choiceField, type Question } from "./question.ts";
import { restWordOf, restWords } from "./rest.ts";
import { partsOf, seasonThatBegins, sportNames } from "./words.ts";

export function sentenceForm(question: Question): Html {
  const { sport, address, reach, wrong, manageUrl } = question;
  const value = (name: string) => filterValue(address, name);
  const field = (name: string, label: string, choices: readonly Choice[]) =>
    choiceField(name, label, value(name), choices);
  const text = (name: string, label: string, placeholder: string, more: Html = noHtml) => {
    const isWrong = wrong?.name === name ? html` aria-invalid="true" aria-describedby="ask-wrong"` : "";
    return html`<input name="${name}" aria-label="${label}" value="${value(name)}" placeholder="${placeholder}" autocomplete="off" spellcheck="false" ${more}${isWrong}>`;
  };
  const sportChoices = sports.map((each) => [each, sportNames[each]] as const);
  const betTypes = sportFacts[sport].betTypes.map((each) => [each, betTypeChoice(each)] as const);
  const unlock =
    reach === null || reach.kind === "all"
      ? ""
      : html`<p class="hint"><a href="${manageUrl}">Sign in or start a trial</a> for every season</p>`;
  return html`<form class="ask card" action="/" method="get" data-ask>
<fieldset${reach === null ? html` disabled` : ""}><legend class="hidden">Which bets</legend>
<p class="sentence">In ${choiceField("sport", "Sport", sport, sportChoices)}
take ${text("on", "Team that is bet on", "any team", html`list="teams" class="team"`)},
${field("selection", "Side", [
  ["", "every side"],
  ["home", "home teams"],
  ["away", "away teams"],
  ["over", "overs"],
  ["under", "unders"],
])}
that are ${field("role", "Role", [
    ["", "favorites or underdogs"],
    ["favorite", "favorites"],
    ["underdog", "underdogs"],
  ])}
on the ${field("bet_type", "Bet", [["", "any bet"], ...betTypes])},
with a line from ${text("min_line", "Smallest line", "any", html`inputmode="text" class="number"`)}
to ${text("max_line", "Largest line", "any", html`inputmode="text" class="number"`)},
${restField(question)}
at the ${field("book", "Book", [["", "consensus"], ...usBooks.map(({ slug, name }) => [slug, name] as const)])} close,
${sinceField(question)},
divided ${choiceField("group_by", "Groups", address.grouped ?? "", groupingChoices(sport))}.
<button class="primary" data-ask-button>Show</button></p>
<datalist id="teams">${teamsOf(sport).map(({ abbreviation, name }) => html`<option value="${abbreviation}">${name}</option>`)}</datalist>
${wrong === null ? "" : html`<p class="field-wrong" id="ask-wrong" role="alert">${wrong.message}</p>`}
${reach === null ? "" : addFilter(question)}
${reach === null ? "" : moreFields(question)}
${unlock}</fieldset></form>`;
}

/** Spread bets are asked for as ATS, too. */
function betTypeChoice(betType: string): string {
  return betType === "spread" ? "spread (ATS)" : betTypeName(betType);
}

/** How rested the team that is bet on is, in the words of the sport; other rests are said in days, below the sentence. */
function restField({ sport, address }: Question): Html {
  const [min, max] = [filterValue(address, "rest_min"), filterValue(address, "rest_max")];
  if (restWords[sport].length === 0) return noHtml;
  const isInDays = min !== "" || max !== "";
  const value = restWordOf(sport, min, max)?.word ?? (isInDays ? "days" : "");
  const choices = restWords[sport].map(({ word, label }) => [word, label] as const);
  const inDays = value === "days" ? [["days", "with the rest below"] as const] : [];
  return html`${choiceField("rest", "Rest", value, [["", "after any rest"], ...choices, ...inDays])},`;
}

/** The seasons that are asked for. Without an account it may be only one. */
function sinceField({ sport, address, seasons, reach }: Question): Html {
  const only = filterValue(address, "season");
  if (reach?.kind === "only") {
    return html`<span class="fixed">in the ${reach.season} season</span>`;
  }
  if (only !== "") return html`<span class="fixed">in the ${only} season</span>`;
  const least = reach?.kind === "since" ? reach.season : 0;
  const [first, ...later] = seasons.filter((season) => season >= least);
  const value = filterValue(address, "from");
  const choices: Choice[] = [
    ["", first === undefined ? "since ever" : `since ${first}`],
    ...later.map((season) => [datesOfSeason({ sport, season }).from, `since ${season}`] as const),
  ];
  const isFirst = value !== "" && seasonThatBegins(sport, value) === first;
  if (value !== "" && !isFirst && !choices.some(([each]) => each === value)) choices.push([value, `since ${value}`]);
  return choiceField("from", "First season", isFirst ? "" : value, choices);
}

export function addFilter({ address, wrong }: Question): Html {
  const isWrong = wrong?.name === "add";
  const fields = formFields.filter((field) => isShown(address, field)).map((field) => oneField(field, address, wrong));
  return html`<p class="add"><label for="f-add">Add a filter</label>
<input id="f-add" name="add" list="filters" placeholder="off a loss, winning streak, rematch…" autocomplete="off"${isWrong ? html` aria-invalid="true" aria-describedby="ask-wrong"` : ""}>
<datalist id="filters">${typedWords.map((words) => html`<option value="${words}">`)}</datalist></p>
${fields.length === 0 ? "" : html`<div class="fields added">${fields}</div>`}`;
}

function isShown(address: Address, { names, label }: FormField): boolean {
  return address.adding === label || names.some((name) => filterValue(address, name) !== "");
}

function oneField({ names, label, choices }: FormField, address: Address, wrong: Question["wrong"]): Html {
  const [first = ""] = names;
  const isNew = address.adding === label;
  if (choices !== null) {
    return html`<div class="field"><span aria-hidden="true">${label}</span>${choiceField(first, label, filterValue(address, first), [["", "any"], ...choices])}</div>`;
  }
  const inputs = names.map((name, place) => {
    const end = names.length === 1 ? "" : place === 0 ? ", from" : ", to";
    const isWrong = wrong?.name === name ? html` aria-invalid="true" aria-describedby="ask-wrong"` : "";
    return html`<input name="${name}" aria-label="${label}${end}" value="${filterValue(address, name)}" placeholder="${end === "" ? "any" : end.slice(2)}" size="6" autocomplete="off"${isNew && place === 0 ? html` autofocus` : ""}${isWrong}>`;
  });
  return html`<div class="field"><span aria-hidden="true">${label}</span><div class="ends">${inputs}</div></div>`;
}

const inSentence: readonly string[] = [
  ...["sport", "on", "selection", "role", "bet_type", "min_line", "max_line", "book", "from"],
];

/** Those of form stand with the field by which they are added. */
const ofForm: readonly string[] = formFields.flatMap(({ names }) => names);

/** Leads from a field to what is wrong with it. */
const wrongField = html` aria-invalid="true" aria-describedby="ask-wrong"`;

function moreFields({ sport, address, seasons, reach, wrong }: Question): Html {
  const value = (name: string) => filterValue(address, name);
  const rests = ["rest_min", "rest_max"];
  const hasRestWord = restWordOf(sport, value("rest_min"), value("rest_max")) !== null;
  const isSaid = (name: string) =>
    inSentence.includes(name) || ofForm.includes(name) || (hasRestWord && rests.includes(name));
  const set = filterNames.filter((name) => !isSaid(name) && value(name) !== "");
  const choice = (name: string, label: string, choices: readonly (readonly [string, string])[]) =>
    html`<div class="field"><span aria-hidden="true">${label}</span>${choiceField(name, label, value(name), choices)}</div>`;
  const text = (name: string, label: string, more: Html) =>
    html`<div class="field"><label for="f-${name}">${label}</label><input id="f-${name}" name="${name}" value="${isSaid(name) ? "" : value(name)}" autocomplete="off" ${more}${wrong?.name === name ? wrongField : ""}></div>`;
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
      return html`<input name="${name}" aria-label="${label}: ${full}, ${words}" value="${isSaid(name) ? "" : value(name)}" placeholder="${words}" inputmode="text" size="4" autocomplete="off"${isWrong}>`;
    });
    return html`<div class="field"><span aria-hidden="true">${label}</span><div class="ends">${ends}</div></div>`;
  };
  return html`<details class="more"${set.length > 0 || address.held !== null ? html` open` : ""}><summary>More filters${set.length > 0 ? html` <span class="count">${set.length} set</span>` : ""}</summary>
<div class="fields">
${reach?.kind === "only" ? "" : choice("season", "One season", named(seasons.map(String)))}
${text("to", "Until", html`type="date"`)}
${choice("season_type", "Season part", [any, ["regular", "regular season"], ["postseason", "postseason"]])}
${sportFacts[sport].hasWeeks ? text("week", "Week", html`inputmode="numeric" placeholder="any"`) : ""}
${choice("month", "Month", [any, ...monthNames.map((name, index) => [String(index + 1), name] as const)])}
${choice("weekday", "Weekday", [any, ...Object.entries(weekdayNames)])}
${range("start_hour", "Start hour", "hour of the start in New York, 0 to 23")}
${text("team", "In games of", html`list="teams" placeholder="any team"`)}
${text("home", "Home team", html`list="teams" placeholder="any"`)}
${text("away", "Away team", html`list="teams" placeholder="any"`)}
${choice(
  "market",
  "Market",
  ofSport(lineMarkets, ({ marketName }) => marketName),
)}
${choice(
  "period",
  "Period",
  ofSport(linePeriods, ({ periodName }) => periodName),
)}
${choice("open_moved", "Line moved", [
  any,
  ["toward", "toward the bet"],
  ["away", "away from the bet"],
  ["none", "not at all"],
])}
${choice("conference", "Conference", named(groups("conference")))}
${divisions.length === 0 ? "" : choice("division", "Division", named(divisions))}
${range("rest", "Rest, days", "days since the last game of the team that is bet on")}
${range("opponent_rest", "Opponent's rest", "days since the last game of its opponent")}
${range("home_rest", "Home rest", "days since the last game of the home team")}
${range("away_rest", "Away rest", "days since the last game of the away team")}
${range("price", "Closing price", "American odds of the close, in the order of what they pay", ["min_price", "max_price"])}
${range("wind", "Wind, mph", "wind in miles per hour")}
${range("temperature", "Temperature, °F", "temperature in degrees Fahrenheit")}
${choice("indoor", "Under a roof", [any, ["true", "indoors"], ["false", "outdoors"]])}
<div class="field"><label for="f-split">Hold back since</label><input id="f-split" name="split" type="date" value="${address.held?.split ?? ""}"></div>
${value("result") === "" ? "" : choice("result", "Result", named(["won", "lost", "push"]))}
${value("game_id") === "" ? "" : text("game_id", "Game", noHtml)}
</div>
<button data-ask-button>Show</button>
</details>`;
}

export function sayBox({ sport, address, reach }: Pick<Question, "sport" | "address" | "reach">): Html {
  const { said } = address;
  return html`<form class="say" action="/" method="get" data-say><input type="hidden" name="sport" value="${sport}">
<label for="f-say">Say it in your own words</label>
<p class="actions"><input id="f-say" name="ask" value="${said ?? ""}" maxlength="${longestQuestion}" placeholder="49ers road favorites off a bye" autocomplete="off" spellcheck="false"${reach === null ? html` disabled` : ""}> <button class="primary"${reach === null ? html` disabled` : ""}>Ask</button></p>
${said === null ? "" : outcome(said, { sport, address })}</form>`;
}

function outcome(said: string, { sport, address }: Pick<Question, "sport" | "address">): Html {
  if (address.problem !== null || address.unanswered !== null) return noHtml;
  const { left } = understood(said, sport, today());
  // The last parts are of every set: its book, and its first season.
  const parts = partsOf(address.filters, null).join(" · ");
  // A link that somebody shared may have words that no filter has.
  const isWhole = left.length === 0;
  return html`<p class="hint">${isWhole ? html`Understood: ${parts}.` : html`Not answered: <strong>${left.join(", ")}</strong>. Below is ${parts}.`}</p>`;
}
