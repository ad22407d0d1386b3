/** Ten ways in which people keep their bets. Each makes the bytes of a file whose rows are the bets, in their order. */
import { type MadeBet, oneOf } from "../../support/grade/made-bets.ts";
import * as cell from "./cells.ts";

export type Form = {
  readonly name: string;
  readonly columns: cell.Columns;
  /** Between cells, and after a row; commas and lines of Windows otherwise. */
  readonly separator?: string;
  readonly lineEnd?: string;
  readonly encode?: (text: string) => Buffer;
  /** Whether its odds are rounded, so that profits are those of other prices. */
  readonly isRounded?: boolean;
};

const withMark = (mark: readonly number[], encoding: BufferEncoding) => (text: string) =>
  Buffer.concat([Buffer.from(mark), Buffer.from(text, encoding)]);
const isSecond = ({ row }: MadeBet) => /-2$/.test(row.game_id);
const sideInWords = ({ row }: MadeBet) =>
  row.market === "team_total" ? `${row.side_team} ${row.selection}` : row.selection;
const trueMinus = (text: string) => text.replace("-", "−");
const words = (...texts: readonly string[]) => texts.filter((text) => text !== "").join(" ");
const longTime = (ms: number) =>
  `${cell.iso(ms).slice(5, 10).replace("-", "/")}/${cell.iso(ms).slice(0, 4)} ${cell.iso(ms).slice(11, 19)} GMT`;
const marketNames = { moneyline: "Moneyline", spread: "Spread", total: "Total", team_total: "Team Total" } as const;
const ownTeams = ({ row, home, away }: MadeBet) => (row.side_team === row.away ? [away, home] : [home, away]);

