/** The file of the games' facts and doubts. */
import { gameMemberColumns, type MemberColumn, outsideIdColumns } from "../../contract/release-columns.ts";
import { dayMs } from "../../domain/durations.ts";
import type { OutsideIds } from "../../domain/outside-ids.ts";
import type { SeasonKey } from "../../domain/seasons.ts";
import type { Starter } from "../../domain/starters.ts";
import type { Doubt, GameFacts, GameValues, SeasonValues } from "../values.ts";
import { noticing, openParquetFile, type ReadGroup, readByGame, readGroups } from "./read-parquet.ts";
import { type Cell, parquetFile } from "./write-parquet.ts";

export function writeGames({ sport, season, games }: SeasonValues, revision: number): Uint8Array {
  const ofMembers = gameMemberColumns.map((column) => [column.name, games.map(({ facts }) => cellOf(column, facts))]);
  const doubts = games.map(({ doubts: each }) => (each.length === 0 ? null : JSON.stringify(each)));
  const ofStarters = sides.flatMap((side) =>
    starterMembers.map((member) => {
      return [nameOf(side, member), games.map(({ starters }) => starters[side]?.[member] ?? null)];
    }),
  );
  const resumed_on = games.map(({ resumedOn }) => (resumedOn === undefined ? null : Date.parse(resumedOn) / dayMs));
  const innings = games.map((game) => game.innings ?? null);
  const columns = { ...Object.fromEntries([...ofMembers, ...ofStarters]), doubts, resumed_on, innings };
  return parquetFile({ dataSet: "games", sport, season }, revision, [columns]);
}

const sides = ["home", "away"] as const;
const starterMembers = ["id", "name", "hand"] as const;

function nameOf(side: (typeof sides)[number], member: keyof Starter): string {
  return `${side}_starter_${member}`;
}

const starterNames = sides.flatMap((side) => starterMembers.map((member) => nameOf(side, member)));

/** The columns of a game in the file. */
export type GameOfFile = Pick<GameValues, "facts" | "doubts" | "starters" | "resumedOn" | "innings">;

/** @throws ReleaseDamaged when the bytes are not those of this season's file. */
export function readGames({ sport, season }: SeasonKey, bytes: Uint8Array): Promise<readonly GameOfFile[]> {
  const file = { dataSet: "games", sport, season } as const;
  return noticing(file, async () => {
    const games: GameOfFile[] = [];
    const names = [...gameMemberColumns.map(({ name }) => name), "doubts", "resumed_on", "innings", ...starterNames];
    for await (const { rows, columns } of readGroups(await openParquetFile(file, bytes), names)) {
      for (let row = 0; row < rows; row++) {
        const facts: Members = {};
        for (const column of gameMemberColumns) setMember(facts, column, columns[column.name]?.[row] ?? null);
        const doubts = columns.doubts?.[row] ?? null;
        games.push({
          facts: facts as GameFacts,
          doubts: doubts === null ? [] : (JSON.parse(doubts as string) as readonly Doubt[]),
          starters: { home: starterIn(columns, "home", row), away: starterIn(columns, "away", row) },
          ...resumedOnIn(columns, row),
          ...inningsIn(columns, row),
        });
      }
    }
    return games;
  });
}

function resumedOnIn(columns: ReadGroup["columns"], row: number): Pick<GameValues, "resumedOn"> {
  const cell = columns.resumed_on?.[row] ?? null;
  return cell === null ? {} : { resumedOn: memberOf("DATE", cell) as string };
}

function inningsIn(columns: ReadGroup["columns"], row: number): Pick<GameValues, "innings"> {
  const cell = columns.innings?.[row] ?? null;
  return cell === null ? {} : { innings: cell as number };
}

function starterIn(columns: ReadGroup["columns"], side: (typeof sides)[number], row: number): Starter | null {
  const [id, name, hand] = starterMembers.map((member) => columns[nameOf(side, member)]?.[row] ?? null);
  return id === null ? null : ({ id, name, hand } as Starter);
}

type Members = { [name: string]: unknown };

function cellOf({ path, type, isPresence }: MemberColumn, facts: GameFacts): Cell {
  let value: unknown = facts;
  for (const name of path) value = (value as Members | null)?.[name] ?? null;
  if (isPresence) return value !== null;
  if (type === "DATE") return Date.parse(value as string) / dayMs;
  if (type === "TIMESTAMP") return Date.parse(value as string);
  return value as Cell;
}

/** Columns come in the order of the members, and whether an object is there before its members. */
function setMember(facts: Members, { path, type, isPresence }: MemberColumn, cell: Cell): void {
  let object = facts;
  for (const [depth, name] of path.slice(0, -1).entries()) {
    // Of the periods, only those that were played are there.
    if (depth === 1 && path[0] === "period_scores" && cell === null) return;
    object[name] ??= object[name] === null ? null : {};
    if (object[name] === null) return;
    object = object[name] as Members;
  }
  object[path.at(-1) as string] = isPresence ? (cell === true ? {} : null) : memberOf(type, cell);
}

function memberOf(type: MemberColumn["type"], cell: Cell): unknown {
  if (type === "DATE") return new Date((cell as number) * dayMs).toISOString().slice(0, 10);
  return type === "TIMESTAMP" ? new Date(cell as number).toISOString() : cell;
}

export function writeIds({ sport, season, games }: SeasonValues, revision: number): Uint8Array {
  const gameIds = games.map(({ facts }) => facts.game_id);
  const columns = outsideIdColumns.map(({ name }) => [name, games.map(({ ids }) => ids[name as keyof OutsideIds])]);
  const group = { game_id: gameIds, ...Object.fromEntries(columns) };
  return parquetFile({ dataSet: "ids", sport, season }, revision, [group]);
}

/**
 * The ids of each game.
 * @throws ReleaseDamaged when the bytes are not those of this season's file.
 */
export function readIds(
  { sport, season }: SeasonKey,
  bytes: Uint8Array,
  gameIds: readonly string[],
): Promise<readonly OutsideIds[]> {
  const names = outsideIdColumns.map(({ name }) => name);
  return readByGame({ dataSet: "ids", sport, season }, { bytes, names, gameIds }, ({ columns, from, to }) => {
    if (to !== from + 1) throw new Error("it has not one row of each game");
    return Object.fromEntries(names.map((name) => [name, columns[name]?.[from] ?? null])) as OutsideIds;
  });
}
