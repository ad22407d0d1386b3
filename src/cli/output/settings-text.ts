/** The settings, as `--help` lists them. */
import { settingNames, settingTable } from "../../settings.ts";

/** Column at which the explanations begin, and the last column that a line may reach. */
const indent = 16;
const lastColumn = 110;

export function settingsText(): string {
  const lines = settingNames.flatMap((name) => {
    const { otherwise, about } = settingTable[name];
    const text = (otherwise === "none" ? about : `${about} (${otherwise})`).replaceAll("`", "");
    const [first = "", ...more] = wrapped(text);
    const head = `  ${name}`;
    const isNarrow = head.length + 2 <= indent;
    const below = (isNarrow ? more : [first, ...more]).map((line) => " ".repeat(indent) + line);
    return [isNarrow ? head.padEnd(indent) + first : head, ...below];
  });
  return ["", "Settings (environment), and what holds without them:", ...lines].join("\n");
}

/** The words of a text in lines that fit beside the indent. */
function wrapped(text: string): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && indent + last.length + 1 + word.length <= lastColumn)
      lines.splice(-1, 1, `${last} ${word}`);
    else lines.push(word);
  }
  return lines;
}
