/**
 * Questions in words, each with the calls by which an assistant answers it, three at most, and the facts of the answer.
 * `{1.games.0.game_id}` is a value of the first call's answer. Of a fact it is said where the last call tells it, and which
 * request to the API tells it, too.
 */
export type Question = {
  readonly question: string;
  readonly calls: readonly (readonly [tool: string, given: object])[];
  readonly facts: readonly Fact[];
};

type Fact = { readonly told: string; readonly v1: string; readonly is: string };

const nfl = { sport: "nfl", season: 2025 };
const week1 = "/v1/games?sport=nfl&season=2025&week=1";
const superBowl = "/v1/games?sport=nfl&season=2025&week=22";
const bestGame = ["find_games", { ...nfl, week: 22 }] as const;
const card = ["game_card", { game_id: "{1.games.0.game_id}" }] as const;
const ofGame = "/v1/games/{1.games.0.game_id}";

/** Facts of one request. @param paths where the call tells it, and where the answer of the API does. */
function facts(v1: string, ...paths: readonly (readonly [told: string, is: string])[]): readonly Fact[] {
  return paths.map(([told, is]) => ({ told, v1, is }));
}

/** A question about a set of bets. */
function ofTrend(question: string, given: object, query: string, ...more: readonly string[]): Question {
  const members = ["bets", "won", "lost", "push", "win_rate.value", "p_adjusted", "verdict", ...more];
  return {
    question,
    calls: [["trend", given]],
    facts: facts(`/v1/trends?${query}`, ...members.map((each) => [`trends.0.${each}`, `data.0.${each}`] as const)),
  };
}

