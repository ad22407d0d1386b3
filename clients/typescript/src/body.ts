/** The body of an answer, read no further than it may go: a server that never ends takes neither memory nor time without end. */

/** The longest text that is read, decompressed. A page of 1,000 rows has one megabyte. */
export const mostTextBytes = 64 * 1024 * 1024;
export const mostErrorBytes = 1024 * 1024;

/** The reader of an answer refuses it, which is no failure of the network: asking again would bring it again. */
export class AnswerRefused extends Error {}

/**
 * @param alive is called whenever something has come.
 * @throws AnswerRefused when more than `mostBytes` come; the rest is not read.
 */
export async function readBytes(
  answer: Response,
  mostBytes: number,
  alive: () => void,
): Promise<Uint8Array<ArrayBuffer>> {
  if (answer.body === null) return new Uint8Array();
  const reader = answer.body.getReader();
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    alive();
    parts.push(value);
    bytes += value.length;
    if (bytes > mostBytes) {
      reader.cancel().catch(() => undefined);
      throw new AnswerRefused(`the answer is longer than the ${mostBytes} bytes that it may have`);
    }
  }
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export async function readText(answer: Response, mostBytes: number, alive: () => void): Promise<string> {
  return new TextDecoder().decode(await readBytes(answer, mostBytes, alive));
}

const controls = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/gu;
const mostCharacters = 2000;

/** A text of others in one line of at most 2,000 characters, with control characters shown as `\x1b`, as a terminal may have it. */
export function plain(text: string): string {
  const cut = text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters)}… (${text.length} characters)`;
  return cut.replace(controls, (found) => {
    const number = found.charCodeAt(0);
    return number < 256 ? `\\x${number.toString(16).padStart(2, "0")}` : `\\u${number.toString(16).padStart(4, "0")}`;
  });
}
