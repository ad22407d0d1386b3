/** HTML as a type: a text becomes HTML by `html`, which escapes it, or by a `new Html` of it, whose author answers for that. */

/** Text that a browser may read as HTML. It is known by its mark, which stays when another thread hands over what it has drawn. */
export class Html {
  readonly isHtml = true;
  readonly text: string;

  /** @param text that is HTML by its origin, such as a drawing or rendered Markdown of ours. */
  constructor(text: string) {
    this.text = text;
  }
}

export type Hole = Html | string | number | readonly Hole[];

/** HTML of a template. What stands in its holes is escaped, unless it is HTML already; the items of a list follow each other. */
export function html(literals: TemplateStringsArray, ...holes: readonly Hole[]): Html {
  return new Html(literals.reduce((text, literal, at) => text + escaped(holes[at - 1] ?? "") + literal));
}

export const noHtml = new Html("");

/** HTML of several parts with a text between them. */
export function joined(parts: readonly Html[], between: string): Html {
  return new Html(parts.map(({ text }) => text).join(escaped(between)));
}

function escaped(hole: Hole): string {
  if (typeof hole === "object") return "isHtml" in hole ? hole.text : hole.map(escaped).join("");
  return String(hole).replace(/["&'<=>]/g, (character) => `&#${character.charCodeAt(0)};`);
}
