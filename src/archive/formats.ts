/** The formats that rows are rendered in, and what stands between two rows of each. */
import { lineEnd } from "./csv.ts";

export const separators = { json: ",", csv: lineEnd } as const;
export type Format = keyof typeof separators;
