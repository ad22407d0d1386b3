/** A server that answers as ESPN, nflverse and The Odds API do today, about one invented game of the NFL. */
import { espnScoreboard } from "./espn-site.ts";
import { startHttp } from "./http-server.ts";

const row = {
  ...{ game_id: "2025_01_DAL_PHI", season: "2025", game_type: "REG", week: "1" },
  ...{ gameday: "2025-09-04", gametime: "20:20", away_team: "DAL", away_score: "20", home_team: "PHI" },
  ...{ home_score: "24", location: "Home", overtime: "0", roof: "outdoors", temp: "75.0", wind: "8", referee: "" },
  ...{ stadium_id: "PHI00", stadium: "The Field" },
};

const side = (homeAway: string, displayName: string, score: string, periods: readonly number[]) => ({
  ...{ homeAway, team: { displayName }, score },
  linescores: periods.map((value) => ({ value })),
});
const status = { period: 4, type: { name: "STATUS_FINAL", state: "post", completed: true } };
const competition = {
  ...{ type: { abbreviation: "STD" }, timeValid: true, neutralSite: false, notes: [], status },
  venue: { id: "12", fullName: "The Field", address: { city: "Philadelphia" }, indoor: false },
  competitors: [
    side("home", "Philadelphia Eagles", "24", [7, 10, 0, 7]),
    side("away", "Dallas Cowboys", "20", [7, 6, 7, 0]),
  ],
};
const event = {
  ...{ id: "900", uid: "s:20~l:28~e:900", date: "2025-09-05T00:20Z", status },
  ...{ season: { year: 2025, type: 2 }, week: { number: 1 }, competitions: [competition] },
};
const summary = {
  header: { ...event, competitions: [{ ...competition, date: event.date }] },
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
