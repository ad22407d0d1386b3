/**
 * Every migration by part and name, in order. A released migration is never edited; a later one amends it. One that only adds tables
 * has a name that ends in `-adds`: the version before goes on with the database until `gradeline upgrade --finish`.
 */
import type { Kysely } from "kysely";
import type { AnyTables, ColumnTypes, Part } from "../names.ts";
import { up as foundation } from "./0001-foundation.ts";
import { up as csv } from "./0002-csv.ts";
import { up as accessMovesOut } from "./0003-access-moves-out.ts";
import { up as checksums } from "./0004-checksums.ts";
import { up as resolutions } from "./0005-resolutions.ts";
import { up as collectAsking } from "./0006-collect-asking.ts";
import { up as collectRuns } from "./0007-collect-runs.ts";
import { up as reports } from "./0008-reports.ts";
import { up as captureTimes } from "./0009-capture-times.ts";
import { up as packedLines } from "./0010-packed-lines.ts";
import { up as changeLog } from "./0011-change-log.ts";
import { up as packedOdds } from "./0012-packed-odds.ts";
import { up as conditions } from "./0013-conditions.ts";
import { up as doubts } from "./0014-doubts.ts";
import { up as oddsInGames } from "./0015-odds-in-games.ts";
import { up as clubs } from "./0016-clubs.ts";
import { up as releases } from "./0017-releases.ts";
import { up as offeredFiles } from "./0018-offered-files.ts";
import { up as nodes } from "./0019-nodes.ts";
import { up as audit } from "./0020-audit.ts";
import { up as finished } from "./0021-finished.ts";
import { up as statedStarts } from "./0022-stated-starts.ts";
import { up as accounts } from "./access-0001-accounts.ts";
import { up as billing } from "./access-0002-billing.ts";
import { up as signIn } from "./access-0003-sign-in.ts";
import { up as lanes } from "./access-0004-lanes.ts";
import { up as journal } from "./access-0005-journal.ts";
import { up as settledCounts } from "./access-0006-settled-counts.ts";
import { up as accessAudit } from "./access-0007-audit.ts";
import { up as accessFinished } from "./access-0008-finished.ts";

export type Migration = (kysely: Kysely<AnyTables>, types: ColumnTypes) => Promise<void>;

export const migrations: Readonly<Record<Part, Readonly<Record<string, Migration>>>> = {
  facts: {
    "0001-foundation": foundation,
    "0002-csv": csv,
    "0003-access-moves-out": accessMovesOut,
    "0004-checksums": checksums,
    "0005-resolutions": resolutions,
    "0006-collect-asking": collectAsking,
    "0007-collect-runs": collectRuns,
    "0008-reports": reports,
    "0009-capture-times": captureTimes,
    "0010-packed-lines": packedLines,
    "0011-change-log": changeLog,
    "0012-packed-odds": packedOdds,
    "0013-conditions": conditions,
    "0014-doubts": doubts,
    "0015-odds-in-games": oddsInGames,
    "0016-clubs": clubs,
    "0017-releases": releases,
    "0018-offered-files": offeredFiles,
    "0019-nodes": nodes,
    "0020-audit": audit,
    "0021-finished-adds": finished,
    "0022-stated-starts": statedStarts,
  },
  access: {
    "0001-accounts-and-counts": accounts,
    "0002-billing": billing,
    "0003-sign-in": signIn,
    "0004-lanes": lanes,
    "0005-journal": journal,
    "0006-settled-counts": settledCounts,
    "0007-audit": accessAudit,
    "0008-finished-adds": accessFinished,
  },
};
