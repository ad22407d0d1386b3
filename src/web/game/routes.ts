/** `/games/{game_id}` on the server, and the pictures that shared links show. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { parseGameId } from "../../domain/game-ids.ts";
import { refuseOtherMethods } from "../../http/other-methods.ts";
import { type ServedFile, sendFile, servedFile } from "../../http/send-file.ts";
import type { ExploreParts, Member } from "../explore/parts.ts";
import { registerSite, sendWrongMethod } from "../frame/site.ts";
import { getThisPanel } from "../get-this/panel.ts";
import { orBusy, takeTurn } from "../turn.ts";
import { CardMaker } from "./card-maker.ts";
import { panelPlace, renderClosedGame, renderGame, renderProblem } from "./page.ts";
import { BadQuestion, type Question, readQuestion } from "./questions.ts";
import { ApiRefused, type GameView, NotOffered, readGame, readSingleGame, type Single } from "./read-game.ts";
import { sightOf } from "./sight.ts";

/** What the pages of games need of what the explorer is given. */
export type GamePagesDeps = Pick<ExploreParts, "frame" | "ask" | "apiUrl" | "exploreSeasons" | "memberOf" | "limit">;

type Seen = {
  readonly single: Single;
  /** Null: nobody is signed in. */
  readonly member: Member | null;
  readonly isForEveryone: boolean;
};

type AskedFor = { readonly path: string; readonly query: string };

type Kept = {
  /** The page with a place for the panel of samples. */
  readonly text: string;
  /** What the samples ask for. */
  readonly asked: AskedFor;
  /** The page as visitors get it who are not signed in. */
  readonly file: ServedFile;
};

/** Rendered pages, by what they show and the revision of it. */
const pageCacheBytes = 16 * 1024 * 1024;

const paths = ["/games/:game_id", "/games/:game_id/card.png", "/games/:game_id/card.svg"] as const;
const html = "text/html; charset=utf-8";

type GameRequest = FastifyRequest<{ Params: { readonly game_id: string } }>;

