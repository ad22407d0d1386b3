/** Sends HTTP/1.1 as bytes on a socket, including what no client library would send, and collects every answer. */
import { connect } from "node:net";

export type RawAnswer = {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type Conversation = {
  readonly answers: readonly RawAnswer[];
  /** The bytes at the end that form no complete answer. */
  readonly rest: string;
  /** Whether the server ended the connection, rather than this client. */
  readonly isEnded: boolean;
};

/** Bytes to send, a pause in milliseconds, or the end of our side while the other side stays open. */
export type Step = string | number | "half-close";

type Until = {
  /** The number of answers after which this client closes the connection. */
  readonly answers?: number;
  /** The methods of the requests in order. Needed when one is HEAD, because its answer has no body. */
  readonly methods?: readonly string[];
  readonly withinMs?: number;
};

/** Sends the steps and collects answers until the server ends the connection, or the wanted number has come. */
export function converse(port: number, steps: readonly Step[], until: Until = {}): Promise<Conversation> {
  const { answers: wanted = Number.POSITIVE_INFINITY, methods = [], withinMs = 20_000 } = until;
  return new Promise((resolve, reject) => {
    let received = "";
    let isEnded = false;
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }, async () => {
      for (const step of steps) {
        if (step === "half-close") socket.end();
        else if (typeof step === "number") await new Promise((wait) => setTimeout(wait, step));
        else if (socket.writable) socket.write(step, "latin1");
      }
    });
    const finish = (): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ ...answersIn(received, methods), isEnded });
    };
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`nothing more came: ${received.slice(0, 2000)}`));
    }, withinMs);
    socket.setEncoding("latin1");
    socket.on("data", (data) => {
      received += data;
      if (answersIn(received, methods).answers.length >= wanted) finish();
    });
    socket.on("end", () => {
      isEnded = true;
      finish();
    });
    socket.on("error", finish);
  });
}

function answersIn(received: string, methods: readonly string[]): Pick<Conversation, "answers" | "rest"> {
  const answers: RawAnswer[] = [];
  let rest = received;
  for (;;) {
    const end = rest.indexOf("\r\n\r\n");
    const [first = "", ...lines] = rest.slice(0, Math.max(0, end)).split("\r\n");
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]);
    if (end === -1 || Number.isNaN(status)) return { answers, rest };
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
    );
    const isBodiless = status < 200 || status === 304 || methods[answers.length] === "HEAD";
    const length = isBodiless ? 0 : Number(headers["content-length"] ?? 0);
    const body = rest.slice(end + 4, end + 4 + length);
    if (body.length < length) return { answers, rest };
    answers.push({ status, headers, body: Buffer.from(body, "latin1").toString() });
    rest = rest.slice(end + 4 + length);
  }
}
