/** Texts that are not a value, a name or a path of the API. */

export const tenKilobytes = "x".repeat(10_000);

/** Texts that are no valid value of any parameter, including `cursor`. */
export const badValues = [
  "%00",
  "KC%00",
  "%",
  "%Z1",
  "%ff",
  "%C0%80",
  "%ED%A0%80",
  tenKilobytes,
  "-1",
  "1e3",
  "1.5",
  "99999999999999999999",
  "0x10",
  "null",
  "true",
  "NaN",
  "[]",
  "%7B%7D",
  "2024-02-30",
  "20240101",
  "'%20OR%201=1--",
  "%3Cscript%3E",
  "%F0%9F%8F%88",
  "..%2F..%2Fetc%2Fpasswd",
  "+5",
  "%20json",
  "all,",
];

export const oddNames = [
  "surprise",
  "Sport",
  "SPORT",
  "sport%20",
  "sport[]",
  "__proto__",
  "constructor",
  "%00",
  "%",
  "offset",
];

/** Paths under /v1, where the key is checked first. */
export const oddPlaces = [
  "/v1",
  "/v1/",
  "/v1/games/",
  "/v1/games/a/b",
  "/v1//games",
  "/v1/Games",
  "/v1/game",
  "/v1/bets",
  "/v1/games/%00",
  "/v1/games/%",
  "/v1/games/%ff",
  "/v1/games/%2e%2e%2fsports",
  "/v1/games;a=b",
  "/v1/sports/",
  "/v1/sports/x",
  "/v1/openapi.yaml",
  `/v1/games/${tenKilobytes}`,
  `/v1/${tenKilobytes}`,
  "/v1/games/NFL-20240230-DAL-PHI",
  "/v1/games/*",
  "/v1/constructor",
];
