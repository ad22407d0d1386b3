/** Messages about parameters that an endpoint does not take, and about values that it does not. */
import { folded, type Hint, nearest, type OtherWords } from "./nearest.ts";
import { quoted } from "./quoted.ts";

/** Names that other APIs have for parameters of ours. */
const otherNames: OtherWords = {
  sport: "league",
  season: "year",
  from: "since start startdate datefrom date",
  to: "until end enddate dateto",
  team: "teamid",
  home: "hometeam",
  away: "awayteam",
  book: "sportsbook bookmaker",
  game_id: "id game",
  market: "bettype",
  limit: "perpage pagesize size",
  cursor: "page offset nextcursor",
};

/** Names that callers try and that no parameter of ours is near to, with the parameters that say the same, and how. */
const saidOtherwise: readonly { readonly names: string; readonly by: readonly string[]; readonly as: string }[] = [
  { names: "underdog dog dogs isunderdog", by: ["role"], as: "role=underdog" },
  { names: "favorite favourite fav isfavorite", by: ["role"], as: "role=favorite" },
  { names: "spread handicap line lines", by: ["min_line", "max_line"], as: "market=spread with min_line and max_line" },
  { names: "total overunder", by: ["min_line", "max_line"], as: "market=total with min_line and max_line" },
  { names: "over under", by: ["selection"], as: "selection=over or selection=under" },
  {
    names: "odds price moneyline ml",
    by: ["min_price", "max_price"],
    as: "market=moneyline with min_price and max_price",
  },
  { names: "moneyline ml", by: ["bet_type"], as: "bet_type=moneyline" },
];

function saidBy(name: string, allowed: readonly string[]): string | null {
  const word = folded(name);
  const found = saidOtherwise.find(
    ({ names, by }) => names.split(" ").includes(word) && by.every((each) => allowed.includes(each)),
  );
  return found?.as ?? null;
}

/** @param allowed the parameters that the endpoint takes. */
export function unknownParameterHint(name: string, allowed: readonly string[]): Hint {
  const unknown = `unknown parameter ${quoted(name)}`;
  if (/key|token|auth/i.test(name.slice(0, 40))) {
    return {
      text: `${unknown}: a key is sent in the header Authorization or X-API-Key, never in the URL`,
      value: null,
    };
  }
  if (allowed.length === 0) return { text: `${unknown}: this endpoint takes none`, value: null };
  // Filters of form are said of one team or of several: without a word before it, the team that is bet on is meant.
  const ofTeam = allowed.find((each) => each === `team_${name}`);
  const named = ofTeam ?? nearest(name, allowed, otherNames);
  const said = ofTeam === undefined ? saidBy(name, allowed) : null;
  const meant = said ?? named;
  const list = `this endpoint takes ${listed(allowed)}`;
  if (meant === null) return { text: `${unknown}: ${list}`, value: null };
  // A set that several parameters say has no single name that could be sent.
  return { text: `${unknown}; did you mean ${meant}? ${capital(list)}`, value: said === null ? named : null };
}

const likeTeam = ["opponent", "either", "both"] as const;

/** The names, of which those that differ only in whose they are stand there once: a message has an end. */
function listed(names: readonly string[]): string {
  const isSaid = (name: string) =>
    likeTeam.some((whose) => name.startsWith(`${whose}_`) && names.includes(name.replace(whose, "team")));
  const shown = names.filter((name) => !isSaid(name)).join(", ");
  return names.some(isSaid) ? `${shown}; each team_… also as opponent_…, either_… and both_…` : shown;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** @param must what the value must be, as a sentence goes on after the parameter's name. */
export function wrongValueMessage(name: string, must: string, text: string, meant: string | null): string {
  const message = `${name} must be ${must}, not ${quoted(text)}${meant === null ? "" : `; did you mean ${meant}?`}`;
  if (!/^ \d/.test(text)) return message;
  return `${message}: a + in an address is read as a space, so write the number without it`;
}
