/**
 * Which folders of `test/` try which room of `src/`. `npm test -- web` runs those of `web`; CONTRIBUTING.md shows this
 * table, and a test holds the two together.
 */
export const rooms = {
  access: ["access"],
  api: ["api", "openapi", "oracle"],
  audit: ["audit"],
  release: ["release"],
  cli: ["cli"],
  collect: ["collect", "replay"],
  config: ["config"],
  contract: ["contract"],
  database: ["database"],
  domain: ["domain", "property"],
  feed: ["feed", "real"],
  http: ["http"],
  ledger: ["ledger"],
  mcp: ["mcp"],
  operate: ["operate"],
  publish: ["publish"],
  serve: ["serve", "metrics", "caches", "simulation", "bench", "cluster"],
  query: ["query"],
  web: ["web", "jobs"],
  /** The workspace `sample/`. */
  sample: ["sample"],
  /** The clients of callers, in `clients/`. */
  clients: ["clients", "clients-python"],
  /** Tests of the project as a whole: layout, docs and packages. */
  project: ["project"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type RoomName = keyof typeof rooms;

export function isRoom(word: string): word is RoomName {
  return Object.hasOwn(rooms, word);
}

/** The paths of a room's tests, as filters of Vitest, which takes every test file whose path contains one of them. */
export function foldersOf(room: RoomName): string[] {
  return rooms[room].map((folder) => `test/${folder}/`);
}
