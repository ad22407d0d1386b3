/** Finds settings that were probably meant: a mistyped one is otherwise taken for something of another program. */
import leven from "leven";
import { type SettingName, settingNames } from "./settings.ts";

export type MistypedSetting = { readonly given: string; readonly meant: SettingName };

/** Names of the environment that are near a setting's and are other programs' own. */
const ofOthers = new Set(["HOSTS", "POST"]);

/**
 * @param names every name of the environment.
 * @returns those that differ from a setting's name by one letter, or by two of a long one or by two that changed places.
 */
export function mistypedSettings(names: readonly string[]): readonly MistypedSetting[] {
  const known = new Set<string>(settingNames);
  return names
    .filter((name) => !known.has(name) && !ofOthers.has(name) && name.length >= 4)
    .flatMap((given) => {
      const meant = settingNames.find((name) => isNear(given, name));
      return meant === undefined ? [] : [{ given, meant }];
    });
}

function isNear(given: string, name: string): boolean {
  const differing = leven(given, name, { maxDistance: 3 });
  if (differing <= 1) return true;
  return differing === 2 && (name.length >= 9 || haveChangedPlaces(given, name));
}

/** `PROT` for `PORT`. */
function haveChangedPlaces(given: string, name: string): boolean {
  return given.length === name.length && [...given].sort().join("") === [...name].sort().join("");
}
