import { endpoint } from "../endpoint.ts";
import { sendList } from "../envelopes.ts";

export const sports = endpoint({}, (_asked, { snapshot, reply }) => {
  const { text, count } = snapshot.sportList;
  return sendList(reply, [text], count, null);
});
