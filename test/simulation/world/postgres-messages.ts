/** As much of PostgreSQL's protocol as a server in front of PGlite has to say itself: https://www.postgresql.org/docs/current/protocol-message-formats.html */

const startupVersion = 196_608;
const cancelRequest = 80_877_102;
const sslRequest = 80_877_103;

export type Startup = Readonly<Record<string, string>>;

/** Cuts what a client sends into the units that a server works on: up to and with a Sync, or one simple query. */
export class UnitReader {
  #bytes = Buffer.alloc(0);
  #unit: Buffer[] = [];
  #hasStarted = false;

  /** Startup parameters, units to be run, "cancel", "ssl" or "end". */
  *read(chunk: Buffer): Generator<Startup | Buffer | "cancel" | "ssl" | "end"> {
    this.#bytes = Buffer.concat([this.#bytes, chunk]);
    for (;;) {
      const at = this.#hasStarted ? 1 : 0;
      if (this.#bytes.length < at + 4) return;
      const length = this.#bytes.readInt32BE(at) + at;
      if (this.#bytes.length < length) return;
      const message = this.#bytes.subarray(0, length);
      this.#bytes = this.#bytes.subarray(length);
      if (this.#hasStarted) {
        const type = String.fromCharCode(message[0] as number);
        if (type === "X") yield "end";
        else {
          this.#unit.push(message);
          if (type === "S" || type === "Q") {
            yield Buffer.concat(this.#unit);
            this.#unit = [];
          }
        }
      } else {
        const code = message.readInt32BE(4);
        if (code === cancelRequest) yield "cancel";
        else if (code === sslRequest) yield "ssl";
        else if (code === startupVersion) {
          this.#hasStarted = true;
          yield parametersOf(message.subarray(8));
        } else throw new Error(`a startup message of version ${code}`);
      }
    }
  }
}

function parametersOf(bytes: Buffer): Startup {
  const texts = bytes.toString("utf8").split("\0");
  const parameters: Record<string, string> = {};
  for (let at = 0; at + 1 < texts.length && texts[at] !== ""; at += 2) {
    parameters[texts[at] as string] = texts[at + 1] as string;
  }
  return parameters;
}

/** What a server says when a session may begin. */
export function welcome(processId: number): Buffer {
  const authenticated = Buffer.alloc(4);
  const key = Buffer.alloc(8);
  key.writeInt32BE(processId, 0);
  return Buffer.concat([message("R", authenticated), message("K", key), ready("I")]);
}

export function ready(status: "I" | "T" | "E"): Buffer {
  return message("Z", Buffer.from(status));
}

export function errorMessage(severity: "ERROR" | "FATAL", code: string, text: string): Buffer {
  const fields = [`S${severity}`, `V${severity}`, `C${code}`, `M${text}`].map((field) => `${field}\0`).join("");
  return message("E", Buffer.from(`${fields}\0`));
}

/** Whether the session is in a transaction after an answer, which ends with ReadyForQuery. */
export function isInTransaction(answer: Buffer): boolean {
  return String.fromCharCode(answer[answer.length - 1] as number) !== "I";
}

/** The SQLSTATE of the first error of an answer; null: there is none. */
export function errorCodeOf(answer: Buffer): string | null {
  for (let at = 0; at < answer.length; at += answer.readInt32BE(at + 1) + 1) {
    if (answer[at] !== "E".charCodeAt(0)) continue;
    const fields = answer
      .subarray(at + 5, at + 1 + answer.readInt32BE(at + 1))
      .toString("utf8")
      .split("\0");
    return fields.find((field) => field.startsWith("C"))?.slice(1) ?? null;
  }
  return null;
}

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, 0, "latin1");
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
