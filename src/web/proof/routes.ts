/** `/.well-known/gradeline/`: manifests, heads, keys and signatures, for everybody and without a key of ours. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { refuseOtherMethods } from "../../http/other-methods.ts";
import { sendFile, servedFile } from "../../http/send-file.ts";
import type { Shelf } from "../../query/shelf.ts";
import { type ProofFile, proofPath } from "../../release/proof/read-proof.ts";
import type { ReadingLimit } from "../frame/data-pages.ts";
import { registerSite } from "../frame/site.ts";

const types: Readonly<Record<ProofFile["type"], string>> = {
  json: "application/json; charset=utf-8",
  ndjson: "application/x-ndjson; charset=utf-8",
  text: "text/plain; charset=utf-8",
};

/** Of whatever grows with the next revision. */
const growingMaxAgeS = 60;

export type ProofDeps = { readonly shelf: Pick<Shelf, "proofFile">; readonly limit: ReadingLimit };

export function registerProof(app: FastifyInstance, { shelf, limit }: ProofDeps): void {
  async function sendProof(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (!(await limit(request, reply))) return reply;
    const { "*": path } = request.params as { readonly "*": string };
    const file = await shelf.proofFile(path);
    if (typeof file === "string") return sendSentence(reply.code(404), file);
    const served = servedFile(types[file.type], Buffer.from(file.text));
    return sendFile(reply, served, file.isForGood ? "for good" : growingMaxAgeS);
  }

  registerSite(app, (scope) => {
    scope.get(`${proofPath}*`, sendProof);
    refuseOtherMethods(scope, [["GET", `${proofPath}*`]], (_request, reply) =>
      sendSentence(reply, "The proof is read with GET or HEAD."),
    );
  });
}

function sendSentence(reply: FastifyReply, sentence: string): FastifyReply {
  return reply.header("cache-control", "no-store").type(types.text).send(`${sentence}\n`);
}
