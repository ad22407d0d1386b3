/** Pages taken apart as a browser does, without one. */
import { parseHTML } from "linkedom";

/** The part of the DOM that tests use; TypeScript is told of no browser here. */
export type PageElement = {
  readonly textContent: string | null;
  readonly className: string;
  readonly firstChild: PageElement | null;
  readonly children: Iterable<PageElement>;
  getAttribute(name: string): string | null;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
};

export function documentOf(html: string): PageElement {
  return parseHTML(html).document as unknown as PageElement;
}

export function textOf(element: PageElement | null | undefined): string {
  return (element?.textContent ?? "").trim();
}

/** Where the links of a part of a page lead. */
export function linksIn(element: PageElement | null): string[] {
  return [...(element?.querySelectorAll("a") ?? [])].map((link) => link.getAttribute("href") ?? "");
}
