/**
 * A server of the archive: the whole API over HTTP, and a shelf that checks for new revisions as `gradeline serve`
 * does.
 */
import type { Admission, Gate } from "../../../src/access/gate.ts";
import { buildApp } from "../../../src/api/app.ts";
import { connectionsFor, type Database } from "../../../src/database/engine.ts";
import { openShelf } from "../../../src/query/shelf.ts";
import { openServerLog } from "../../../src/serve/log.ts";
import { refreshUntil } from "../../../src/serve/refresh.ts";
import type { OpenFront } from "../counting/front.ts";
import type { Network } from "../world/network.ts";

const plenty = { limit: 1000, remaining: 1000, resetAtS: 0 };
const admitted: Admission = {
  ok: true,
  meters: { rate: plenty, quota: plenty },
  caller: { accountId: null, keyPrefix: "" },
  giveBack: async () => ({ rate: plenty, quota: plenty }),
};
/** The gate admits every request, because these worlds do not test admission. */
const openDoor: Gate = {
  admit: async () => admitted,
  admitById: async () => admitted,
  keyIdOf: async () => null,
  probe: async () => true,
  settle: async () => {},
  close: async () => {},
};

export function archiveFront(network: Network): OpenFront {
  return async (database: Database, { name, process }) => {
    const logger = openServerLog("info", { write() {} });
    const shelf = await openShelf(await connectionsFor(database, "refresh"), { log: logger });
    const app = buildApp({ shelf, gate: openDoor, logger, manageUrl: "https://manage.example/keys" });
    await app.ready();
    network.listen(`${name}:80`, {
      process,
      refuses: () => (process.isAlive ? null : "ECONNREFUSED"),
      accept: (socket) => void app.server.emit("connection", socket),
    });
    void refreshUntil(new AbortController().signal, shelf, logger);
    return { ask: null };
  };
}
