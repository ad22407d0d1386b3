/** A page of the docs is made of this, before the frame is put around it. */
import type { Html } from "../ui/html.ts";
import type { ArticleHeading } from "./markdown.ts";

/** A part of a page that a search finds by itself. */
export type PageSection = {
  /** Of the element in the page; empty: the page itself. */
  readonly anchor: string;
  readonly title: string;
  /** What a result says that it is of, where that is not the title of the page. */
  readonly of?: string;
  /** Plain text. */
  readonly text: string;
};

export type DocsContent = {
  readonly path: string;
  readonly title: string;
  readonly summary: string;
  readonly article: Html;
  readonly headings: readonly ArticleHeading[];
  readonly sections: readonly PageSection[];
  /** Whether the page has a form that asks the API. */
  readonly canTry: boolean;
};

/** The pages of the navigation, by group. */
export type NavGroup = {
  readonly title: string;
  readonly pages: readonly NavPage[];
};

export type NavPage = {
  readonly path: string;
  readonly title: string;
  /** Paths of the API are set like code. */
  readonly isCode: boolean;
};
