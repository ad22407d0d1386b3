/** The body of an answer, read no further than it may go: a server that never ends takes neither memory nor time without end. */
/** The longest text that is read, decompressed. A page of 1,000 rows has one megabyte. */
export declare const mostTextBytes: number;
export declare const mostErrorBytes: number;
/** The reader of an answer refuses it, which is no failure of the network: asking again would bring it again. */
export declare class AnswerRefused extends Error {
}
/**
 * @param alive is called whenever something has come.
 * @throws AnswerRefused when more than `mostBytes` come; the rest is not read.
 */
export declare function readBytes(answer: Response, mostBytes: number, alive: () => void): Promise<Uint8Array<ArrayBuffer>>;
export declare function readText(answer: Response, mostBytes: number, alive: () => void): Promise<string>;
/** A text of others in one line of at most 2,000 characters, with control characters shown as `\x1b`, as a terminal may have it. */
export declare function plain(text: string): string;
