/** The file of the games' facts and doubts. */
import {
  gameMemberColumns,
  type MemberColumn,
  outsideIdColumns,
  releaseColumns,
} from "../../contract/release-columns.ts";
import type { SeasonKey } from "../../domain/seasons.ts";
import type { OutsideIds, Starter } from "../../domain/teams/team.ts";
import { dayMs } from "../../domain/times.ts";
import type { Doubt, GameFacts, GameValues } from "../values.ts";
import type { GameFileKind } from "./game-file.ts";
import { noticing, openParquetFile, type ReadGroup, readGroups } from "./read-parquet.ts";
import type { Cell } from "./write-parquet.ts";

const sides = ["home", "away"] as const;
const starterMembers = ["id", "name", "hand"] as const;

function nameOf(side: (typeof sides)[number], member: keyof Starter): string {
  return `${side}_starter_${member}`;
}

/** The members of a game in the file. */
export type GameOfFile = Pick<GameValues, "facts" | "doubts" | "starters" | "resumedOn" | "innings">;

export const gamesKind: GameFileKind<string, GameOfFile> = {
  dataSet: "games",
  rowsOfGroup: Number.POSITIVE_INFINITY,
  countOf: () => 1,
  setRows(columns, row, { facts, doubts, starters, resumedOn, innings = null }) {
    const set = (name: string, cell: Cell): void => {
      (columns[name] as Cell[])[row] = cell;
    };
    for (const column of gameMemberColumns) set(column.name, cellOf(column, facts));
    for (const side of sides) {
      for (const member of starterMembers) set(nameOf(side, member), starters[side]?.[member] ?? null);
    }
    set("doubts", doubts.length === 0 ? null : JSON.stringify(doubts));
    set("resumed_on", resumedOn === undefined ? null : Date.parse(resumedOn) / dayMs);
    set("innings", innings);
  },
  read: releaseColumns.games.map(({ name }) => name).filter((name) => name !== "game_id"),
  make({ columns, from: row }) {
    const facts: Members = {};
    for (const column of gameMemberColumns) setMember(facts, column, columns[column.name]?.[row] ?? null);
    const cell = (name: string): Cell => columns[name]?.[row] ?? null;
    const [doubts, resumedOn, innings] = [cell("doubts"), cell("resumed_on"), cell("innings")];
    return {
      facts: facts as GameFacts,
      doubts: doubts === null ? [] : (JSON.parse(doubts as string) as readonly Doubt[]),
      starters: { home: starterIn(columns, "home", row), away: starterIn(columns, "away", row) },
      ...(resumedOn === null ? {} : { resumedOn: memberOf("DATE", resumedOn) as string }),
      ...(innings === null ? {} : { innings: innings as number }),
    };
  },
};

/** The games of a season, whose ids and order this file alone has. @throws ReleaseDamaged when the bytes are not those of its file. */
export function readGames({ sport, season }: SeasonKey, bytes: Uint8Array): Promise<readonly GameOfFile[]> {
  const file = { dataSet: "games", sport, season } as const;
  return noticing(file, async () => {
    const games: GameOfFile[] = [];
    for await (const { rows, columns } of readGroups(await openParquetFile(file, bytes), [
      "game_id",
      ...gamesKind.read,
    ]))
      for (let row = 0; row < rows; row++) games.push(gamesKind.make({ columns, from: row, to: row + 1 }, Number.NaN));
    return games;
  });
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

const idNames = outsideIdColumns.map(({ name }) => name);

export const idsKind: GameFileKind<string, OutsideIds> = {
  dataSet: "ids",
  rowsOfGroup: Number.POSITIVE_INFINITY,
  countOf: () => 1,
  setRows(columns, row, { ids }) {
    for (const name of idNames) (columns[name] as Cell[])[row] = ids[name as keyof OutsideIds];
  },
  read: idNames,
  make({ columns, from, to }) {
    if (to !== from + 1) throw new Error("it has not one row of each game");
    return Object.fromEntries(idNames.map((name) => [name, columns[name]?.[from] ?? null])) as OutsideIds;
  },
};
