/** `/.well-known/gradeline/`: manifests, heads, keys and signatures, for everybody and without a key of ours. */
import { sendFile, servedFile } from "../../http/send.ts";
import type { Shelf } from "../../query/shelf.ts";
import { type ProofFile, proofPath, readProofFile } from "../../release/proof/read-proof.ts";
import { answer, type PageSite, type Visit } from "../frame/recipe.ts";

const types: Readonly<Record<ProofFile["type"], string>> = {
  json: "application/json; charset=utf-8",
  ndjson: "application/x-ndjson; charset=utf-8",
  text: "text/plain; charset=utf-8",
};

/** Of whatever grows with the next revision. */
const growingMaxAgeS = 60;

/** A file that is not there is refused in a sentence: programs ask here, and people look. */
export const proofFiles = answer({
  at: `${proofPath}*`,
  async send({ site, params, reply }: Visit<PageSite & { readonly shelf: Pick<Shelf, "ask"> }>) {
    const file = await site.shelf.ask(({ kysely }) => readProofFile(kysely, params["*"] ?? ""));
    if (typeof file !== "string") {
      return sendFile(
        reply,
        servedFile(types[file.type], Buffer.from(file.text)),
        file.isForGood ? "for good" : growingMaxAgeS,
      );
    }
    return reply.code(404).header("cache-control", "no-store").type(types.text).send(`${file}\n`);
  },
});
