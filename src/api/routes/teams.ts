import { endpoint } from "../endpoint.ts";
import { sendList } from "../envelopes.ts";
import { sport } from "../parameters.ts";

export const teams = endpoint({ sport }, (asked, { snapshot, reply }) => {
  const { text, count } = snapshot.sports[asked.sport].teamList;
  return sendList(reply, [text], count, null);
});
