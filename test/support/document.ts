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

export function textOf(element: PageElement | null | undefined): string {
  return (element?.textContent ?? "").replaceAll(/\s+/g, " ").trim();
}

/** Where the links of a part of a page lead. */
export function linksIn(element: PageElement | null | undefined): string[] {
  return [...(element?.querySelectorAll("a") ?? [])].map((link) => link.getAttribute("href") ?? "");
}

/** A page as its readers meet it. What it does not have is empty. */
export class Page {
  readonly html: string;
  readonly document: PageElement;

  constructor(html: string) {
    this.html = html;
    this.document = parseHTML(html).document as unknown as PageElement;
  }

  /** Of the first element that the selector finds. */
  text(selector: string): string {
    return textOf(this.document.querySelector(selector));
  }

  texts(selector: string): readonly string[] {
    return [...this.document.querySelectorAll(selector)].map(textOf);
  }

  /** The attribute of the first element that has it, or that the selector finds. */
  attribute(name: string, selector = `[${name}]`): string {
    return this.document.querySelector(selector)?.getAttribute(name) ?? "";
  }

  links(selector = "body"): readonly string[] {
    return linksIn(this.document.querySelector(selector));
  }

  /** What the head says to messengers and search engines. */
  meta(name: string): string {
    return this.attribute("content", `meta[property="${name}"], meta[name="${name}"]`);
  }

  /** The cells of the rows in the bodies of the tables in what the selector finds. */
  cells(selector: string): readonly (readonly string[])[] {
    return [...this.document.querySelectorAll(`${selector} tbody tr`)].map((row) => [...row.children].map(textOf));
  }

  /** The rows of the table of this name. */
  table(name: string): readonly (readonly string[])[] {
    return this.cells(`[aria-label="${name}"]`);
  }
}
