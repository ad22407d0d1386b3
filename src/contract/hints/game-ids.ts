/** Hints about the shape of a game id, for callers who sent something else. */

import { parseGameId } from "../../domain/game-ids.ts";
import { isCalendarDate } from "../../domain/slate-date.ts";
import { isSport, sports } from "../../domain/sports.ts";
import { didYouMean, type Hint } from "./nearest.ts";
import { quoted } from "./quoted.ts";

export const gameIdShape = "SPORT-YYYYMMDD-AWAY-HOME, such as NFL-20250904-DAL-PHI";

const longestRead = 60;
/** An id with its parts written otherwise: `nfl_2025-09-04 DAL@PHI`. */
const loose =
  /^([A-Z]{3,5})[-_ ]?(\d{4})[-_/]?(\d{2})[-_/]?(\d{2})[-_ ]+([A-Z0-9]{2,6})[-_@ ]+([A-Z0-9]{2,6})(?:[-_ ]([2-9]))?$/;

/** A sentence of help for a text that is no game id. */
export function gameIdHint(text: string): Hint {
  const id = text.length > longestRead ? "" : text.trim().toUpperCase();
  const meant = loose.exec(id);
  if (meant !== null) {
    const [, sport, year, month, day, away, home, number] = meant;
    const mended = `${sport}-${year}${month}${day}-${away}-${home}${number === undefined ? "" : `-${number}`}`;
    if (parseGameId(mended) !== null) return didYouMean(mended);
  }
  const [sport = "", date = ""] = id.split("-");
  return { text: shapeText(sport, date), value: null };
}

function shapeText(sport: string, date: string): string {
  if (!isSport(sport.toLowerCase())) return `it begins with the sport: ${sports.join(", ").toUpperCase()}`;
  const isDate = /^\d{8}$/.test(date) && isCalendarDate(date.replace(/^(....)(..)(..)$/, "$1-$2-$3"));
  if (!isDate) return `the sport is followed by the game's date in New York, YYYYMMDD, not ${quoted(date)}`;
  return "the date is followed by the abbreviations of the away team and of the home team";
}