export const forms: readonly Form[] = [
  {
    name: "as Pikkit exports",
    columns: {
      bet_id: (_, random) => `b${random()}`,
      sportsbook: cell.book,
      type: cell.always("straight"),
      status: cell.outcome("SETTLED_WIN", "SETTLED_LOSS", "SETTLED_PUSH"),
      odds: cell.decimal,
      closing_line: cell.none,
      ev: cell.none,
      amount: ({ stake }) => String(stake),
      profit: cell.none,
      time_placed: cell.timed(cell.placedAt, longTime),
      time_placed_iso: cell.timed(cell.placedAt, cell.iso),
      time_settled: cell.timed(cell.settledAt, longTime),
      time_settled_iso: cell.timed(cell.settledAt, cell.iso),
      bet_info(bet, random) {
        const { market: kind } = bet.row;
        const name = cell.pickedTeam(bet)?.name;
        const subject = cell.isSide(bet)
          ? words(name, kind === "spread" ? cell.signed(bet.line ?? 0) : "")
          : words(kind === "team_total" ? name : "", cell.over(bet), String(bet.line));
        return words(subject, cell.period(bet, random), marketNames[kind], cell.fullMatchup(" @ ")(bet, random));
      },
      tags: cell.none,
      sports: cell.always("Sport"),
      leagues: cell.league,
    },
    isRounded: true,
  },
  {
    name: "a list in American dates",
    columns: {
      Date: cell.dated(({ year, month, day }) => `${month}/${day}/${year}`),
      Sport: cell.league,
      Event: cell.matchup(" vs ", " vs. "),
      Selection: cell.pick(),
      Stake: ({ stake }) => `$${stake}.00`,
      Odds: cell.american,
      Result: cell.outcome("WIN", "LOSS", "PUSH"),
      Sportsbook: cell.book,
    },
  },
  {
    name: "as a tracker of picks exports",
    columns: {
      League: ({ row }) => (row.sport === "ncaaf" ? "NCAA Football" : row.sport.toUpperCase()),
      "Game Date": cell.isoDate,
      Matchup: (bet) => `${bet.row.away} @ ${bet.row.home}${isSecond(bet) ? " Game 2" : ""}`,
      "Bet Type": cell.market,
      Pick: cell.pick(),
      Odds: cell.american,
      Risk: cell.always("1u"),
      Book: cell.book,
      Result: cell.outcome("W", "L", "P"),
    },
    lineEnd: "\n",
  },
  {
    name: "semicolons, cell.decimal commas and the day first",
    columns: {
      Datum: cell.dated(({ year, month, day }) => `${cell.two(day)}.${cell.two(month)}.${year}`),
      Liga: cell.league,
      Heim: cell.homeName,
      Gast: cell.awayName,
      Markt: (bet, random) => words(cell.market(bet, random), cell.period(bet, random)),
      Wette: (bet, random) =>
        words(
          cell.isSide(bet) || bet.row.market === "team_total" ? cell.teamName(random, cell.pickedTeam(bet)) : "",
          cell.isSide(bet) ? "" : cell.over(bet),
        ),
      Linie: ({ row, line: own }) =>
        own === null ? "" : (row.market === "spread" ? cell.signed(own) : String(own)).replace(".", ","),
      Quote: (bet, random) => cell.decimal(bet, random).replace(".", ","),
      Einsatz: cell.always("100,00 €"),
      Buchmacher: cell.book,
    },
    separator: ";",
    encode: withMark([0xef, 0xbb, 0xbf], "utf8"),
    isRounded: true,
  },
  {
    name: "UTF-16 with tabs, the side in words",
    columns: {
      "Event Date": cell.isoDate,
      League: ({ row }) => row.sport,
      "Home Team": cell.homeName,
      "Away Team": cell.awayName,
      Market: cell.market,
      Period: cell.period,
      Side: sideInWords,
      Line: (bet, random) => trueMinus(cell.line(bet, random)),
      Price: (bet, random) => trueMinus(cell.american(bet, random)),
      Stake: cell.always("100"),
      Bookmaker: cell.book,
      "Game Number": (bet) => (isSecond(bet) ? "2" : "1"),
    },
    separator: "\t",
    encode: withMark([0xff, 0xfe], "utf16le"),
  },
  {
    name: "days of UTC, team and opponent",
    columns: {
      date: ({ row }) => row.start_time.slice(0, 10),
      sport: cell.league,
      team: (bet, random) => cell.teamName(random, ownTeams(bet)[0] ?? bet.home),
      opponent: (bet, random) => cell.teamName(random, ownTeams(bet)[1] ?? bet.away),
      bet_type: (bet, random) => words(cell.period(bet, random), cell.market(bet, random)),
      over_under: (bet) => (cell.isSide(bet) ? "" : cell.over(bet)),
      handicap: cell.line,
      price: ({ price }) => String(price),
      units: cell.always("1"),
    },
  },
  {
    name: "the start with its zone, abbreviations",
    columns: {
      "Start Time": ({ row }) => row.start_time,
      League: cell.league,
      Teams: ({ row }) => `${row.away}/${row.home}`,
      Bet: cell.pick(cell.halves, (_, { abbreviation }) => abbreviation),
      "American Odds": (bet, random) => `(${cell.american(bet, random)})`,
      Amount: cell.always("100"),
      Site: cell.book,
    },
  },
  {
    name: "fractional odds and dates in words",
    columns: {
      When: cell.dated(({ year, month, day }, random) =>
        oneOf(random, [
          `${day} ${cell.monthNames[month - 1]} ${year}`,
          `${cell.monthNames[month - 1]} ${day}, ${year}`,
        ]),
      ),
      Competition: cell.league,
      "Bet Description": (bet, random) =>
        `${cell.pick(cell.halves)(bet, random)} - ${cell.matchup(" v ", " vs ")(bet, random)}`,
      Odds: cell.fraction,
      Stake: cell.always("£100"),
      Bookie: cell.book,
      Outcome: cell.outcome("Won", "Lost", "Push"),
    },
    lineEnd: "\r",
  },
  {
    name: "our own ids",
    columns: {
      game_id: ({ row }) => row.game_id,
      market: ({ row }) => row.market,
      period: ({ row }) => row.period,
      selection: sideInWords,
      line: ({ line: own }) => String(own ?? ""),
      odds: ({ price }) => String(price),
      stake: ({ stake }) => String(stake),
      book: ({ row }) => row.book,
    },
  },
  {
    name: "one sentence a bet, and the league in the event's column alone",
    columns: {
      Date: cell.dated(({ year, month, day }) => `${cell.two(month)}/${cell.two(day)}/${year.slice(2)}`),
      Category: cell.always("straight"),
      Play: (bet, random) => `${cell.pick()(bet, random)} (${cell.fullMatchup(" @ ")(bet, random)})`,
      Juice: cell.american,
      "Units Risked": cell.always("2.5"),
      "W/L": cell.outcome("W", "L", "Push"),
    },
  },
];

export function fileOf(form: Form, bets: readonly MadeBet[], random: cell.Random): Buffer {
  const { columns, separator = ",", lineEnd = "\r\n", encode = Buffer.from } = form;
  const quoted = (cell: string) =>
    [separator, '"', "\n"].some((mark) => cell.includes(mark)) ? `"${cell.replaceAll('"', '""')}"` : cell;
  const rows = bets.map((bet) => Object.values(columns).map((cell) => cell(bet, random)));
  return encode([Object.keys(columns), ...rows].map((cells) => cells.map(quoted).join(separator) + lineEnd).join(""));
}
