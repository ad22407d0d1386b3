/** The shape of one benchmark: it works in a folder of its own run and prints its figures line by line. */
export type Bench = (folder: string, print: (line: string) => void) => Promise<void>;
