/** Finds a filter by what somebody typed for it. */
import { nearest } from "../../contract/hints.ts";
import { foldName } from "../../domain/fold-name.ts";
import { type FormField, formFields } from "./form-words.ts";

/** All that can be typed, each with its field. What sets a value needs no field to be filled in. */
const typed: readonly { readonly words: string; readonly field: FormField; readonly value: string | null }[] =
  formFields.flatMap((field) => [
    { words: field.label, field, value: null },
    ...field.found.map(([words, value]) => ({ words, field, value })),
  ]);

/** All that can be typed, as it is offered. */
export const typedWords = typed.map(({ words }) => words);

export type Added =
  | { readonly kind: "set"; readonly name: string; readonly value: string }
  | { readonly kind: "shown"; readonly label: string }
  | { readonly kind: "unknown"; readonly message: string };

/** @param text as somebody typed it. */
export function addedBy(text: string): Added {
  const wanted = foldName(text);
  const found = typed.find(({ words }) => foldName(words) === wanted);
  if (found === undefined) {
    const near = nearest(
      text,
      typed.map(({ words }) => words),
    );
    const hint =
      near === null ? "choose one of the list, such as winning streak, off a loss or rematch" : `did you mean ${near}?`;
    return { kind: "unknown", message: `No filter is called “${text.slice(0, 40)}”; ${hint}` };
  }
  const { field, value } = found;
  if (value === null) return { kind: "shown", label: field.label };
  return { kind: "set", name: field.names[0] as string, value };
}
