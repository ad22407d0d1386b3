/** The sports with their seasons, as plain values. */
import type { SportRow } from "../../contract/lists/reference.ts";
import type { Snapshot } from "../load.ts";
import { wholeList } from "../reach.ts";

/** @throws BeingMended when the list is damaged. */
export function sportRows({ sportList }: Snapshot): readonly SportRow[] {
  return JSON.parse(`[${wholeList(sportList).text.toString()}]`) as SportRow[];
}
