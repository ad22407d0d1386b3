/** `/games/{game_id}` on the server, and the picture that a shared link shows. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { GameDetail } from "../../contract/lists/games.ts";
import { parseGameId } from "../../domain/game-ids.ts";
import { type ServedFile, sendFile, servedFile } from "../../http/send-file.ts";
import type { Snapshot } from "../../query/load.ts";
import { bufferOf } from "../../query/message.ts";
import { type OneGame, oneGame } from "../../query/questions/game.ts";
import type { Shelf } from "../../query/shelf.ts";
import { drawnGame, drawnGameCard } from "../drawings.ts";
import { type ExploreParts, type ExploreSeasons, isWithin, reachOf, seasonsOfSport } from "../explore/question.ts";
import { type KeptPages, pageFile, registerPages, sentenceOf, shownRefusal, visitorOf } from "../frame/data-pages.ts";
import { type PublicPage, renderDrawing, renderSitePage, type SiteFrame } from "../frame/page.ts";
import type { Member } from "../frame/recipe.ts";
import { forOtherSites, queryOf } from "../frame/site.ts";
import { withRequestsLeft } from "../get-this/panel.ts";
import { html } from "../ui/html.ts";
import { NotOffered, readChoice } from "./game-view.ts";
import { occasionText } from "./head.ts";
import { nameOf } from "./verdicts.ts";

/** The parts of the explorer's site that the pages of games need. */
export type GamePagesDeps = Pick<ExploreParts, "frame" | "apiUrl" | "exploreSeasons" | "memberOf" | "limit"> & {
  readonly shelf: Pick<Shelf, "current" | "computing" | "detail" | "path" | "refresh">;
  readonly kept: KeptPages;
};

type Seen = OneGame & {
  readonly snapshot: Snapshot;
  /** Null: nobody is signed in. */
  readonly member: Member | null;
  readonly isForEveryone: boolean;
};

type GameRequest = FastifyRequest<{ Params: { readonly game_id: string } }>;

export function registerGamePages(app: FastifyInstance, deps: GamePagesDeps): void {
  const { frame, shelf, kept, apiUrl, exploreSeasons, memberOf, limit } = deps;
  const { manageUrl } = frame;

  /** The game, when the visitor may see it. Null: the answer is sent. */
  async function gameFor(request: GameRequest, reply: FastifyReply): Promise<Seen | null> {
    if (!(await limit(request, reply))) return null;
    const member = await memberOf(request.headers.cookie);
    const snapshot = shelf.current;
    const one = await oneGame(shelf, snapshot, idIn(request));
    const sight = sightOf(snapshot, exploreSeasons, one.game, member);
    if (sight !== "nobody") return { ...one, snapshot, member, isForEveryone: sight === "everyone" };
    send(reply.code(403), renderClosedGame(frame, one.game));
    return null;
  }

  /** Keeps what was made of one revision. */
  function keptFile({ snapshot, game }: Seen, question: unknown, make: () => Promise<ServedFile>) {
    return kept.page(snapshot, `game ${JSON.stringify([game.game_id, question])}`, make);
  }

  async function sendGame(request: GameRequest, reply: FastifyReply): Promise<FastifyReply> {
    const seen = await gameFor(request, reply);
    if (seen === null) return reply;
    const { game, path, snapshot, member } = seen;
    const question = readChoice(queryOf(request));
    const file = await keptFile(seen, question, async () => {
      const asked = { game, path, question, apiUrl, manageUrl };
      const drawn = await shelf.computing.ask(drawnGame, asked, { owner: visitorOf(request), snapshot });
      if ("notOffered" in drawn) throw new NotOffered(drawn.notOffered);
      return pageFile(renderDrawing(frame, looks, drawn));
    });
    // A member sees how many requests they have left.
    if (member === null) return sendFile(reply, file);
    return sendFile(reply, pageFile(withRequestsLeft(file.body.plain.toString(), member)), null);
  }

  async function sendCard(request: GameRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (queryOf(request) !== "") throw new NotOffered("The picture of a game takes no parameters.");
    const seen = await gameFor(request, reply);
    if (seen === null) return reply;
    const { game, snapshot, isForEveryone } = seen;
    const card = await keptFile(seen, "card", async () => {
      const by = { owner: visitorOf(request), snapshot };
      return servedFile("image/png", bufferOf(await shelf.computing.ask(drawnGameCard, game, by)));
    });
    return isForEveryone ? sendFile(forOtherSites(reply), card) : sendFile(reply, card, null);
  }

  const answers = { "/games/:game_id": sendGame, "/games/:game_id/card.png": sendCard };
  registerPages(app, frame, answers, sendRefusal);

  function problem(title: string, text: string, gameId: string | null = null): string {
    const link =
      gameId === null ? { href: "/", text: "Explore the games" } : { href: `/games/${gameId}`, text: `Show ${gameId}` };
    return renderProblem(frame, title, text, link);
  }

  function sendRefusal(request: GameRequest, reply: FastifyReply, error: unknown): FastifyReply {
    if (error instanceof NotOffered) {
      const id = idIn(request);
      return send(
        reply.code(400),
        problem("This address asks for something else", error.message, parseGameId(id) === null ? null : id),
      );
    }
    const { status, message } = shownRefusal(error);
    const title = status === 404 ? "There is no such game" : "The game cannot be shown";
    if (status === 503) reply.header("retry-after", "5");
    return send(reply.code(status), problem(title, sentenceOf(message)));
  }
}

