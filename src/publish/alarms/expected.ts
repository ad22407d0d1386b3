/**
 * A game is expected as the teams' own closing lines of the last weeks say: by a rating of each team's margin and total, moved half of
 * the way to every close, by what the games of earlier slate dates say alone. It sees lines that were exchanged between two
 * games, or that are wrong at all books.
 */
import { impliedProbability } from "../../domain/american-odds.ts";
import { type Sport, sportFacts } from "../../domain/sports.ts";
import type { GameFacts } from "../../release/values.ts";
import { type Finding, findingOf, findingOfGame, type PricedGame, type Season } from "./season.ts";

/**
 * The games that the ratings of both teams rest on: `usual` on some games of this season, `seasoned` on those and on the season before,
 * `early` on the season before alone, `none` on less.
 */
type TeamKnowledge = "none" | "early" | "usual" | "seasoned";

/** A game with its closes; NaN where nobody posted one. Margins of baseball and hockey are logits: their spreads hardly ever move. */
type Closes = { readonly facts: GameFacts; readonly margin: number; readonly total: number };

/** A team's rating says something after so many games, and so does the middle of all totals. */
const leastGames = 4;
/** A rating of last season is worth this share in the next one, when it rests on so many games. */
const carried = { share: 0.7, games: 6 } as const;
/** How far a close moves a rating, and how far each of a team's first ones does. */
const step = { usual: 0.5, first: 0.6, firstGames: 3 } as const;

function closesOf(facts: GameFacts): Closes {
  const { sport, consensus } = facts;
  const { home_close: first = null, away_close: second = null } = consensus?.moneyline ?? {};
  const logit =
    first === null || second === null ? Number.NaN : Math.log(impliedProbability(first) / impliedProbability(second));
  const points = -(consensus?.spread.close ?? Number.NaN);
  const margin = sportFacts[sport as Sport].favoriteBySpread ? points : logit;
  return { facts, margin, total: consensus?.total.close ?? Number.NaN };
}

/** A team's margin and total, and on how many closes of the season each rests. */
class Rating {
  margin = 0;
  total = 0;
  margins = 0;
  totals = 0;
  /** Whether it was carried over from a season of enough games. */
  isSeasoned = false;

  /** A team's first closes say more than each of the many. */
  get step(): number {
    return this.margins < step.firstGames && !this.isSeasoned ? step.first : step.usual;
  }

  moveMargin(by: number): void {
    this.margin += this.step * by;
    this.margins++;
  }

  moveTotal(by: number): void {
    this.total += this.step * by;
    this.totals++;
  }

  beginSeason(): void {
    this.isSeasoned = this.margins >= carried.games;
    this.margin *= carried.share;
    this.total *= carried.share;
    this.margins = 0;
    this.totals = 0;
  }
}

/** The games of which enough is known, by id. @param seasons one after the other, the games of each in order of their starts. */
function compareCloses(sport: Sport, seasons: readonly (readonly GameFacts[])[]): Map<string, Compared> {
  const { homeEdge, bands } = sportFacts[sport].plausibility;
  const ratings = new Map<string, Rating>();
  const ratingOf = ({ abbreviation }: GameFacts["home"]): Rating =>
    ratings.getOrInsertComputed(abbreviation ?? "", () => new Rating());
  const found = new Map<string, Compared>();
  let [sum, count] = [0, 0];
  for (const games of seasons) {
    for (const rating of ratings.values()) rating.beginSeason();
    for (const ofDate of Map.groupBy(games, ({ game_date }) => game_date).values()) {
      const compared = ofDate.map((facts) => {
        const game = closesOf(facts);
        const [home, away] = [ratingOf(facts.home), ratingOf(facts.away)];
        const margin = home.margin - away.margin + (facts.neutral_site === true ? 0 : homeEdge);
        const total = (count < leastGames ? game.total : sum / count) + home.total + away.total;
        const [offMargin, offTotal] = [game.margin - margin, game.total - total];
        const usual = bands.usualMisses[knowledgeOf(home, away)];
        if (usual !== null)
          found.set(facts.game_id, {
            game,
            margin,
            total,
            offMargin: zeroForNone(offMargin / usual.margin),
            offTotal: zeroForNone(offTotal / usual.total),
            turned: zeroForNone((-2 * game.margin * margin) / usual.margin ** 2),
          });
        return { game, home, away, offMargin, offTotal };
      });
      for (const { game, home, away, offMargin, offTotal } of compared) {
        if (!Number.isNaN(offMargin)) {
          home.moveMargin(offMargin / 2);
          away.moveMargin(-offMargin / 2);
        }
        if (Number.isNaN(offTotal)) continue;
        home.moveTotal(offTotal / 2);
        away.moveTotal(offTotal / 2);
        sum += game.total;
        count++;
      }
    }
  }
  return found;
}

