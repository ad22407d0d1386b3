/** Whoever puts the server together gives the explorer these parts. */
import type { Shelf } from "../../query/shelf.ts";
import type { KeptPages } from "../frame/kept-pages.ts";
import type { SiteFrame } from "../frame/page.ts";
import type { ReadingLimit } from "../reading-limit.ts";
import type { ExploreSeasons } from "./reach.ts";

/** Somebody who is signed in, and whose keys may read. */
export type Member = {
  /** Requests that are left in this period. */
  readonly left: number;
  /** Whose requests those are, in words. */
  readonly owner: "your trial" | "your plan";
};

export type ExploreParts = {
  readonly frame: SiteFrame;
  readonly shelf: Pick<Shelf, "current" | "computing"> & { readonly files: Pick<Shelf["files"], "isOffered"> };
  readonly kept: KeptPages;
  /** Signs a text, so that only this site can have made what bears the signature. */
  readonly sign: (text: string) => string;
  /** Where callers reach the API, without a slash at its end. */
  readonly apiUrl: string;
  /** The seasons that people may explore who have no account. */
  readonly exploreSeasons: ExploreSeasons;
  /** Whether the page of keys and accounts says what a plan costs. */
  readonly hasPrice: boolean;
  /** Null: nobody is signed in, or nobody knows. @param cookieHeader of the request. */
  readonly memberOf: (cookieHeader: string | undefined) => Promise<Member | null>;
  /** Every page that is computed from the archive asks this one before it does. */
  readonly limit: ReadingLimit;
};
