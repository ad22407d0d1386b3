/** The two ways into a node: straight to its gate, which is quick, or over HTTP, through everything that serves. */
import { openGate } from "../../../src/access/gate.ts";
import { buildApp } from "../../../src/api/app.ts";
import type { Database } from "../../../src/database/engine.ts";
import { Shelf } from "../../../src/query/shelf.ts";
import { openServerLog } from "../../../src/serve/log.ts";
import type { Network } from "../world/network.ts";
import type { Process } from "../world/process.ts";
import type { Answer, Meter, Want } from "./book.ts";
import { wants } from "./book.ts";

export type Front = {
  /** Null where requests come over the network. */
  readonly ask: ((secret: string, want: Want) => Promise<Answer>) | null;
};

export type OpenFront = (
  access: Database,
  node: { readonly name: string; readonly process: Process },
) => Promise<Front>;

type Gate = ReturnType<typeof openGate>;
type Admission = Awaited<ReturnType<Gate["admit"]>>;
type Meters = NonNullable<Admission["meters"]>;

/** As the API does with its gate, without the API. */
export function gateFront(change: (gate: Gate) => Gate = (gate) => gate): OpenFront {
  return async (access) => {
    const gate = change(openGate(access));
    return {
      async ask(secret, want) {
        try {
          const admission = await gate.admit({ authorization: undefined, apiKey: secret, address: "10.1.1.1" });
          if (!admission.ok) return refusalOf(admission);
          const status = wants[want];
          const meters = status >= 400 ? await admission.giveBack() : admission.meters;
          return { status, code: null, ...metersOf(meters), retryAfterS: null };
        } catch {
          return { status: 500, code: "internal", rate: null, quota: null, retryAfterS: null };
        }
      },
    };
  };
}

const statusOf: Readonly<Record<string, number>> = {
  unauthorized: 401,
  forbidden: 403,
  rate_limited: 429,
  quota_exceeded: 429,
  unavailable: 503,
};

function refusalOf({ code, meters, retryAfterS }: Extract<Admission, { ok: false }>): Answer {
  return {
    status: statusOf[code] ?? 500,
    code,
    ...(meters === null ? { rate: null, quota: null } : metersOf(meters)),
    retryAfterS,
  };
}

function metersOf({ rate, quota }: Meters): { readonly rate: Meter; readonly quota: Meter } {
  return { rate, quota };
}

/** The whole API behind a simulated socket; its archive has nothing in it. */
export function httpFront(network: Network, change: (gate: Gate) => Gate = (gate) => gate): OpenFront {
  return async (access, { name, process }) => {
    const gate = change(openGate(access));
    // Nobody reads it; a destination of its own keeps it off standard output.
    const logger = openServerLog("info", { write() {} });
    const app = buildApp({ shelf: new Shelf(access), gate, logger, manageUrl: "https://manage.example/keys" });
    await app.ready();
    network.listen(`${name}:80`, {
      process,
      refuses: () => (process.isAlive ? null : "ECONNREFUSED"),
      accept: (socket) => void app.server.emit("connection", socket),
    });
    return { ask: null };
  };
}