export function registerGamePages(app: FastifyInstance, deps: GamePagesDeps): void {
  const { frame, ask, apiUrl, memberOf, limit } = deps;
  const pages = new LRUCache<string, Kept>({
    maxSize: pageCacheBytes,
    // As text, as bytes, and about once more in encodings.
    sizeCalculation: ({ file }) => file.body.plain.length * 3,
  });
  const cards = new CardMaker(ask, frame.isSample);

  /** The game, when the visitor may see it. Null: the answer is sent. */
  async function gameFor(request: GameRequest, reply: FastifyReply): Promise<Seen | null> {
    if (!(await limit(request, reply))) return null;
    const single = await readSingleGame(ask, idIn(request));
    const member = await memberOf(request.headers.cookie);
    const sight = await sightOf(deps, single.game, member);
    if (sight !== "nobody") return { single, member, isForEveryone: sight === "everyone" };
    send(reply.code(403), renderClosedGame(frame, single.game));
    return null;
  }

  async function keptPage(request: FastifyRequest, { single }: Seen, { book, ...choice }: Question): Promise<Kept> {
    const key = JSON.stringify([single.etag, choice.period, choice.market, book]);
    const before = pages.get(key);
    if (before !== undefined) return before;
    const { view, text } = await takeTurn(request, async () => {
      const read = await readGame(ask, single, choice);
      checkBook(book, read.shown?.books ?? []);
      return { view: read, text: renderGame({ frame, apiUrl, book }, read) };
    });
    const kept = { text, asked: requestOf(view), file: fileOf(text, requestOf(view), null) };
    if (view.etag === single.etag) pages.set(key, kept);
    return kept;
  }

  function fileOf(text: string, asked: AskedFor, member: Member | null): ServedFile {
    const { manageUrl } = frame;
    const owner = member === null ? {} : { owner: member.owner };
    const panel = getThisPanel({
      apiUrl,
      manageUrl,
      ...asked,
      cost: "1 request",
      left: member?.left ?? null,
      ...owner,
    });
    return servedFile(html, Buffer.from(text.replace(panelPlace, () => panel)));
  }

  async function sendGame(request: GameRequest, reply: FastifyReply): Promise<FastifyReply> {
    const seen = await gameFor(request, reply);
    if (seen === null) return reply;
    const { text, asked, file } = await keptPage(request, seen, readQuestion(queryOf(request.url)));
    // Whoever is signed in sees how many requests they have left.
    if (seen.member !== null) return sendFile(reply, fileOf(text, asked, seen.member), null);
    return sendFile(reply, file);
  }

  registerSite(app, (scope) => {
    const guarded =
      (answer: (request: GameRequest, reply: FastifyReply) => Promise<FastifyReply>) =>
      async (request: GameRequest, reply: FastifyReply): Promise<FastifyReply> => {
        try {
          return await orBusy(reply, frame, () => answer(request, reply));
        } catch (error) {
          return sendRefusal(request, reply, error);
        }
      };
    scope.get(paths[0], guarded(sendGame));
    for (const [path, format] of [
      [paths[1], "png"],
      [paths[2], "svg"],
    ] as const) {
      scope.get(
        path,
        guarded(async (request, reply) => {
          if (queryOf(request.url) !== "") throw new BadQuestion("The picture of a game takes no parameters.");
          const found = await gameFor(request, reply);
          if (found === null) return reply;
          const card = await cards.card(found.single, format, (work) => takeTurn(request, work));
          return found.isForEveryone ? sendFile(reply, card) : sendFile(reply, card, null);
        }),
      );
    }
    refuseOtherMethods(
      scope,
      paths.map((path) => ["GET", path] as const),
      (_request, reply) => sendWrongMethod(reply, frame),
    );
  });

  function problem(title: string, text: string, gameId: string | null = null): string {
    const link =
      gameId === null ? { href: "/", text: "Explore the games" } : { href: `/games/${gameId}`, text: `Show ${gameId}` };
    return renderProblem(frame, title, text, link);
  }

  function sendRefusal(request: GameRequest, reply: FastifyReply, error: unknown): FastifyReply {
    if (error instanceof BadQuestion || error instanceof NotOffered) {
      const id = idIn(request);
      return send(
        reply.code(400),
        problem("This address asks for something else", error.message, parseGameId(id) === null ? null : id),
      );
    }
    if (error instanceof ApiRefused) {
      const { status, message } = error.answer;
      const meant = /did you mean ([\w-]{1,40})\?/.exec(message)?.[1] ?? "";
      const title = status === 404 ? "There is no such game" : "The game cannot be shown";
      if (status === 503) reply.header("retry-after", "5");
      return send(reply.code(status), problem(title, sentence(message), parseGameId(meant) === null ? null : meant));
    }
    throw error;
  }
}

/** The API's paths have no slash inside an id: such an id is one that no game has, and its shape is what the API explains. */
function idIn({ params }: GameRequest): string {
  return params.game_id.replaceAll("/", "-");
}

/** The rows of the table of books, or the game alone where it has no lines. */
function requestOf({ game, shown }: GameView): AskedFor {
  if (shown === null) return { path: `/v1/games/${game.game_id}`, query: "" };
  const { period, market } = shown;
  const query = `sport=${game.sport}&game_id=${game.game_id}&book=all&period=${period}&market=${market}`;
  return { path: "/v1/bets", query };
}

function queryOf(url: string): string {
  const start = url.indexOf("?");
  return start === -1 ? "" : url.slice(start + 1);
}

function checkBook(
  book: string | null,
  books: readonly { readonly book: string; readonly isConsensus: boolean }[],
): void {
  const own = books.filter(({ isConsensus }) => !isConsensus).map((each) => each.book);
  if (book === null || own.includes(book)) return;
  throw new NotOffered(
    own.length === 0
      ? "No book has priced this."
      : `The book ${book} has not priced this. These have: ${own.join(", ")}.`,
  );
}

function send(reply: FastifyReply, page: string): FastifyReply {
  return reply.header("cache-control", "no-store").type(html).send(page);
}

/** The API's messages begin small and have no full stop. */
function sentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.?!]$/.test(text) ? text : `${text}.`;
}
