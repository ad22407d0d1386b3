/** A set of bets, a chance and a number in plain words. */
import { datesOfSeason } from "../../domain/seasons.ts";
import { bySport, isSport, type Sport, sportFacts } from "../../domain/sports.ts";
import { findTeam } from "../../domain/teams/registry.ts";
import { countText } from "../frame/formats.ts";
import { betTypeName, bookName, monthNames, periodInWords, weekdayNames } from "../ui/words.ts";
import type { Address } from "./address.ts";
import { formParts } from "./form-words.ts";
import { restWordOf } from "./rest.ts";

export const sportNames: Readonly<Record<Sport, string>> = bySport((sport) => sportFacts[sport].inWords);

const selectionWords: Readonly<Record<string, string>> = {
  home: "home teams",
  away: "away teams",
  over: "overs",
  under: "unders",
};

const movedWords: Readonly<Record<string, string>> = {
  toward: "line moved toward the bet",
  away: "line moved away from the bet",
  none: "line did not move",
};

/**
 * The parts of a set's name, as they stand with dots between.
 * @param filters those that the API was asked with. They are right.
 * @param firstSeason the first that there is; null: there is none.
 */
export function partsOf(filters: Address["filters"], firstSeason: number | null): readonly string[] {
  const value = (name: string) => filters.find(([each]) => each === name)?.[1] ?? "";
  const sport = value("sport");
  if (!isSport(sport)) return [];
  const teamName = (name: string) => findTeam(sport, value(name))?.name ?? value(name);
  const said = (name: string, words: string) => (value(name) === "" ? [] : [words]);
  const role = value("role");
  return [
    sportNames[sport],
    ...said("on", `take the ${teamNames(sport, value("on"))}`),
    ...ownRestParts(sport, value("rest_min"), value("rest_max")),
    ...restParts("opponent", value("opponent_rest_min"), value("opponent_rest_max")),
    ...said("team", `in games of the ${teamName("team")}`),
    ...said("home", `${teamName("home")} at home`),
    ...said("away", `${teamName("away")} on the road`),
    ...said("selection", selectionWords[value("selection")] ?? ""),
    ...said("role", `${role}s`),
    ...lineParts(value("min_line"), value("max_line"), role),
    ...priceParts(value("min_price"), value("max_price")),
    ...said("bet_type", value("bet_type").split(",").map(betTypeName).join(", ")),
    ...said("market", value("market").replace("_", " ")),
    ...said("period", periodInWords(value("period"))),
    ...restParts("home", value("home_rest_min"), value("home_rest_max")),
    ...restParts("away", value("away_rest_min"), value("away_rest_max")),
    ...said("month", `in ${monthNames[Number(value("month")) - 1] ?? ""}`),
    ...said("weekday", `on ${weekdayNames[value("weekday") as keyof typeof weekdayNames] ?? value("weekday")}s`),
    ...hourParts(value("start_hour_min"), value("start_hour_max")),
    ...said("conference", `both of ${value("conference")}`),
    ...said("division", `both of ${value("division")}`),
    ...boundParts("wind of", value("wind_min"), value("wind_max"), "mph"),
    ...boundParts("at", value("temperature_min"), value("temperature_max"), "°F"),
    ...said("indoor", value("indoor") === "true" ? "indoors" : "outdoors"),
    ...said("open_moved", movedWords[value("open_moved")] ?? ""),
    ...formParts(value),
    ...said("season_type", value("season_type") === "postseason" ? "postseason" : "regular season"),
    ...said("week", `week ${value("week")}`),
    ...said("result", `only ${value("result")}`),
    ...said("game_id", value("game_id")),
    `at the ${value("book") === "" ? "consensus" : bookName(value("book"))} close`,
    ...seasonParts(sport, { season: value("season"), from: value("from"), to: value("to") }, firstSeason),
  ];
}

