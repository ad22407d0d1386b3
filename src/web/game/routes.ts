/** `/games/{game_id}`, and the picture that a shared link shows. */
import type { GameDetail } from "../../contract/lists/games.ts";
import { parseGameId } from "../../domain/game-ids.ts";
import { servedFile } from "../../http/send.ts";
import { bufferOf } from "../../query/load.ts";
import { oneGame } from "../../query/questions/game.ts";
import { placeOfGame } from "../../query/reach.ts";
import type { Shelf } from "../../query/shelf.ts";
import { drawnGame, drawnGameCard } from "../drawings.ts";
import { openSeasons } from "../explore/question.ts";
import type { PublicPage } from "../frame/page.ts";
import { type PageSite, type Problem, page, problem, type Visit } from "../frame/recipe.ts";
import { type Html, html } from "../ui/html.ts";
import { readChoice } from "./view.ts";
import { nameOf, occasionText } from "./words.ts";

export type GameSite = PageSite & {
  readonly shelf: Pick<Shelf, "current" | "computing">;
};

const looks = { current: null, styles: ["data.css"], width: "wide" } as const satisfies Partial<PublicPage>;

/** The API's paths have no slash inside an id: such an id is one that no game has, and its shape is what the API explains. */
const idIn = ({ params }: Visit<GameSite>): string => (params.game_id ?? "").replaceAll("/", "-");

function cannot(status: number, visit: Visit<GameSite>): readonly [string, Html] {
  const id = idIn(visit);
  const isOfGame = status === 400 && parseGameId(id) !== null;
  const [href, text] = isOfGame ? [`/games/${id}`, `Show ${id}`] : ["/", "Explore the games"];
  const heading = { 400: "This address asks for something else", 404: "There is no such game" }[status];
  return [heading ?? "The game cannot be shown", html`<p><a href="${href}">${text}</a></p>`];
}

function wrong(text: string, visit: Visit<GameSite>): Problem {
  const [heading, more] = cannot(400, visit);
  return problem(400, heading, text, more);
}

/** @throws Problem where the visitor may not see the game. */
async function gameFor(visit: Visit<GameSite>) {
  const { site, snapshot } = visit;
  const member = await visit.member();
  const one = await oneGame(snapshot, idIn(visit));
  const isForEveryone = openSeasons(visit, false)(one.game.sport, one.game.season);
  if (isForEveryone || member !== null) return { ...one, member, isForEveryone };
  throw closedTo(site.frame.manageUrl, one.game);
}

export const gamePages = [
  page({
    at: "/games/:game_id",
    cannot,
    async read(visit: Visit<GameSite>) {
      const { game, path, member } = await gameFor(visit);
      const { season, game: place } = placeOfGame(visit.snapshot, game.game_id);
      const statements = await season.statements.one(place);
      const question = readChoice(visit.query);
      // A member sees how many requests they have left.
      const maxAgeS = member === null ? 900 : null;
      return { game, path, statements, question, member, maxAgeS, key: JSON.stringify([game.game_id, question]) };
    },
    async draw({ game, path, statements, question }, visit) {
      const { apiUrl, frame } = visit.site;
      const asked = { game, path, statements, question, apiUrl, manageUrl: frame.manageUrl };
      const drawn = await visit.ask(drawnGame, asked);
      if (typeof drawn === "string") throw wrong(drawn, visit);
      return { ...looks, ...drawn };
    },
  }),
  page({
    at: "/games/:game_id/card.png",
    cannot,
    async read(visit: Visit<GameSite>) {
      if (visit.query !== "") throw wrong("The picture of a game takes no parameters.", visit);
      const { game, isForEveryone } = await gameFor(visit);
      return { game, key: game.game_id, maxAgeS: isForEveryone ? 900 : null, isForOtherSites: isForEveryone };
    },
    draw: async ({ game }, visit) => servedFile("image/png", bufferOf(await visit.ask(drawnGameCard, game))),
  }),
];

/** The page for those who may not see the game's season: which game it is, and how to see the rest. */
function closedTo(manageUrl: string, game: GameDetail): Problem {
  const text = `${occasionText(game)}. Its season is not open to visitors: its score, lines and results are there for everybody with an account.`;
  const more = html`<p class="actions"><a class="button primary" href="${manageUrl}">Sign in or make an account</a> <a class="button" href="/">Explore the open seasons</a></p>`;
  return problem(403, `${nameOf(game.away)} at ${nameOf(game.home)}`, text, more);
}
