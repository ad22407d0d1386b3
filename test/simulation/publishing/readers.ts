/** Who reads the archive from its servers, and remembers what was read. */
import type { GradelineNode } from "../counting/gradeline-node.ts";
import { callHttp, type HttpAnswer } from "../world/http-caller.ts";
import type { Process } from "../world/process.ts";
import type { World } from "../world/world.ts";
import type { Shown } from "./expected.ts";
import { bodyOf, type Question, questions, Torn } from "./questions.ts";

/** What must be there for an answer to be late or missing. */
export type Weather = {
  /** Whether something was the matter between two moments. */
  isTroubled(fromMs: number, toMs: number): boolean;
  /** Whether something of the archive could not be read, or is not what was written. */
  isDamaged(): boolean;
};

/** A new revision is looked for once a second; loading takes its time. */
const newsMs = 3000;

export class Readers {
  readonly #world: World;
  readonly #shown: Shown;
  readonly #weather: Weather;
  readonly #process: Process;
  /** By URL and tag: what was answered under it. */
  readonly #bodies = new Map<string, string>();
  /** By node, and by URL for details: the oldest state that its latest answer can be of. */
  readonly #seen = new Map<string, number>();
  /** By URL: the latest tag that anybody got. */
  readonly #tags = new Map<string, string>();
  asks = 0;
  waiting = 0;

  constructor(world: World, shown: Shown, weather: Weather) {
    this.#world = world;
    this.#shown = shown;
    this.#weather = weather;
    this.#process = world.process("readers");
  }

  /** @param mustBeNewest whether everything has long been calm. */
  ask(node: GradelineNode, question: Question, mustBeNewest: boolean): void {
    if (node.up === null) {
      if (mustBeNewest) this.#world.violated(`${node.name} is not up`);
      return;
    }
    const { random } = this.#world;
    const tag = random.chance(0.3) ? this.#tags.get(question.path) : undefined;
    const sentMs = this.#world.nowMs;
    this.asks++;
    this.waiting++;
    const headers = { "X-API-Key": "any", ...(tag === undefined ? {} : { "If-None-Match": tag }) };
    callHttp(this.#world, this.#process, { host: node.name, path: question.path, headers }, (answer) => {
      this.waiting--;
      if (answer === null) {
        if (mustBeNewest) this.#world.violated(`${question.path} at ${node.name} is cut off`);
        return;
      }
      const what = `${question.path} at ${node.name} (${answer.status}, ${answer.headers.get("etag") ?? "no tag"})`;
      this.#world.note(what);
      const wrong = this.#check(node.name, question, answer, sentMs, mustBeNewest);
      if (wrong !== null) this.#world.violated(`${what}: ${wrong}`);
    });
  }

  askAnything(node: GradelineNode): void {
    this.ask(node, this.#world.random.pick(questions), false);
  }

  /** Null: all is as promised. */
  #check(node: string, question: Question, answer: HttpAnswer, sentMs: number, mustBeNewest: boolean): string | null {
    const { path } = question;
    const tag = answer.headers.get("etag") ?? "";
    const key = `${path} ${tag}`;
    let body = answer.body.replace(/,?"meta":\{[^}]*\}/, "");
    if (answer.status === 304) {
      const known = this.#bodies.get(key);
      if (known === undefined) return "not modified since an answer that nobody got";
      body = known;
    } else if (answer.status !== 200 && !(answer.status === 404 && question.isDetail)) {
      const isTroubled = this.#weather.isTroubled(sentMs - newsMs, this.#world.nowMs) || this.#weather.isDamaged();
      const isExcused = answer.status >= 500 && isTroubled && !mustBeNewest;
      return isExcused ? null : `${answer.body.slice(0, 100)}`;
    }
    if (answer.status === 200) {
      const known = this.#bodies.get(key);
      if (known !== undefined && known !== body) return "another answer under the same tag [D-34]";
      this.#bodies.set(key, body);
      this.#tags.set(path, tag);
    }
    return this.#checkState(
      node,
      question,
      { ...answer, body: answer.status === 304 ? body : answer.body },
      sentMs,
      mustBeNewest,
    );
  }

  #checkState(
    node: string,
    question: Question,
    answer: HttpAnswer,
    sentMs: number,
    mustBeNewest: boolean,
  ): string | null {
    const place = question.isDetail ? `${node} ${question.path}` : node;
    const seen = this.#seen.get(place) ?? 0;
    let fitting: readonly number[];
    try {
      const body = bodyOf(answer);
      const { parts } = question;
      if (this.#weather.isDamaged() && !mustBeNewest) {
        const isOfNone = parts.some((fits) => this.#shown.fitting((state) => fits(body, state), 0).length === 0);
        return isOfNone ? "a part of it is of no revision that was ever published" : null;
      }
      fitting = this.#shown.fitting((state) => parts.every((fits) => fits(body, state)), 0);
    } catch (error) {
      if (error instanceof Torn) return `one answer of two revisions: ${error.message}`;
      throw error;
    }
    if (fitting.length === 0) return "it is of no revision that was ever published";
    const possible = fitting.filter((index) => index >= seen);
    const [oldest] = possible;
    if (oldest === undefined) return `it is of revision ${fitting.at(-1)}, after one of ${seen} from the same server`;
    this.#seen.set(place, oldest);
    const isCalm = mustBeNewest || !this.#weather.isTroubled(sentMs - 2 * newsMs, this.#world.nowMs);
    const due = this.#shown.newestBefore(sentMs - newsMs);
    const newest = possible.at(-1) ?? 0;
    if (isCalm && newest < due) return `it is of revision ${newest}, ${newsMs} ms after revision ${due}`;
    return null;
  }
}
