/** The formats that rows are rendered in, and the separator of two rows in each. */
import { lineEnd } from "./csv.ts";

export const separators = { json: ",", csv: lineEnd } as const;
export type Format = keyof typeof separators;