function zeroForNone(value: number): number {
  return Number.isNaN(value) ? 0 : value;
}

function knowledgeOf(home: Rating, away: Rating): TeamKnowledge {
  const isSeasoned = home.isSeasoned && away.isSeasoned;
  if (Math.min(home.margins, home.totals, away.margins, away.totals) < leastGames) return isSeasoned ? "early" : "none";
  return isSeasoned ? "seasoned" : "usual";
}

// Closes against what the teams' own closes of earlier dates expect. Margin and total are judged together, in usual misses of the
// sport: stars who rest move a margin alone, and a storm takes a total down, but neither turns a margin round and leaves the total.

/** In usual misses. Chosen on half of the seasons; for the other half two rang, games with stars at rest. */
const most = {
  /** How far margin and total may be, as one distance. */
  together: 5.1,
  /** A total alone; lines fall further than they rise. */
  over: 3.5,
  under: 4.5,
  /** How much better the other sign of a margin fits, as twice the log of the likelihoods' ratio; of a slate the sum. */
  turned: 6,
  /** Of slates of so many games, how far the median of totals may be. */
  slateGames: 4,
  slateMiss: 2,
} as const;

type Compared = {
  readonly game: Closes;
  /** The margin and the total that were expected of the game. */
  readonly margin: number;
  readonly total: number;
  /** In usual misses; 0 where nobody posted it. */
  readonly offMargin: number;
  readonly offTotal: number;
  readonly turned: number;
};

/** One sentence for each slate that is off as a whole, which names its games, and for each other game that is off. */
export function unlikeLastWeeks({ games, fresh, factsBefore }: Season): Finding[] {
  const [first] = fresh;
  if (first === undefined) return [];
  const expected = compareCloses(first.sport, [factsBefore, games.map(({ facts }) => facts)]);
  return [...Map.groupBy(fresh, ({ date }) => date)].flatMap(([date, slate]) => {
    const compared = slate.flatMap(({ gameId }) => expected.get(gameId) ?? []);
    const whole = wholeSlate(date, compared);
    if (whole !== null) return [whole];
    return slate.flatMap((game) => ofGame(game, expected.get(game.gameId)));
  });
}

function wholeSlate(date: string, games: readonly Compared[]): Finding | null {
  if (games.length < most.slateGames) return null;
  const ids = games.map(({ game }) => game.facts.game_id);
  const finding = (words: string) => findingOf(`${date}: ${words} of ${ids.length} games`, ids);
  const turned = games.reduce((sum, game) => sum + game.turned, 0);
  if (turned > most.turned) return finding("margins fit the other way round");
  const misses = games.map(({ offTotal }) => offTotal).sort((a, b) => a - b);
  const miss = misses[misses.length >> 1] ?? 0;
  if (Math.abs(miss) <= most.slateMiss) return null;
  return finding(`totals are ${miss > 0 ? "over" : "under"} what is expected`);
}

function ofGame(priced: PricedGame, compared: Compared | undefined): Finding[] {
  if (compared === undefined) return [];
  const { game, margin, total, offMargin, offTotal, turned } = compared;
  const words = `margin ${game.margin.toFixed(1)}, expected ${margin.toFixed(1)}, total ${game.total.toFixed(1)}, expected ${total.toFixed(1)}`;
  const isNearer = Math.abs(game.margin + margin) < Math.abs(game.margin - margin) / 2;
  if (turned > most.turned && isNearer && Math.abs(offTotal) < 2)
    return [findingOfGame(priced, `the other way round fits, ${words}`)];
  const isFar = Math.hypot(offMargin, offTotal) > most.together || offTotal > most.over || offTotal < -most.under;
  return isFar ? [findingOfGame(priced, words)] : [];
}
