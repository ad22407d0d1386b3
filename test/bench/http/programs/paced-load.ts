/**
 * A program: asks at a fixed rate, whatever the answers take, until it is told to end. A request that finds every connection
 * busy waits, and its waiting counts. It leaves a file with the time and the duration of every request, in milliseconds.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { Agent, get } from "node:http";

const [base = "", key = "", listFile = "", rate = "", connections = "", outFile = ""] = process.argv.slice(2);
const paths = readFileSync(listFile, "utf8")
  .trim()
  .split("\n")
  .map((line) => line.split("\t", 1)[0] ?? "");
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) });
const asked: [number, number][] = [];
const begunMs = performance.now();
let sent = 0;

const timer = setInterval(() => {
  for (const due = ((performance.now() - begunMs) * Number(rate)) / 1000; sent < due; sent++) ask();
}, 1);

function ask(): void {
  const atMs = Date.now();
  const startedMs = performance.now();
  // Every page in turn, in steps that are no divisor of their number.
  const path = paths[(sent * 7919) % paths.length] ?? "";
  const request = get(`${base}${path}`, { agent, headers: { authorization: `Bearer ${key}` } }, (response) => {
    if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}`);
    response.resume();
    response.on("end", () => asked.push([atMs, performance.now() - startedMs]));
  });
  request.on("error", (error) => {
    throw error;
  });
}

process.on("SIGTERM", () => {
  clearInterval(timer);
  writeFileSync(outFile, JSON.stringify(asked));
  process.exit();
});
