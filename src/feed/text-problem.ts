import { type Problem, problem } from "./problem.ts";
import { mostCharacters, textFault } from "./texts.ts";

type TextField = readonly [field: string, text: string | null, kind: keyof typeof mostCharacters];

/** The first of some texts of a record that may not be stored. */
export function textProblem(fields: readonly TextField[]): Problem | null {
  for (const [field, text, kind] of fields) {
    const fault = text === null ? null : textFault(text, mostCharacters[kind]);
    if (fault !== null) return problem("text", fault, field);
  }
  return null;
}
