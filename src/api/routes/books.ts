import { sports } from "../../domain/sports.ts";
import { bookList } from "../../shelf/book-list.ts";
import { unlessKnown } from "../conditional.ts";
import { endpoint } from "../endpoint.ts";
import { sendList } from "../envelopes.ts";
import { listFreshness } from "../freshness.ts";
import { refuseDamaged, refuseWithoutLines, wholeSport } from "../reach.ts";

export const books = endpoint({}, async (_asked, { snapshot, reply }) => {
  for (const reach of sports.map(wholeSport)) {
    refuseDamaged(snapshot, reach);
    refuseWithoutLines(snapshot, reach);
  }
  const list = await bookList(snapshot);
  return unlessKnown(reply, listFreshness(snapshot, list), () => sendList(reply, [list.text], list.count, null));
});
