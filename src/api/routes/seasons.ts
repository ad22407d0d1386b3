import { unlessKnown } from "../conditional.ts";
import { endpoint } from "../endpoint.ts";
import { sendList } from "../envelopes.ts";
import { listFreshness } from "../freshness.ts";
import { sport } from "../parameters.ts";
import { wholeList } from "../reach.ts";

export const seasons = endpoint({ sport }, (asked, { snapshot, reply }) => {
  const list = wholeList(snapshot.sports[asked.sport].seasonList);
  return unlessKnown(reply, listFreshness(snapshot, list), () => sendList(reply, [list.text], list.count, null));
});
