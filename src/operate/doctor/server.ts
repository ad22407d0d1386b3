/** Whether a server answers at its port, is of this version, and has the settings that the doctor sees. */
import { type AskedServer, askServer } from "./ask-server.ts";
import { type Finding, ok, warning, wrong } from "./finding.ts";

const name = "server";

export type ServerQuestion = {
  /** `http://127.0.0.1:8080`. */
  readonly base: string;
  readonly secret: string | null;
  readonly version: string;
  readonly waitMs: number;
};

export async function checkServer({ base, secret, version, waitMs }: ServerQuestion): Promise<Finding> {
  return serverFinding(base, version, await askServer({ base, secret, waitMs }));
}

/** Pure. */
export function serverFinding(base: string, version: string, asked: AskedServer): Finding {
  if (asked.kind === "silent") {
    return warning(
      name,
      `no server runs at ${base}: ${asked.why}`,
      "start it: systemctl start gradeline, or gradeline serve",
    );
  }
  if (asked.kind === "strange" && asked.isWell) {
    const sentence = `a server runs at ${base}, and its SESSION_SECRET is another than the doctor's`;
    return warning(
      name,
      sentence,
      "ask with the server's settings and as its user, or start it again after a change of settings",
    );
  }
  if (asked.kind === "strange") {
    const sentence = `what answers at ${base} is not Gradeline: it says ${asked.status} for /healthz`;
    return wrong(name, sentence, "end the other program, or set another PORT");
  }
  if (asked.version !== version) {
    const sentence = `the server at ${base} runs Gradeline ${asked.version}, and ${version} is installed`;
    return warning(name, sentence, "start it again: systemctl restart gradeline");
  }
  return ok(name, `Gradeline ${version} answers at ${base}`);
}
