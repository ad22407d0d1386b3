import { listBody } from "../answer.ts";
import { endpoint } from "../endpoint.ts";
import { listFreshness } from "../freshness.ts";
import { sport } from "../parameters.ts";
import { wholeList } from "../reach.ts";

export const seasons = endpoint({ sport }, (asked, { snapshot }) => {
  const list = wholeList(snapshot.sports[asked.sport].seasonList);
  return { freshness: listFreshness(snapshot, list), make: () => listBody([list.text], list.count, null) };
});
