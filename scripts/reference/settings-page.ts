/** The page of the settings, from their table. */
import { settingNames, settingTable } from "../../src/config/settings.ts";

export function settingsPage(): string {
  const rows = settingNames.map((name) => {
    const { otherwise, about } = settingTable[name];
    return `| \`${name}\` | ${otherwise} | ${about} |`;
  });
  return `# Settings

Gradeline is set by the environment, and \`gradeline --help\` shows the same table. An empty value is as good as none. A value
that is not allowed ends the start with one line that names the setting, and a name that is near a setting's is pointed out.

| setting | default | meaning |
|---|---|---|
${rows.join("\n")}
`;
}
