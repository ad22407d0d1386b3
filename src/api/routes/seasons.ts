import { endpoint } from "../endpoint.ts";
import { sendList } from "../envelopes.ts";
import { sport } from "../parameters.ts";

export const seasons = endpoint({ sport }, (asked, { snapshot, reply }) => {
  const { text, count } = snapshot.sports[asked.sport].seasonList;
  return sendList(reply, [text], count, null);
});
