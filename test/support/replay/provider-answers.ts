/** What each provider answers to a request, in its own shape of addresses and payloads. */
import type { Endpoint } from "./provider-record.ts";
import { newestCapture, type ReplayWorld } from "./replay-world.ts";

export type Body = {
  readonly endpoint: Endpoint;
  readonly status: number;
  readonly text: string;
  /** The file that the text is in already; null for a text that was made for this answer. */
  readonly path: string | null;
  /** What the request costs, in credits of The Odds API; null for other providers. */
  readonly credits: number | null;
};

const json = { status: 200, path: null, credits: null } as const;

function notFound(): Body {
  return { ...json, endpoint: "other", status: 404, text: '{"message":"Not found"}' };
}

type OddsEvent = Readonly<Record<string, unknown>> & { readonly id: string };

function withoutBookmakers(event: OddsEvent): OddsEvent {
  const { bookmakers: _, ...facts } = event;
  return facts as OddsEvent;
}

/** @param rest what follows `/v4/sports/{sport}/` */
function oddsAnswer(world: ReplayWorld, rest: string, url: URL, nowMs: number): Body {
  if ((url.searchParams.get("apiKey") ?? "") === "") {
    return {
      ...json,
      endpoint: "other",
      status: 401,
      text: '{"message":"API key is missing","error_code":"MISSING_KEY"}',
    };
  }
  const capture = newestCapture(world.captures, nowMs);
  const text = capture?.read() ?? "[]";
  if (rest === "odds") {
    const count = (name: string): number => (url.searchParams.get(name) ?? "one").split(",").length;
    const credits = text === "[]" ? 0 : count("markets") * count("regions");
    return { ...json, endpoint: "odds", text, path: capture?.path ?? null, credits };
  }
  const events = (): OddsEvent[] => JSON.parse(text) as OddsEvent[];
  if (rest === "events") {
    return { ...json, endpoint: "events", text: JSON.stringify(events().map(withoutBookmakers)), credits: 0 };
  }
  const id = /^events\/([^/]+)\/odds$/.exec(rest)?.[1];
  const event = id === undefined ? undefined : events().find((each) => each.id === id);
  if (event === undefined) return { ...notFound(), credits: 0 };
  // The captures have no markets of periods or team totals, and an answer without markets costs nothing.
  const empty = JSON.stringify({ ...withoutBookmakers(event), bookmakers: [] });
  return { ...json, endpoint: "event odds", text: empty, credits: 0 };
}

/** An empty list of events, as ESPN gives it on a day without games. */
const emptyScoreboard = JSON.stringify({ leagues: [], events: [] });

/** The answer to a GET request at a moment. */
export function answerOf(world: ReplayWorld, url: URL, nowMs: number): Body {
  const { pathname, searchParams } = url;
  const ofOdds = /^\/v4\/sports\/([^/]+)\/(.+?)\/?$/.exec(pathname);
  if (ofOdds !== null) {
    const [, key = "", rest = ""] = ofOdds;
    if (key === "baseball_mlb") return oddsAnswer(world, rest, url, nowMs);
    return rest === "odds" || rest === "events" ? { ...json, endpoint: rest, text: "[]", credits: 0 } : notFound();
  }
  if (pathname === "/api/v1/schedule") {
    const date = searchParams.get("date");
    const from = searchParams.get("startDate") ?? date ?? "";
    const to = searchParams.get("endDate") ?? date ?? "";
    return { ...json, endpoint: "schedule", text: JSON.stringify(world.schedule(nowMs, from, to)) };
  }
  if (/^\/apis\/site\/v2\/sports\/.+\/scoreboard$/.test(pathname)) {
    return { ...json, endpoint: "scoreboard", text: emptyScoreboard };
  }
  return notFound();
}
