/**
 * Keeps answers with their ETags, so that what has not changed comes as a 304 without a body. A 304 counts in the quota as a 200
 * does; it saves time and traffic.
 */
export type KeptAnswer = {
    readonly etag: string;
    readonly body: string;
};
/** Where answers are kept. Names are 64 hexadecimal digits, from which neither key nor question can be read. */
export type AnswerCache = {
    get(name: string): Promise<KeptAnswer | null>;
    set(name: string, answer: KeptAnswer): Promise<void>;
};
/** Keeps the answers that were used last, up to so many characters of text (64 million when absent). */
export declare class MemoryCache implements AnswerCache {
    #private;
    constructor(mostCharacters?: number);
    get(name: string): Promise<KeptAnswer | null>;
    set(name: string, answer: KeptAnswer): Promise<void>;
}
/**
 * The name of an answer: a SHA-256 of server, key and question, so that two keys or two servers never share one, and the key
 * is not kept. Null where the platform has no hashes, as browsers have none for pages without TLS; then nothing is kept.
 */
export declare function cacheName(baseUrl: string, apiKey: string, path: string): Promise<string | null>;
