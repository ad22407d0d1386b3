/** What decisions.md says of games, lines, consensus and grading. And the tests that hold it. */
import { type Section, testsOf } from "./sentence.ts";

const resources = testsOf("test/contract/resources.test.ts");
const gameTest = testsOf("test/contract/game.test.ts");
const odds = testsOf("test/domain/american-odds.test.ts");
const books = testsOf("test/domain/books.test.ts");
const consensus = testsOf("test/domain/consensus.test.ts");
const fold = testsOf("test/domain/fold.test.ts");
const gameIds = testsOf("test/domain/game-ids.test.ts");
const grading = testsOf("test/domain/grading.test.ts");
const periods = testsOf("test/domain/period-scores.test.ts");
const seasons = testsOf("test/domain/seasons.test.ts");
const slate = testsOf("test/domain/slate-date.test.ts");
const sports = testsOf("test/domain/sports.test.ts");
const teams = testsOf("test/domain/teams.test.ts");
const property = testsOf("test/property/domain.volume.test.ts");
const storage = testsOf("test/database/storage.test.ts");
const nflverse = testsOf("test/feed/nflverse.test.ts");
const nhlApi = testsOf("test/feed/nhl-api.test.ts");
const cfbd = testsOf("test/feed/cfbd.test.ts");
const oddsApi = testsOf("test/feed/the-odds-api.test.ts");
const canonical = testsOf("test/feed/canonical.test.ts");
const statsapi = testsOf("test/feed/mlb-statsapi.test.ts");
const retrosheet = testsOf("test/feed/retrosheet.test.ts");
const schedules = testsOf("test/sample/schedules.test.ts");
const sample = testsOf("test/sample/recompute.long.ts");
const filters = testsOf("test/contract/filters.volume.test.ts");
const fieldsTest = testsOf("test/contract/fields.test.ts");
const own = testsOf("test/contract/sentences.test.ts");
const nba = testsOf("test/real/nba.test.ts");

