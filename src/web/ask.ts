/**
 * How pages ask for what they show: of the API, inside the process. The numbers on a page are then those of the API by
 * construction. Whoever puts the server together gives the pages an `AskApi`; see src/api/inside.ts.
 */

/** The API answers with the members of the JSON answer, or with its error. */
export type ApiAnswer =
  | {
      readonly status: 200;
      readonly data: unknown;
      readonly nextCursor: string | null;
      readonly etag: string;
    }
  | {
      readonly status: number;
      readonly code: string;
      /** The mistake, in words that are fit for a page. */
      readonly message: string;
      /** The parameter that is wrong; null: none is. */
      readonly parameter: string | null;
    };

/**
 * Asks a GET endpoint of /v1, without a key and without quota.
 * @param path below /v1, such as `/games` or `/games/nfl_2024_01_BAL_KC`.
 * @param query without the question mark.
 */
export type AskApi = (path: string, query: string) => Promise<ApiAnswer>;