/** The API's paths have no slash inside an id: such an id is one that no game has, and its shape is what the API explains. */
function idIn({ params }: GameRequest): string {
  return params.game_id.replaceAll("/", "-");
}

function send(reply: FastifyReply, page: string): FastifyReply {
  return reply.header("cache-control", "no-store").type("text/html; charset=utf-8").send(page);
}

const looks = {
  current: null,
  styles: ["data.css"],
  width: "wide",
} as const satisfies Partial<PublicPage>;

/** A page for those who may not see the game's season: what it is, and how to see the rest. */
function renderClosedGame(frame: SiteFrame, game: GameDetail): string {
  const teams = `${nameOf(game.away)} at ${nameOf(game.home)}`;
  const body = html`<h1>${teams}</h1>
<p class="lead">${occasionText(game)}</p>
<div class="card"><h2>Its season is not open to visitors</h2>
<p>The score, the lines of every book and how they were graded are there for everybody with an account, here and
<a href="/docs/reference">in the API</a>.</p>
<p class="actions"><a class="button primary" href="${frame.manageUrl}">Sign in or make an account</a> <a class="button" href="/">Explore the open seasons</a></p></div>`;
  return renderSitePage(frame, { ...looks, title: `${teams} - Gradeline`, description: null, body });
}

/** Says what is wrong with an address, and leads on. */
function renderProblem(
  frame: SiteFrame,
  title: string,
  text: string,
  link: { readonly href: string; readonly text: string },
): string {
  const body = html`<h1>${title}</h1>
<p class="lead">${text}</p>
<p><a href="${link.href}">${link.text}</a></p>`;
  return renderSitePage(frame, { ...looks, width: "narrow", title: `${title} - Gradeline`, description: null, body });
}

/** `member`: only whoever has signed in, as this visitor has. */
type Sight = "everyone" | "member" | "nobody";

/** @throws BeingMended when nobody can say which seasons there are. */
function sightOf(
  snapshot: Snapshot,
  exploreSeasons: ExploreSeasons,
  { sport, season }: Pick<GameDetail, "sport" | "season">,
  member: Member | null,
): Sight {
  if (isWithin(reachOf(exploreSeasons, false, seasonsOfSport(snapshot, sport)), season)) return "everyone";
  return member === null ? "nobody" : "member";
}