export const decisionsOnData: readonly Section[] = [
  {
    title: "Identity and calendar",
    sentences: [
      {
        id: "D-1.1",
        text: "Game 1 of a day between the same two teams keeps the bare `game_id`; game 2 ends in `-2`.",
        tests: [gameIds("game 1 of a doubleheader"), storage("the second game of a doubleheader ends in -2")],
      },
      {
        id: "D-1.2",
        text: "An id never changes once published, even when a provider later renames a team or moves a start.",
        tests: [
          storage("a published id stays when the start moves to another day"),
          nflverse("old abbreviations mean the team that they became"),
        ],
      },
      {
        id: "D-2.1",
        text: "are `[A-Z0-9]{2,6}`, unique inside a sport, so an id needs no escaping (`TAMU`, not `TA&M`).",
        tests: [
          teams("every abbreviation, old ones too, is two to six"),
          gameIds("an abbreviation that is not 2 to 6"),
        ],
      },
      {
        id: "D-2.2",
        text: "Old abbreviations still resolve as filter values.",
        tests: [
          teams("old and rival abbreviations resolve"),
          filters("Old abbreviations still resolve as filter values [D-2]"),
        ],
      },
      {
        id: "D-3.1",
        text: "A provider's official date wins (MLB officialDate, nflverse gameday, NHL gameDate).",
        tests: [
          own("a provider's official date wins over the date of the start [D-3]"),
          nflverse("a game of the file is one whole record"),
          statsapi("a row of a schedule is one whole record"),
          nhlApi("schedule, landing page and right rail of one import are one record"),
        ],
      },
      {
        id: "D-3.2",
        text: "Otherwise the New York date of the original scheduled start; a start from 00:00 to 03:59 New York belongs to the day before.",
        tests: [
          slate("a start at "),
          property("the slate date is the New York date four hours"),
          own("without an official date the start says the slate date [D-3]"),
        ],
      },
      {
        id: "D-3.3",
        text: "Use an IANA zone (Temporal is built into Node 26), never a fixed offset.",
        tests: [
          slate("a New York wall-clock time is an instant by the zone of its day"),
          slate("the slate date of every quarter of an hour of the days around both DST changes"),
        ],
      },
      {
        id: "D-4.1",
        text: "A suspended game keeps the date, start and id of its first pitch and is listed when final.",
        tests: [
          own("a suspended game keeps the date, start and id of its first pitch [D-4]"),
          statsapi("a suspended game belongs to the day of its first pitch"),
          retrosheet("a game that was suspended stays on the day of its first pitch"),
        ],
      },
      {
        id: "D-4.2",
        text: "A postponed game that never began is dated when it is played.",
        tests: [
          own("a postponed game that never began is dated when it is played [D-4]"),
          statsapi("a postponed game stands on the day on which it was not played"),
        ],
      },
      {
        id: "D-4.3",
        text: "A cancelled game has no row and answers 404.",
        tests: [gameTest("A game not yet final, and a cancelled one, have no row and answer 404 game not found [D-4]")],
      },
      {
        id: "D-5.0",
        text: "**Weeks never restart.**",
        tests: [cfbd("weeks never restart: week 0 is 1"), schedules("NFL weeks go to 18, then 19 to 22")],
      },
      {
        id: "D-5.1",
        text: "NFL postseason is 19 (wild card) to 22 (Super Bowl).",
        tests: [
          nflverse("postseason weeks go on after the regular ones"),
          schedules("NFL weeks go to 18, then 19 to 22"),
        ],
      },
      {
        id: "D-5.2",
        text: 'NCAAF "week 0" is week 1, and bowls and playoffs go on after the last regular week.',
        tests: [
          cfbd("weeks never restart: week 0 is 1"),
          seasons("ncaaf bowls and playoffs go on after the last regular week"),
        ],
      },
      { id: "D-5.3", text: "Other sports: null.", tests: [sports("only nfl and ncaaf have weeks")] },
      {
        id: "D-5.4",
        text: "A `week` filter on them matches nothing.",
        tests: [filters("A week filter on a sport without weeks matches nothing [D-5]")],
      },
      {
        id: "D-6.1",
        text: "NBA play-in is `postseason`; the NBA Cup final is `regular`, neutral site.",
        tests: [
          own("the play-in is postseason and the Cup final is regular at a neutral site [D-6]"),
          nba("the six play-in games are postseason, and the Cup final is regular"),
        ],
      },
      {
        id: "D-7.1",
        text: "A season is listed from its first final game: `in_progress` while any of its games is unplayed, then `published`.",
        tests: [
          seasons("a season is not listed before its first final game"),
          seasons("a season is in progress while any of its games is unplayed"),
          storage("a season is in progress while a game is unplayed"),
        ],
      },
      {
        id: "D-42.1",
        text: "`weeks` of a season is the highest week of which every game is final (cancelled ones aside).",
        tests: [
          resources("Season: in_progress while any game is unplayed, weeks is the highest completed week"),
          seasons("weeks is the highest week of which every game is final"),
          seasons("weeks does not wait for a cancelled game"),
        ],
      },
      {
        id: "D-8.1",
        text: "NCAAF: a game counts when at least one side is FBS.",
        tests: [
          cfbd("a game counts when either side is FBS"),
          canonical("college games need one side that is in FBS in that season"),
        ],
      },
      {
        id: "D-8.2",
        text: "`/v1/teams` lists the FBS teams of the covered seasons.",
        tests: [
          resources("Team: by team_id, each id and abbreviation once; school for college only, and FBS only"),
          own("the teams list of ncaaf is the FBS, and an FCS opponent has team_id null [D-8]"),
          teams("the teams that came up from FCS since 2022 carry their first FBS season"),
        ],
      },
      {
        id: "D-8.3",
        text: "An FCS opponent has its abbreviation and name but `team_id` null.",
        tests: [
          own("the teams list of ncaaf is the FBS, and an FCS opponent has team_id null [D-8]"),
          teams("an FCS opponent is found by its abbreviation"),
        ],
      },
    ],
  },
  {
    title: "Scores and periods",
    sentences: [
      {
        id: "D-9.1",
        text: "Period keys.",
        tests: [sports("the period_scores keys are those of service.md")],
      },
      {
        id: "D-9.2",
        text: "nfl, ncaaf, nba: `q1`-`q4`, `1h`, `2h`, `ot`.",
        tests: [
          gameTest("Period keys of each sport: only periods that exist"),
          periods("nba has four quarters and two halves, and no ot in a game of regulation time [D-9]"),
          periods("nba sums every overtime in ot, and the second half is q3 + q4 without it [D-9]"),
        ],
      },
      {
        id: "D-9.3",
        text: "nhl: `p1`-`p3`, `ot`.",
        tests: [periods("nhl has three periods, and ot after regulation")],
      },
      {
        id: "D-9.4",
        text: "mlb: `inn1`, `inn5` (cumulative through five), `ot` (all extra innings).",
        tests: [
          periods("mlb has the first inning, the first five together"),
          periods("mlb sums all extra innings in ot"),
        ],
      },
      {
        id: "D-9.5",
        text: "`ot` sums every period after regulation; `2h` is q3+q4.",
        tests: [periods("nba sums every overtime in ot, and the second half is q3 + q4 without it [D-9]")],
      },
      {
        id: "D-9.6",
        text: "So 1h + 2h + ot, and p1 + p2 + p3 + ot, equal the final score.",
        tests: [property("published periods always add up to the final score")],
      },
      {
        id: "D-9.7",
        text: "Period scores that do not add up, or are incomplete, are withheld and reported; the game is still published with its final score.",
        tests: [
          storage("line scores that do not add up are withheld and reported"),
          periods("period scores that do not add up to the final score are withheld"),
          periods("incomplete period scores are withheld"),
        ],
      },
      {
        id: "D-10.1",
        text: "A shootout adds one goal to the winner: it is in `score`, in totals, and in `ot`.",
        tests: [
          gameTest("A shootout adds one goal to the winner"),
          periods("a shootout adds one goal to its winner in ot and in the final score"),
          own("a shootout's goal is in the score, in the total and in ot [D-10, D-11]"),
        ],
      },
      {
        id: "D-11.1",
        text: "`overtime` is true for overtime, extra innings and shootouts.",
        tests: [
          own("a shootout's goal is in the score, in the total and in ot [D-10, D-11]"),
          fieldsTest("overtime is true exactly when there is a score of ot [D-11]"),
          periods("a game that had overtime is withheld when its line score has none"),
        ],
      },
    ],
  },
  {
    title: "Lines",
    sentences: [
      {
        id: "D-12.1",
        text: "**Opening** is the earliest capture, **closing** the latest capture strictly before the start (the actual start where known, else the scheduled one).",
        tests: [
          fold("the opening is the earliest and the closing the latest capture"),
          storage("a start that is moved later lets in the captures that were late before"),
        ],
      },
      {
        id: "D-12.2",
        text: "A capture's time is the market's own last update, else the book's, else the snapshot's.",
        tests: [oddsApi("a capture's time is the market's, else the book's, else the snapshot's")],
      },
      {
        id: "D-12.3",
        text: "The fold is order-independent and idempotent: the same captures in any order, any number of times, give the same lines.",
        tests: [
          property("the fold gives the same lines for the same captures in any order"),
          property("the fold gives the same lines however often captures are repeated"),
          storage("every order of import gives the same archive"),
        ],
      },
      {
        id: "D-12.4",
        text: "Re-importing changes nothing.",
        tests: [storage("importing the same thing twice changes nothing and makes no revision")],
      },
      {
        id: "D-13.1",
        text: "A quote is refused, counted and reported (never repaired, never silently dropped) when:",
        tests: [own("every quote that D-13 refuses is counted and reported, and changes nothing [D-13]")],
      },
      {
        id: "D-13.2",
        text: "it is at or after the start;",
        tests: [
          fold("a capture at the start or after it counts for nothing"),
          own("every quote that D-13 refuses is counted and reported, and changes nothing [D-13]"),
        ],
      },
      {
        id: "D-13.3",
        text: "|odds| < 100;",
        tests: [
          odds("a price between -100 and +100 is refused, never repaired"),
          canonical("what the fields say together"),
        ],
      },
      {
        id: "D-13.4",
        text: "a two-sided spread is not mirrored (home = -away) or the two sides of a total differ;",
        tests: [oddsApi("outcomes that do not belong together are refused")],
      },
      {
        id: "D-13.5",
        text: "the market is another market (three-way, 60-minute, lay, alternate);",
        tests: [oddsApi("other markets are refused")],
      },
      {
        id: "D-13.6",
        text: "the teams are not the event's two teams.",
        tests: [oddsApi("outcomes that do not belong together are refused")],
      },
      {
        id: "D-13.7",
        text: 'Sentinels for "off the board" (0, 9999, 0.0001) are a missing price.',
        tests: [
          odds("a sentinel for off the board is a missing price"),
          oddsApi("marks for off the board are missing prices and -100 is even money"),
        ],
      },
      {
        id: "D-13.8",
        text: "Even money is written +100, also when a provider writes -100.",
        tests: [odds("even money is written +100, also when a provider writes -100")],
      },
      {
        id: "D-14.1",
        text: "Unknown books are refused and reported, never fatal.",
        tests: [
          oddsApi("books and teams that nobody knows are refused"),
          own("an unknown book is refused and reported, and the rest is taken [D-14]"),
        ],
      },
      {
        id: "D-14.2",
        text: "Providers that are not books (`consensus`, `teamrankings`, `numberfire`) are not books.",
        tests: [books("averages and models are known not to be books"), cfbd("averages are not books")],
      },
      {
        id: "D-14.3",
        text: "Books carry a `us_facing` flag; only those that have it are published.",
        tests: [
          storage("books that are not US-facing are kept and not published"),
          books("exactly the books that face the US are published"),
        ],
      },
      {
        id: "D-14.4",
        text: "US-facing offshore books (Bovada, BetOnline.ag, LowVig.ag, MyBookie.ag, BetUS) count.",
        tests: [books("offshore books that face the US are published")],
      },
      {
        id: "D-15.1",
        text: "Never `-0`: the away or home line of 0 is 0.",
        tests: [
          gameTest("open is the first captured number, close the last pregame number, never -0"),
          fold("the line of 0 is 0, never -0"),
          consensus("a consensus line of 0 is never -0"),
          canonical("-0 is 0 wherever it stands"),
        ],
      },
    ],
  },
  {
    title: "Consensus",
    sentences: [
      {
        id: "D-16.1",
        text: "Spread and total: the line that most books show, open and close each computed apart.",
        tests: [
          consensus("the consensus is the line that most books show"),
          consensus("open and close are each computed apart"),
        ],
      },
      {
        id: "D-16.2",
        text: "Ties in order: the most balanced mean price (smallest difference of the two sides' mean implied probabilities; a line with no prices last),",
        tests: [
          consensus("tie 1: the most balanced mean price wins"),
          consensus("tie 1: a line with no prices comes last"),
        ],
      },
      {
        id: "D-16.3",
        text: "nearest to the median of all books' lines,",
        tests: [consensus("tie 2: of equally balanced lines the nearest to the median")],
      },
      {
        id: "D-16.4",
        text: "the sign that agrees with the consensus moneyline,",
        tests: [consensus("tie 3: at equal distance the sign that agrees with the consensus moneyline")],
      },
      {
        id: "D-16.5",
        text: "smaller absolute line,",
        tests: [consensus("tie 4: else the smaller absolute line wins")],
      },
      { id: "D-16.6", text: "home favored.", tests: [consensus("tie 5: at last home is favored")] },
      {
        id: "D-16.7",
        text: "The price of a side is the mean implied probability of the books **on that line** that have that side's price; none, then null.",
        tests: [
          consensus("a side is priced at the mean of the books on the consensus line only"),
          consensus("a side is priced by the books on the line that have that side's price; none, then null"),
        ],
      },
      {
        id: "D-17.1",
        text: "each side's mean implied probability over all books that price it.",
        tests: [consensus("each side of the moneyline is the mean over all books that price it")],
      },
      {
        id: "D-17.2",
        text: "The vig stays in.",
        tests: [consensus("each side of the moneyline is the mean over all books that price it, and the vig stays in")],
      },
      {
        id: "D-18.1",
        text: "Implied probability p to American odds: p > 0.5 gives -100p/(1-p), else 100(1-p)/p; round the magnitude half up; an exact even price and anything that rounds to -100 is +100.",
        tests: [
          odds("the magnitude is rounded half up on both sides"),
          odds("an exact even price and anything that rounds to -100 is +100"),
          property("a mean price is the one that exact fractions give"),
        ],
      },
      {
        id: "D-18.2",
        text: "Checks: {+105,-105} is +100; {+100,-110} is -105; {+250,+300} is +273; {-1000,-2000} is -1344; {-10000} is -10000.",
        tests: [odds("the mean price of {")],
      },
      {
        id: "D-19.1",
        text: "`consensus` is null only when no US book posted any full-game market; a single missing market has null members.",
        tests: [
          consensus("consensus is null when no book posted a full-game market"),
          consensus("one market that is missing has null members"),
          storage("books that are not US-facing are kept and not published"),
        ],
      },
      {
        id: "D-20.1",
        text: "`favorite`: nfl, ncaaf, nba by the sign of the consensus closing spread, then by the moneyline;",
        tests: [grading("the nba favorite follows the sign of the closing spread, then the moneyline [D-20]")],
      },
      {
        id: "D-20.2",
        text: "mlb, nhl by the consensus closing moneyline, then by the spread.",
        tests: [grading("the mlb favorite follows the closing moneyline, then the sign of the spread [D-20]")],
      },
      {
        id: "D-20.3",
        text: "Equal, or nothing to go by: null.",
        tests: [grading("equal sides, or nothing to go by, have no favorite")],
      },
    ],
  },
  {
    title: "Grading",
    sentences: [
      {
        id: "D-21.1",
        text: "Always the official final score, overtime and shootout included, against the close:",
        tests: [
          own("a shootout's goal is in the score, in the total and in ot [D-10, D-11]"),
          sample("consensus, favorite and flags computed again"),
        ],
      },
      {
        id: "D-21.2",
        text: "`home_covered` is margin_home + spread.close > 0, null when equal (push) or no close; `went_over` likewise.",
        tests: [
          grading("home wins "),
          grading("a total of "),
          property("a flag is null exactly when it is a push or there is no close"),
        ],
      },
      {
        id: "D-21.3",
        text: "On odds rows `spread_push` and `total_push` are true or false when that book has a close, null when it has none.",
        tests: [
          grading("without a close every flag is null, the push flags too"),
          storage("a game is listed once it is final, with open, close and grades"),
        ],
      },
    ],
  },
];
