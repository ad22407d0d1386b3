/** The settings, as `--help` lists them. */
import { Help } from "commander";
import { settingNames, settingTable } from "../../config/settings.ts";

/** Column at which the explanations begin, and how many columns they have. */
const indent = 16;
const width = 94;

export function settingsText(): string {
  const lines = settingNames.flatMap((name) => {
    const { otherwise, about } = settingTable[name];
    const text = (otherwise === "none" ? about : `${about} (${otherwise})`).replaceAll("`", "");
    const [first = "", ...more] = new Help().boxWrap(text, width).split("\n");
    const head = `  ${name}`;
    const isNarrow = head.length + 2 <= indent;
    const below = (isNarrow ? more : [first, ...more]).map((line) => " ".repeat(indent) + line);
    return [isNarrow ? head.padEnd(indent) + first : head, ...below];
  });
  return ["", "Settings (environment), and what holds without them:", ...lines].join("\n");
}
