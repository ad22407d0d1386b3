/** How people write what a bet says, a cell at a time. None of it is taken from the clients. */
import { type MadeBet, type NamedTeam, oneOf } from "../../support/grade/made-bets.ts";

export type Random = () => number;
/** What stands in a column. */
export type Cell = (bet: MadeBet, random: Random) => string;
/** The columns of a file by their names, in their order. */
export type Columns = Readonly<Record<string, Cell>>;

export const always =
  (text: string): Cell =>
  () =>
    text;
export const none = always("");

/** A name that says the team, in the league: full, by its place and mascot, or short. */
export function teamName(random: Random, { name, abbreviation, school, mascot }: NamedTeam): string {
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
export const pickedTeam = ({ row, home, away }: MadeBet): NamedTeam => (row.side_team === row.home ? home : away);
export const over = ({ row }: MadeBet) => (row.selection === "over" ? "Over" : "Under");
export const signed = (line: number): string => (line > 0 ? `+${line}` : String(line));
/** Another spelling of a half. */
export const halves = (text: string): string => text.replace(/\.5$/, "½").replace(/^([+-]?)0½$/, "$1½");

export const league: Cell = ({ row }) => row.sport.toUpperCase();
export const homeName: Cell = ({ home }, random) => teamName(random, home);
export const awayName: Cell = ({ away }, random) => teamName(random, away);
export const matchup =
  (...between: readonly string[]): Cell =>
  (bet, random) =>
    awayName(bet, random) + oneOf(random, between) + homeName(bet, random);
export const fullMatchup =
  (between: string): Cell =>
  ({ away, home }) =>
    away.name + between + home.name;
export const outcome =
  (won: string, lost: string, push: string): Cell =>
  ({ row }) =>
    row.result.open === "won" ? won : row.result.open === "lost" ? lost : push;

export const american: Cell = ({ price }) => signed(price);
export const decimal: Cell = ({ price }) => (price > 0 ? 1 + price / 100 : 1 + 100 / -price).toFixed(2);
export const fraction: Cell = ({ price }) => {
  const [top, bottom] = price > 0 ? [price, 100] : [100, -price];
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  const by = divisor(top, bottom);
  return `${top / by}/${bottom / by}`;
};

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
export const period: Cell = ({ row }, random) => oneOf(random, periodWords[row.period] ?? [row.period]);

export const market: Cell = ({ row }, random) => {
  if (row.market === "moneyline") return oneOf(random, ["Moneyline", "ML", "Money Line", "moneyline"]);
  if (row.market === "total") return oneOf(random, ["Total", "Over/Under", "O/U", "Totals"]);
  if (row.market === "team_total") return oneOf(random, ["Team Total", "TT"]);
  const own = row.sport === "mlb" ? ["Run Line"] : row.sport === "nhl" ? ["Puck Line"] : ["Point Spread"];
  return oneOf(random, ["Spread", "Handicap", ...own]);
};
export const line: Cell = ({ line: own }) => (own === null ? "" : signed(own));

/** "Dallas Cowboys -3.5", "Over 44.5", "DAL TT Under 20.5". */
export const pick =
  (write: (text: string) => string = (text) => text, name = teamName): Cell =>
  (bet, random) => {
    const { row } = bet;
    const after = ` ${period(bet, random)}`.trimEnd();
    const team = () => name(random, pickedTeam(bet));
    if (row.market === "moneyline") return `${team()} ${oneOf(random, ["ML", "Moneyline"])}${after}`;
    if (row.market === "spread") {
      const text = bet.line === 0 ? oneOf(random, ["PK", "+0"]) : write(signed(bet.line ?? 0));
      return `${team()} ${text}${after}`;
    }
    const side = `${oneOf(random, [over(bet), over(bet).slice(0, 1).toLowerCase()])} ${write(String(bet.line))}`;
    return row.market === "total" ? `${side}${after}` : `${team()} TT ${side}${after}`;
  };

const bookNames: Readonly<Record<string, readonly string[]>> = {
  draftkings: ["DraftKings", "DK", "draftkings", "DraftKings Sportsbook"],
  fanduel: ["FanDuel", "FD", "fanduel"],
};
export const book: Cell = ({ row }, random) => oneOf(random, bookNames[row.book] ?? [row.book]);

/** `2025-09-04` in pieces. */
function dateParts(date: string): { year: string; month: number; day: number } {
  const [year = "", month = "", day = ""] = date.split("-");
  return { year, month: Number(month), day: Number(day) };
}
export const monthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
export const two = (value: number) => String(value).padStart(2, "0");
/** The slate date, written from its pieces. */
export const dated =
  (write: (date: ReturnType<typeof dateParts>, random: Random) => string): Cell =>
  ({ row }, random) =>
    write(dateParts(row.game_date), random);
export const isoDate: Cell = ({ row }) => row.game_date;

const hourMs = 3_600_000;
const startOf = ({ row }: MadeBet) => Date.parse(row.start_time);
export const placedAt = (bet: MadeBet) => startOf(bet) - 3 * hourMs;
export const settledAt = (bet: MadeBet) => startOf(bet) + 4 * hourMs;
export const iso = (ms: number) => new Date(ms).toISOString();
/** A moment of a bet, as some program writes times. */
export const timed =
  (momentOf: (bet: MadeBet) => number, write: (ms: number) => string): Cell =>
  (bet) =>
    write(momentOf(bet));
