import type { AnswerCache, KeptAnswer } from "./cache.js";
export declare class FolderCache implements AnswerCache {
    #private;
    /** @param folder is made when it is not there. Delete it to forget everything. */
    constructor(folder: string);
    /** A file that is damaged is as good as none. */
    get(name: string): Promise<KeptAnswer | null>;
    /** Other processes may read meanwhile, so a file appears whole. @throws the error of the file system. */
    set(name: string, answer: KeptAnswer): Promise<void>;
}