export const questions: readonly Question[] = [
  {
    question: "Who played the first NFL game of 2025, and how did it end?",
    calls: [["find_games", { ...nfl, week: 1 }]],
    facts: facts(
      week1,
      ["games.0.game_id", "data.0.game_id"],
      ["games.0.home.score", "data.0.home.score"],
      ["games.0.away.score", "data.0.away.score"],
    ),
  },
  {
    question: "Who won the last Super Bowl, and by how many points?",
    calls: [bestGame],
    facts: facts(
      superBowl,
      ["games.0.result.margin_home", "data.0.result.margin_home"],
      ["games.0.home.abbreviation", "data.0.home.abbreviation"],
      ["games.0.away.abbreviation", "data.0.away.abbreviation"],
    ),
  },
  {
    question: "Where was it played, and how was the weather?",
    calls: [bestGame, card],
    facts: facts(ofGame, ["game.venue.city", "data.venue.city"], ["game.weather.condition", "data.weather.condition"]),
  },
  {
    question: "What total did the first book of it open at, and close at?",
    calls: [bestGame, card],
    facts: facts(
      ofGame,
      ["books.0.book", "data.books.0.book"],
      ["books.0.total.open", "data.books.0.total.open"],
      ["books.0.total.close", "data.books.0.total.close"],
    ),
  },
  {
    question: "Which moneyline had DraftKings at its close?",
    calls: [bestGame, ["game_card", { game_id: "{1.games.0.game_id}", book: "draftkings" }]],
    facts: facts(
      "/v1/odds?sport=nfl&game_id={1.games.0.game_id}&book=draftkings",
      ["books.0.moneyline.home_close", "data.0.moneyline.home_close"],
      ["books.0.moneyline.away_close", "data.0.moneyline.away_close"],
    ),
  },
  {
    question: "What was FanDuel's first-half spread?",
    calls: [bestGame, ["game_card", { game_id: "{1.games.0.game_id}", book: "fanduel", period: "1h" }]],
    facts: facts("/v1/period_odds?sport=nfl&game_id={1.games.0.game_id}&book=fanduel&period=1h", [
      "books.0.spread.close",
      "data.0.spread.close",
    ]),
  },
  {
    question: "How often did DraftKings move the spread of it?",
    calls: [
      bestGame,
      ["line_path", { game_id: "{1.games.0.game_id}", book: "draftkings", market: "spread", period: "game" }],
    ],
    facts: facts("/v1/games/{1.games.0.game_id}/lines?book=draftkings&market=spread&period=game", [
      "lines.length",
      "data.length",
    ]),
  },
  {
    question: "How did Kansas City's last regular game of 2025 end?",
    calls: [["find_games", { ...nfl, team: "KC", season_type: "regular" }]],
    facts: facts(
      "/v1/games?sport=nfl&season=2025&team=KC&season_type=regular",
      ["games.last.game_id", "data.last.game_id"],
      ["games.last.home.score", "data.last.home.score"],
    ),
  },
  ...(["nba", "nhl", "mlb", "ncaaf"] as const).map(
    (sport): Question => ({
      question: `What was the last ${sport} game, and which number was its total?`,
      calls: [
        ["data_quality", { sport }],
        ["find_games", { sport, from: "{1.last_completed_game}", to: "{1.last_completed_game}" }],
      ],
      facts: facts(
        `/v1/games?sport=${sport}&from={1.last_completed_game}&to={1.last_completed_game}`,
        ["games.0.game_id", "data.0.game_id"],
        ["games.0.consensus.total.close", "data.0.consensus.total.close"],
        ["games.0.home.score", "data.0.home.score"],
      ),
    }),
  ),
  ofTrend(
    "Do road underdogs of seven or more cover?",
    { sport: "nfl", bet_type: "spread", selection: "away", role: "underdog", min_line: 7 },
    "sport=nfl&bet_type=spread&selection=away&role=underdog&min_line=7",
    "return_on_investment.close.value",
    "closing_line.beat.value",
  ),
  ofTrend(
    "How do teams do against the spread after a bye?",
    { sport: "nfl", bet_type: "spread", rest_min: 13 },
    "sport=nfl&bet_type=spread&rest_min=13",
  ),
  ofTrend(
    "Do overs win in the wind?",
    { sport: "nfl", bet_type: "total", selection: "over", wind_min: 15 },
    "sport=nfl&bet_type=total&selection=over&wind_min=15",
  ),
  ofTrend(
    "Were home underdogs of the NHL worth it at DraftKings?",
    { sport: "nhl", bet_type: "moneyline", selection: "home", role: "underdog", book: "draftkings" },
    "sport=nhl&bet_type=moneyline&selection=home&role=underdog&book=draftkings",
    "return_on_investment.close.value",
  ),
  {
    question: "In which week of 2025 did NFL home teams cover most?",
    calls: [["trend", { ...nfl, bet_type: "spread", selection: "home", group_by: "week" }]],
    facts: facts(
      "/v1/trends?sport=nfl&season=2025&bet_type=spread&selection=home&group_by=week",
      ["trends.1.group", "data.1.group"],
      ["trends.1.win_rate.value", "data.1.win_rate.value"],
      ["trends.9.won", "data.9.won"],
      ["trends.9.p_adjusted", "data.9.p_adjusted"],
      ["family", "meta.family"],
    ),
  },
  {
    question: "I tried Kansas City, then Dallas: is what Dallas did against the spread chance?",
    calls: [
      ["trend", { sport: "nfl", bet_type: "spread", on: "KC" }],
      ["trend", { sport: "nfl", bet_type: "spread", on: "DAL", tries: 2 }],
    ],
    facts: facts(
      "/v1/trends?sport=nfl&bet_type=spread&on=DAL&tries=2",
      ["tries", "meta.tries"],
      ["trends.0.p_value", "data.0.p_value"],
      ["trends.0.p_adjusted", "data.0.p_adjusted"],
    ),
  },
  {
    question: "Did NFL underdogs do better since the new year than before?",
    calls: [["trend", { sport: "nfl", bet_type: "spread", role: "underdog", split: "2026-01-01" }]],
    facts: facts(
      "/v1/trends?sport=nfl&bet_type=spread&role=underdog&split=2026-01-01",
      ["trends.1.win_rate.value", "data.1.win_rate.value"],
      ["trends.2.win_rate.value", "data.2.win_rate.value"],
    ),
  },
  {
    question: "How new is the NBA data?",
    calls: [["data_quality", { sport: "nba" }]],
    facts: facts(
      "/v1/seasons?sport=nba",
      ["last_completed_game", "data.last.last_game"],
      ["seasons.last.games", "data.last.games"],
    ),
  },
  {
    question:
      "I laid the closing spread of the Super Bowl with the home team at -110 and DraftKings: what became of it?",
    calls: [
      bestGame,
      [
        "grade_bets",
        {
          bets: [
            {
              game_id: "{1.games.0.game_id}",
              bet_type: "spread",
              selection: "home",
              line: "{1.games.0.consensus.spread.close}",
              price: -110,
              book: "draftkings",
            },
          ],
        },
      ],
    ],
    facts: [
      ...facts(
        "/v1/bets?sport=nfl&game_id={1.games.0.game_id}&bet_type=spread&selection=home",
        ["bets.0.result", "data.0.result.close"],
        ["bets.0.consensus_close.price", "data.0.close.price"],
      ),
      ...facts("/v1/bets?sport=nfl&game_id={1.games.0.game_id}&bet_type=spread&selection=home&book=draftkings", [
        "bets.0.book_close.line",
        "data.0.close.line",
      ]),
    ],
  },
  {
    question: "I had its away team on the moneyline: what was it worth at the close?",
    calls: [
      ["find_games", { ...nfl, week: 1 }],
      [
        "grade_bets",
        { bets: [{ game_id: "{1.games.0.game_id}", bet_type: "moneyline", selection: "away", price: 200 }] },
      ],
    ],
    facts: facts("/v1/bets?sport=nfl&game_id={1.games.0.game_id}&bet_type=moneyline&selection=away", [
      "bets.0.consensus_close.no_vig_probability",
      "data.0.close.no_vig_probability",
    ]),
  },
];
