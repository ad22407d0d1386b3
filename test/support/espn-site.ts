/** A server at 127.0.0.1 that answers as ESPN's site API has since September 2026, with events that a test gives it. */
import type { IncomingMessage } from "node:http";
import { slateDate } from "../../src/domain/slate-date.ts";
import type { SiteEvent } from "./espn-event.ts";
import { startHttp } from "./http-server.ts";

/** Without a word about it, ESPN changes what it answers to. A test may change it once more. */
export type EspnHabits = {
  /** Whether a User-Agent may ask. */
  readonly admits: (userAgent: string) => boolean;
  readonly takesSpans: boolean;
  /** Whether a day is answered at all; with a month and a year it always is. */
  readonly takesDays: boolean;
  /** A larger limit gives 25 events. */
  readonly mostLimit: number;
};

export const espnToday: EspnHabits = {
  admits: (userAgent) => /\(\+https?:\/\//.test(userAgent),
  takesSpans: false,
  takesDays: true,
  mostLimit: 500,
};

/** The answer to a request for a scoreboard. */
export function espnScoreboard(
  { url = "", headers }: Pick<IncomingMessage, "url" | "headers">,
  events: readonly SiteEvent[],
  { admits, takesSpans, takesDays, mostLimit }: EspnHabits = espnToday,
): { readonly status: number; readonly body: object } {
  const { searchParams } = new URL(url, "http://espn");
  const dates = searchParams.get("dates") ?? "";
  if (!admits(headers["user-agent"] ?? "")) return { status: 403, body: { code: 403 } };
  if (dates.includes("-") ? !takesSpans : !takesDays) {
    return { status: 400, body: { code: 400, message: "Failed to get events endpoint." } };
  }
  const [first = "", last = first] = dates.split("-");
  const found = events.filter(({ date }) => {
    const day = slateDate(Date.parse(date)).replaceAll("-", "");
    return day >= first && day <= last;
  });
  return { status: 200, body: { events: found.slice(0, Number(searchParams.get("limit")) > mostLimit ? 25 : 500) } };
}

export type EspnSite = {
  /** Without a slash at the end. */
  readonly url: string;
  /** What was asked for, with the User-Agent. */
  readonly asked: { readonly path: string; readonly userAgent: string }[];
  events: readonly SiteEvent[];
  habits: EspnHabits;
  /** The answer to whatever is no scoreboard: a summary, or another provider's request; null: 404. */
  other: (path: string) => string | null;
  close(): void;
};

export async function startEspnSite(): Promise<EspnSite> {
  const { url, close } = await startHttp((request, response) => {
    const path = request.url ?? "";
    site.asked.push({ path, userAgent: request.headers["user-agent"] ?? "" });
    if (path.includes("/scoreboard")) {
      const { status, body } = espnScoreboard(request, site.events, site.habits);
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
      return;
    }
    const text = site.other(path);
    response.writeHead(text === null ? 404 : 200).end(text ?? "{}");
  });
  const site: EspnSite = {
    url,
    ...{ asked: [], events: [], habits: espnToday, other: () => null },
    close: () => void close(),
  };
  return site;
}