function lineParts(min: string, max: string, role: string): readonly string[] {
  if (min === "" && max === "") return [];
  if (role === "underdog" && max === "" && Number(min) > 0) return [`by ${min} or more`];
  if (role === "favorite" && min === "" && Number(max) < 0) return [`by ${max.replace("-", "")} or more`];
  if (min === max) return [`line ${min}`];
  if (max === "") return [`line ${min} or more`];
  return [min === "" ? `line ${max} or less` : `line from ${min} to ${max}`];
}

/** Prices are in the order of what they pay, in which a favorite's -200 is below its -150. */
function priceParts(min: string, max: string): readonly string[] {
  const shown = (price: string) => (Number(price) > 0 ? `+${Number(price)}` : price);
  if (min === "" && max === "") return [];
  if (min === max) return [`price ${shown(min)}`];
  if (max === "") return [`price ${shown(min)} or better`];
  return [min === "" ? `price ${shown(max)} or worse` : `price from ${shown(min)} to ${shown(max)}`];
}

function hourParts(min: string, max: string): readonly string[] {
  if (min === "" && max === "") return [];
  if (max === "") return [`start at ${min}:00 New York time or later`];
  return [min === "" ? `start by ${max}:59 New York time` : `start from ${min}:00 to ${max}:59 New York time`];
}

function teamNames(sport: Sport, teams: string): string {
  const names = teams.split(",").map((team) => findTeam(sport, team)?.name ?? team);
  return names.length === 1 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}

function ownRestParts(sport: Sport, min: string, max: string): readonly string[] {
  const word = restWordOf(sport, min, max);
  return word === null ? restParts("own", min, max) : [word.label];
}

function boundParts(before: string, min: string, max: string, unit: string): readonly string[] {
  if (min === "" && max === "") return [];
  if (max === "") return [`${before} ${min} ${unit} or more`];
  return [min === "" ? `${before} ${max} ${unit} or less` : `${before} ${min} to ${max} ${unit}`];
}

function restParts(team: string, min: string, max: string): readonly string[] {
  if (min === "" && max === "") return [];
  if (min === "" && max === "1") return [`${team} team on no rest`];
  if (min === max) return [`${team} team ${days(min)} after its last game`];
  if (max === "") return [`${team} team ${min} or more days after its last game`];
  return [`${team} team ${min === "" ? `at most ${days(max)}` : `${min} to ${days(max)}`} after its last game`];
}

function days(count: string): string {
  return count === "1" ? "1 day" : `${count} days`;
}

type Span = { readonly season: string; readonly from: string; readonly to: string };

function seasonParts(sport: Sport, { season, from, to }: Span, firstSeason: number | null): readonly string[] {
  const year = seasonThatBegins(sport, from);
  const isWhole = season === "" && from === "" && firstSeason !== null;
  return [
    ...(season === "" ? [] : [`${season} season`]),
    ...(from === "" ? [] : [year === null ? `from ${from}` : `since ${year}`]),
    ...(isWhole ? [`since ${firstSeason}`] : []),
    ...(to === "" ? [] : [`until ${to}`]),
  ];
}

/** The season whose first day a date is; null: it is no season's. */
export function seasonThatBegins(sport: Sport, date: string): number | null {
  if (!/^[1-8]\d{3}-\d\d-\d\d$/.test(date)) return null;
  const year = Number(date.slice(0, 4));
  return [year, year + 1].find((season) => datesOfSeason({ sport, season }).from === date) ?? null;
}

/** How often chance does something, as people say it. */
export function chanceWords(probability: number): string {
  if (probability >= 0.95) return "nearly every try";
  if (probability >= 0.4) return `${Math.round(probability * 10)} of 10 tries`;
  if (probability < 0.0001) return "fewer than 1 of 10,000 tries";
  return `1 of ${countText(Math.round(1 / probability))} tries`;
}

const ordinals = ["", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];

export function ordinal(count: number): string {
  const word = ordinals[count];
  if (word !== undefined && word !== "") return word;
  const last = count % 100 >= 11 && count % 100 <= 13 ? 0 : count % 10;
  return `${countText(count)}${["th", "st", "nd", "rd"][last] ?? "th"}`;
}
