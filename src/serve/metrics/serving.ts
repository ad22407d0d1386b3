/** What a server that answers callers tells of itself. */
import type { Server } from "node:http";
import type { Registry } from "prom-client";
import type { Gate } from "../../access/gate.ts";
import type { AnswerWatch } from "../../api/follow.ts";
import type { Shelf } from "../../query/shelf.ts";
import { watchGate } from "./admission.ts";
import { watchReloads, watchShelf } from "./archive.ts";
import { watchConnections, watchRequests } from "./requests.ts";

export type ServingParts = { readonly shelf: Shelf; readonly gate: Gate };

export type WatchedServing = {
  readonly watch: AnswerWatch;
  /** The gate and the shelf's refreshing, watched. */
  readonly gate: Gate;
  readonly reloads: Pick<Shelf, "refresh">;
  /** Watches the connections of the server that callers ask. */
  watchConnections(server: Server): void;
};

export function watchServing(registry: Registry, { shelf, gate }: ServingParts): WatchedServing {
  const watched = {
    watch: watchRequests(registry),
    gate: watchGate(registry, gate),
    reloads: watchReloads(registry, shelf),
    watchConnections: (server: Server) => watchConnections(registry, server),
  };
  watchShelf(registry, shelf);
  return watched;
}
