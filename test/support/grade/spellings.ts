/** How people write what a bet says. None of it is taken from the clients. */
import { type MadeBet, type NamedTeam, oneOf } from "./made-bets.ts";

/** A name that says the team, in the league: full, by its place and mascot, or short. */
export function teamName(random: () => number, team: NamedTeam): string {
  const { name, abbreviation, school, mascot } = team;
  if (school !== null)
    return oneOf(random, [name, school, school.replace(/State$/, "St."), name.toUpperCase(), abbreviation]);
  const short = name
    .replace(/^Los Angeles /, "LA ")
    .replace(/^New York /, "NY ")
    .replace(/^Kansas City /, "KC ")
    .replace(/^Tampa Bay /, "TB ");
  return oneOf(random, [name, short, name.toLowerCase(), `${abbreviation} ${mascot}`, mascot ?? name, abbreviation]);
}

export const isSide = ({ row }: MadeBet) => row.market === "moneyline" || row.market === "spread";

export function pickedTeam({ row, home, away }: MadeBet): NamedTeam {
  return row.side_team === row.home ? home : away;
}

export function signed(line: number): string {
  return line > 0 ? `+${line}` : String(line);
}

/** Another spelling of a half. */
export function halves(text: string): string {
  return text.replace(/\.5$/, "½").replace(/^([+-]?)0½$/, "$1½");
}

export function american(price: number): string {
  return price > 0 ? `+${price}` : String(price);
}

export function decimal(price: number): string {
  return (price > 0 ? 1 + price / 100 : 1 + 100 / -price).toFixed(2);
}

export function fraction(price: number): string {
  const [over, under] = price > 0 ? [price, 100] : [100, -price];
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  const by = divisor(over, under);
  return `${over / by}/${under / by}`;
}

const periodWords: Readonly<Record<string, readonly string[]>> = {
  game: [""],
  "1h": ["1H", "1st Half", "First Half"],
  "2h": ["2H", "2nd Half"],
  q1: ["1Q", "1st Quarter", "Q1"],
  q2: ["2Q", "2nd Quarter"],
  q3: ["3Q", "3rd Quarter"],
  q4: ["4Q", "4th Quarter"],
  p1: ["1P", "1st Period"],
  inn5: ["F5", "First 5 Innings", "1st 5 Innings"],
  inn1: ["1st Inning"],
};

export function periodWord(random: () => number, { row }: MadeBet): string {
  return oneOf(random, periodWords[row.period] ?? [row.period]);
}

export function marketWord(random: () => number, { row }: MadeBet): string {
  if (row.market === "moneyline") return oneOf(random, ["Moneyline", "ML", "Money Line", "moneyline"]);
  if (row.market === "total") return oneOf(random, ["Total", "Over/Under", "O/U", "Totals"]);
  if (row.market === "team_total") return oneOf(random, ["Team Total", "TT"]);
  const own = row.sport === "mlb" ? ["Run Line"] : row.sport === "nhl" ? ["Puck Line"] : ["Point Spread"];
  return oneOf(random, ["Spread", "Handicap", ...own]);
}

/** `2025-09-04` in pieces. */
export function dateParts(date: string): { year: string; month: number; day: number } {
  const [year = "", month = "", day = ""] = date.split("-");
  return { year, month: Number(month), day: Number(day) };
}

export const monthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
export const two = (value: number) => String(value).padStart(2, "0");
export const bookNames: Readonly<Record<string, readonly string[]>> = {
  draftkings: ["DraftKings", "DK", "draftkings", "DraftKings Sportsbook"],
  fanduel: ["FanDuel", "FD", "fanduel"],
};
