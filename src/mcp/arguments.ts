/** Reads arguments as the API reads the parameters of a request, so that wrong ones get the same errors. */
import { quoted } from "../contract/hints.ts";
import { WrongParameter } from "../contract/parameter.ts";
import { teamCalled } from "../contract/team-hints.ts";
import { type Sport, sports } from "../domain/sports.ts";
import type { Arguments } from "./tool.ts";

/** More teams than any sport has. */
const mostTeams = 400;

/** Arguments that name teams. The API takes abbreviations and ids; assistants write what people say. */
const ofTeams = ["team", "opponent", "home", "away", "on"];

/** The query string of a request with these parameters. Null is as good as not given. @throws WrongParameter */
export function queryOf(given: Arguments): string {
  const sport = sports.find((each) => each === given.sport);
  return Object.entries(given)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => {
      const text = textOf(name, value);
      const isOfTeams = sport !== undefined && ofTeams.includes(name);
      return `${escaped(name)}=${escaped(isOfTeams ? abbreviations(sport, text) : text)}`;
    })
    .join("&");
}

/** The teams by their abbreviations. A word of none, or of several, stays: the API's error names those that may be meant. */
function abbreviations(sport: Sport, text: string): string {
  const parts = text.split(",", mostTeams);
  return parts.map((part) => teamCalled(sport, part)?.abbreviation ?? part).join(",");
}

/** A list of texts or numbers is written with commas between, as in a URL. */
function textOf(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((each) => textOf(name, Array.isArray(each) ? {} : each)).join(",");
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return String(value);
  throw new WrongParameter(name, `${quoted(name)} must be a text, a number, true or false, or a list of these`);
}

function escaped(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
