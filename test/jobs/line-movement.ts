import { writeFileSync } from "node:fs";
import { requestsMade, rows } from "./client.ts";

/** A line that a book showed unchanged from its first capture to its last one. */
type Run = {
  book: string;
  first_seen: string | null; // null where a source stated a line without a time
  last_seen: string | null;
  line: number | null;
  minutes_before_start: number | null; // of last_seen
};

const [gameId = "NFL-20260208-CLE-GB"] = process.argv.slice(2);
const runs = await rows<Run>(`/v1/games/${gameId}/lines`, { market: "spread", period: "game" });
const timed = runs.flatMap(({ book, first_seen, last_seen, line, minutes_before_start: until }) =>
  first_seen === null || last_seen === null || line === null || until === null
    ? []
    : [{ book, line, until, from: until + (Date.parse(last_seen) - Date.parse(first_seen)) / 60_000 }],
);

/** Steps from capture to capture: across is the time to the start in minutes, up and down is the line itself. */
const steps = [...Map.groupBy(timed, (run) => run.book)].map(([book, ofBook]) => {
  const path = ofBook.map(({ line, from, until }) => `H${-from}V${line}H${-until}`).join("");
  return { book, path: path.replace(/^H([^V]*)V([^H]*)/, "M$1,$2"), close: ofBook.at(-1)?.line };
});

const lines = timed.map(({ line }) => line);
const [low, high] = [Math.min(...lines) - 0.5, Math.max(...lines) + 0.5];
const earliest = Math.max(...timed.map(({ from }) => from));
const color = (index: number) => `hsl(${(index * 360) / steps.length} 70% 40%)`;
const drawn = steps.map(
  ({ book, path }, index) =>
    `<path d="${path}" stroke="${color(index)}" vector-effect="non-scaling-stroke"><title>${book}</title></path>`,
);
const names = steps.map(
  ({ book, close }, index) => `<text x="810" y="${30 + 18 * index}" fill="${color(index)}">${book} ${close}</text>`,
);
writeFileSync(
  "movement.svg",
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 400" font-family="sans-serif" font-size="13">
<text x="10" y="16">${gameId}: home spread from ${high} at the bottom to ${low} at the top, until the start</text>
<svg x="10" y="24" width="790" height="366" viewBox="${-earliest} ${low} ${earliest} ${high - low}"
  preserveAspectRatio="none" fill="none" stroke-width="2">
${drawn.join("\n")}
</svg>
${names.join("\n")}
</svg>
`,
);
console.log(`${steps.length} books, ${runs.length} runs, ${requestsMade()} requests`);
