/** A collector without a key says this at its start, in its plan and in the status: somebody looks there for lines that never come. */
export const missingKey = "THE_ODDS_API_KEY is not set, so results are collected and no lines";
