/** The sports with their seasons. */
import type { SportRow } from "../../contract/lists/reference.ts";
import type { Snapshot } from "../load.ts";
import { wholeList } from "../reach.ts";

/** @throws BeingMended when the list is damaged. */
export function sportRows(snapshot: Snapshot): readonly SportRow[] {
  return wholeList(snapshot.sportRows);
}
