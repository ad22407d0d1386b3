import { unlessKnown } from "../conditional.ts";
import { endpoint } from "../endpoint.ts";
import { sendList } from "../envelopes.ts";
import { listFreshness } from "../freshness.ts";
import { wholeList } from "../reach.ts";

export const sports = endpoint({}, (_asked, { snapshot, reply }) => {
  const list = wholeList(snapshot.sportList);
  return unlessKnown(reply, listFreshness(snapshot, list), () => sendList(reply, [list.text], list.count, null));
});
