import type MiniSearch from "minisearch";

export type Entry = {
  /** Address of the section. */
  readonly id: string;
  /** Title of the section. */
  readonly title: string;
  /** Title of its page. */
  readonly page: string;
  readonly text: string;
};

export type Excerpt = readonly { readonly text: string; readonly isFound: boolean }[];
export type Result = {
  readonly url: string;
  readonly title: string;
  readonly page: string;
  readonly excerpt: Excerpt;
};

export const indexOptions: {
  readonly fields: string[];
  readonly storeFields: string[];
  readonly searchOptions: {
    readonly prefix: boolean;
    readonly boost: { readonly [field: string]: number };
  };
};

export function find(index: MiniSearch<Entry>, query: string, most: number): readonly Result[];
