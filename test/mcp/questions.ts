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

/** Facts of one request: members that the call tells below one place, and the answer of the API below another. */
function facts(v1: string, [told, is]: readonly [told: string, is: string], ...members: readonly string[]): Fact[] {
  return members.map((member) => ({ told: `${told}.${member}`, v1, is: `${is}.${member}` }));
}

const nfl = { sport: "nfl", season: 2025 };
const week1 = "/v1/games?sport=nfl&season=2025&week=1";
const firstWeek = ["find_games", { ...nfl, week: 1 }] as const;
const superBowl = ["find_games", { ...nfl, week: 22 }] as const;
const game_id = "{1.games.0.game_id}";
const card = ["game_card", { game_id }] as const;
const ofGame = `sport=nfl&game_id=${game_id}`;
const firstGame = ["games.0", "data.0"] as const;
const firstBook = ["books.0", "data.0"] as const;

/** A question about a set of bets. */
function ofTrend(question: string, given: object, query: string, ...more: readonly string[]): Question {
  const members = ["bets", "won", "lost", "push", "win_rate.value", "p_adjusted", "verdict", ...more];
  return {
    question,
    calls: [["trend", given]],
    facts: facts(`/v1/trends?${query}`, ["trends.0", "data.0"], ...members),
  };
}

export const questions: readonly Question[] = [
  {
    question: "Who played the first NFL game of 2025, and how did it end?",
    calls: [firstWeek],
    facts: facts(week1, firstGame, "game_id", "home.score", "away.score"),
  },
  {
    question:
      "Where was the last Super Bowl, how was the weather, and what total did its first book open and close at?",
    calls: [superBowl, card],
    facts: [
      ...facts(`/v1/games/${game_id}`, ["game", "data"], "venue.city", "weather.condition"),
      ...facts(`/v1/games/${game_id}`, ["books.0", "data.books.0"], "book", "total.open", "total.close"),
    ],
  },
  {
    question: "What was FanDuel's first-half spread of it?",
    calls: [superBowl, ["game_card", { game_id, book: "fanduel", period: "1h" }]],
    facts: facts(`/v1/period_odds?${ofGame}&book=fanduel&period=1h`, firstBook, "spread.close"),
  },
  {
    question: "How often did DraftKings move the spread of it?",
    calls: [superBowl, ["line_path", { game_id, book: "draftkings", market: "spread", period: "game" }]],
    facts: facts(`/v1/games/${game_id}/lines?book=draftkings&market=spread&period=game`, ["lines", "data"], "length"),
  },
  {
    question: "How did Kansas City's last regular game of 2025 end?",
    calls: [["find_games", { ...nfl, team: "KC", season_type: "regular" }]],
    facts: facts(
      "/v1/games?sport=nfl&season=2025&team=KC&season_type=regular",
      ["games.last", "data.last"],
      "game_id",
      "home.score",
    ),
  },
  ...(["nba", "nhl", "mlb", "ncaaf"] as const).map((sport): Question => {
    const day = "{1.last_completed_game}";
    return {
      question: `What was the last ${sport} game, and which number was its total?`,
      calls: [
        ["data_quality", { sport }],
        ["find_games", { sport, from: day, to: day }],
      ],
      facts: facts(
        `/v1/games?sport=${sport}&from=${day}&to=${day}`,
        firstGame,
        "game_id",
        "consensus.total.close",
        "home.score",
      ),
    };
  }),
  ofTrend(
    "Do road underdogs of seven or more cover?",
    { sport: "nfl", bet_type: "spread", selection: "away", role: "underdog", min_line: 7 },
    "sport=nfl&bet_type=spread&selection=away&role=underdog&min_line=7",
    "return_on_investment.close.value",
    "closing_line.beat.value",
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
    facts: [
      ["trends.1.group", "data.1.group"],
      ["trends.1.win_rate.value", "data.1.win_rate.value"],
      ["trends.9.p_adjusted", "data.9.p_adjusted"],
      ["family", "meta.family"],
    ].map(([told = "", is = ""]) => {
      return { told, v1: "/v1/trends?sport=nfl&season=2025&bet_type=spread&selection=home&group_by=week", is };
    }),
  },
  {
    question: "Did NFL underdogs do better since the new year than before?",
    calls: [["trend", { sport: "nfl", bet_type: "spread", role: "underdog", split: "2026-01-01" }]],
    facts: facts(
      "/v1/trends?sport=nfl&bet_type=spread&role=underdog&split=2026-01-01",
      ["trends", "data"],
      "1.win_rate.value",
      "2.win_rate.value",
    ),
  },
  {
    question: "How new is the NBA data?",
    calls: [["data_quality", { sport: "nba" }]],
    facts: [
      { told: "last_completed_game", v1: "/v1/seasons?sport=nba", is: "data.last.last_game" },
      { told: "seasons.last.games", v1: "/v1/seasons?sport=nba", is: "data.last.games" },
    ],
  },
  {
    question:
      "I laid the closing spread of the Super Bowl with the home team at -110 and DraftKings: what became of it?",
    calls: [
      superBowl,
      [
        "grade_bets",
        {
          bets: [
            {
              game_id,
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
      { told: "bets.0.result", v1: `/v1/bets?${ofGame}&bet_type=spread&selection=home`, is: "data.0.result.close" },
      ...facts(
        `/v1/bets?${ofGame}&bet_type=spread&selection=home`,
        ["bets.0.consensus_close", "data.0.close"],
        "price",
      ),
      ...facts(
        `/v1/bets?${ofGame}&bet_type=spread&selection=home&book=draftkings`,
        ["bets.0.book_close", "data.0.close"],
        "line",
      ),
    ],
  },
];
