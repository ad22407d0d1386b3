/** Takes a rendered page apart at its headings, for a search that finds sections instead of pages. */
import type { PageSection } from "../content.ts";

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"' };

function entityText(whole: string, name: string): string {
  const [, code] = /^#(\d+)$/.exec(name) ?? [];
  return code === undefined ? (entities[name] ?? whole) : String.fromCodePoint(Number(code));
}

function plainText(html: string): string {
  return html
    .replaceAll(/<pre[\s\S]*?<\/pre>|<button[\s\S]*?<\/button>/g, " ")
    .replaceAll(/<\/?(?:p|li|ul|ol|td|th|tr|table|div|blockquote|br|h\d)\b[^>]*>/g, " ")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/&(#?\w+);/g, entityText)
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** @param html of an article; its headings have ids. */
export function sectionsOf(html: string): readonly PageSection[] {
  const parts = html.split(/(?=<h[1-3] id=")/);
  return parts.flatMap((part) => {
    const [head, depth, id = "", inner = ""] = /^<h([1-3]) id="([^"]*)">([\s\S]*?)<\/h\1>/.exec(part) ?? [];
    if (head === undefined) return [];
    return [{ anchor: depth === "1" ? "" : id, title: plainText(inner), text: plainText(part.slice(head.length)) }];
  });
}
