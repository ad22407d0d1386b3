/** A server that answers as ESPN, nflverse and The Odds API do today, about one invented game of the NFL. */
import { espnEvent, espnScoreboard } from "../feed/espn.ts";
import { startHttp } from "../support/http-server.ts";

const row = {
  ...{ game_id: "2025_01_DAL_PHI", season: "2025", game_type: "REG", week: "1" },
  ...{ gameday: "2025-09-04", gametime: "20:20", away_team: "DAL", away_score: "20", home_team: "PHI" },
  ...{ home_score: "24", location: "Home", overtime: "0", roof: "outdoors", temp: "75.0", wind: "8", referee: "" },
  ...{ stadium_id: "PHI00", stadium: "The Field" },
};

const start = "2025-09-05T00:20Z";
const { competitions, ...facts } = espnEvent({
  sport: "nfl",
  id: "900",
  start,
  away: "Dallas Cowboys",
  home: "Philadelphia Eagles",
  score: [20, 24],
  periods: "7-7 6-10 7-0 0-7",
});
const [competition] = competitions as readonly object[];
const event = { ...facts, week: { number: 1 }, competitions };
const summary = {
  header: { ...event, competitions: [{ ...competition, date: start }] },
  gameInfo: { officials: [{ fullName: "A. Person", position: { name: "Referee" } }] },
};

const odds = (atUtc: string) => ({
  timestamp: atUtc,
  data: [
    {
      ...{ id: "e1", sport_key: "americanfootball_nfl", commence_time: "2025-09-05T00:20:00Z" },
      ...{ home_team: "Philadelphia Eagles", away_team: "Dallas Cowboys" },
      bookmakers: [
        {
          ...{ key: "draftkings", title: "DraftKings", last_update: atUtc },
          markets: [
            {
              key: "totals",
              outcomes: [
                { name: "Over", price: -110, point: 47.5 },
                { name: "Under", price: -110, point: 47.5 },
              ],
            },
          ],
        },
      ],
    },
  ],
});

/** @returns where it is, and the paths and queries that were asked for. */
export async function startSeasonProviders() {
  const asked: string[] = [];
  const { url: base, close } = await startHttp((request, response) => {
    const url = request.url ?? "";
    asked.push(url);
    const json = (body: unknown) =>
      response
        .writeHead(200, { "content-type": "application/json", "x-requests-last": "30" })
        .end(JSON.stringify(body));
    if (url.includes("games.csv")) return response.end(`${Object.keys(row)}\n${Object.values(row)}\n`);
    if (url.includes("summary")) return json(summary);
    if (url.includes("/historical/")) return json(odds(/date=([^&]+)/.exec(url)?.[1] ?? ""));
    const { status: code, body } = espnScoreboard(request, [event]);
    return response.writeHead(code, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  return { base, asked, close };
}
