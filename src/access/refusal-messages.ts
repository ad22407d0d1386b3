/** The messages of the gate to callers that it does not admit. The API shows the same texts as examples in its description. */

export const refusalMessages = {
  noKey: "an API key is needed: send Authorization: Bearer <API key>, or X-API-Key: <API key>",
  noBearer: "Authorization has a key and not the word before it: send Authorization: Bearer <API key>",
  /** @param scheme the word before the key, such as `Basic`. */
  otherScheme: (scheme: string): string =>
    `Authorization has the scheme ${scheme}: keys are sent as Authorization: Bearer <API key>, or X-API-Key: <API key>`,
  unknownKey: "the API key is not known",
  keyIsGone: "the key that this address was made with is gone",
  wrongKeys: (seconds: number): string =>
    `too many wrong API keys from this address: wait ${secondsInWords(seconds)}, as Retry-After says`,
  undecided: "API keys cannot be checked at the moment: try again when Retry-After says",
  overRate: (requestsPerMinute: number, seconds: number): string =>
    `more than ${requestsPerMinute} requests in a minute: wait ${secondsInWords(seconds)}, as Retry-After says`,
  /** @param until when the quota starts anew, or the trial ends. */
  overQuota: (requests: number, until: Date): string =>
    `the quota of ${requests} requests is used up until ${until.toISOString()}`,
} as const;

function secondsInWords(seconds: number): string {
  return seconds === 1 ? "1 second" : `${seconds} seconds`;
}
