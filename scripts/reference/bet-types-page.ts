/** The page of the bet types: the market and the period of each name in `bet_types` of a sport. */
import { betTypeTable, type Market, type OddsPeriod, type Sport, sportFacts, sports } from "../../src/domain/sports.ts";

const periodNames: Readonly<Record<OddsPeriod, string>> = {
  full: "game",
  "1h": "first half",
  "2h": "second half",
  q1: "first quarter",
  q2: "second quarter",
  q3: "third quarter",
  q4: "fourth quarter",
  p1: "first period",
  inn1: "first inning",
  inn5: "first five innings",
};

/** As callers name the markets in the parameter `market` and in answers. */
function publicMarket(market: Market): string {
  return market.endsWith("team_total") ? "team_total" : market;
}

/** Sports with the same bet types share a section. */
function sections(): readonly (readonly Sport[])[] {
  return [...Map.groupBy(sports, (sport) => sportFacts[sport].betTypes.join()).values()];
}

function section(group: readonly [Sport, ...Sport[]] | readonly Sport[]): string {
  const [sport] = group as readonly [Sport];
  const rows = sportFacts[sport].betTypes.map((betType) => {
    const { period, markets } = betTypeTable[betType];
    const market = publicMarket(markets[0] as Market);
    const anchors = group.map((each) => `<a id="${each}-${betType}"></a>`).join("");
    const part = period === "full" ? "game" : `${periodNames[period]} (\`${period}\`)`;
    return `| ${[`${anchors}\`${betType}\``, `\`${market}\``, part].join(" | ")} |`;
  });
  return `## ${group.map((each) => each.toUpperCase()).join(" and ")}

| bet type | market | period |
|---|---|---|
${rows.join("\n")}
`;
}

export function betTypesPage(): string {
  return `# Bet types

A bet type is a market of a period, under the name that bettors have for it in that sport. \`bet_types\` in \`/v1/sports\`
lists those that are published for a sport. A run line (MLB) and a puck line (NHL) are spreads.

\`/v1/bets\` has [a row for each bet](/docs/bets): every bet type, side and book, with its lines, prices, result and profit.

A moneyline is a bet on who wins the part of the game, a spread on who wins it after the line is added to the home team's points,
a total on both teams together scoring more or fewer than the line, a team total on one team against a line of its own.

The lines of full-game markets are in \`/v1/odds\`, in \`books\` of the single-game answer, and, without team totals, in
\`consensus\`. The lines of periods are in [\`/v1/period_odds\`](/docs/consensus#periods), and in \`period_odds\` of the single-game answer,
\`/v1/games/{game_id}\`; their consensus is in \`/v1/periods\`.

Bets are settled by [house rules](/docs/bets#house-rules): full-game bets by the final score, overtime, extra innings and shootout included, bets
on periods by the period, those on a second half with overtime. The consensus of \`/v1/periods\` is graded on the period alone, where \`2h\` ends
with regulation. A result that is exactly the line is a [push](/docs/glossary#push).

${sections().map(section).join("\n")}`;
}
