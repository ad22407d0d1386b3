// Grades a file of bets in this page. The file, its stakes and the key stay here: requests name sports, seasons, days, games, books and
// kinds of bets. What comes from the file is written as text and never as HTML.
const form = document.querySelector("[data-grade]");
const [fileInput, keyInput, leagueInput, dayInput] = ["file", "key", "league", "day"].map((name) =>
  document.getElementById(`grade-${name}`),
);
const button = form.querySelector("button");
const [status, result] = ["status", "result"].map((name) => document.querySelector(`[data-grade-${name}]`));
const seasons = JSON.parse(form.dataset.seasons);
const most = Number(form.dataset.most);
const gamesOfRequest = 25;
const shownBets = 200;

form.hidden = false;
const say = (text) => status.replaceChildren(text);

// A file that is dropped on the field is chosen, too.
fileInput.addEventListener("change", () => {
  button.disabled = fileInput.files.length === 0;
  say(button.disabled ? "" : `${fileInput.files[0].name} is chosen.`);
});

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (button.disabled) return;
  button.disabled = true;
  result.replaceChildren();
  say("Reading the file.");
  try {
    await gradeFile();
  } catch (error) {
    say(error instanceof Error ? (error.said ?? error.message) : String(error));
  }
  button.disabled = fileInput.files.length === 0;
});

const moduleOf = (name) => import(`${form.dataset.modules}grade/${name}.js`);

async function gradeFile() {
  const [grade, report, asked] = await Promise.all([moduleOf("grade"), moduleOf("report"), moduleOf("asked-lines")]);
  const said = { league: leagueInput.value || null, dateIs: dayInput.value || null };
  const prepared = grade.prepare(new Uint8Array(await fileInput.files[0].arrayBuffer()), said);
  const days = grade.daysOf(prepared.bets);
  const key = keyInput.value.trim();
  const found = await (key === "" ? withoutKey : withKey)(grade, asked, prepared, days, key);
  const { bets, totals } = grade.graded(found.matches, found.lines);
  say(`${bets.length} bets. ${found.note}`);
  show(report, prepared, bets, totals);
}

async function withKey(grade, asked, prepared, days, apiKey) {
  const [{ askGames, askLines }, { Gradeline }] = await Promise.all([
    moduleOf("api-source"),
    import(`${form.dataset.modules}client.js`),
  ]);
  const client = new Gradeline({ baseUrl: location.origin, apiKey });
  const questions = asked.gameQuestions(days);
  const ofGames = questions.reduce((sum, { requests }) => sum + requests, 0);
  const count = ofGames + asked.mostLineRequests(prepared.bets, days);
  say(`Asking for games and lines: at most ${count} requests of your key.`);
  const games = await askGames(client, questions);
  const matches = grade.matched(prepared, games);
  const lines = await askLines(client, matches, games);
  return { matches, lines, note: `${client.requests} requests were made with your key.` };
}

async function withoutKey(grade, asked, prepared, days) {
  const [{ Games, gameOf }, { Lines }, { flatRow }] = await Promise.all(["games", "lines", "rows"].map(moduleOf));
  const rows = [];
  say("Asking for the games of the open seasons.");
  for (const [sport, own] of days) {
    const years = new Set(own.flatMap((day) => [-1, 0, 1].map((count) => Number(day.slice(0, 4)) + count)));
    for (const season of seasons[sport].filter((each) => years.has(each))) {
      rows.push(...(await read(`/grade/games?sport=${sport}&season=${season}`)));
    }
  }
  const games = new Games(rows.map((row) => gameOf(flatRow(row))).filter((game) => game !== null));
  const matches = grade.matched(prepared, games);
  const lines = new Lines();
  const questions = asked.lineQuestions(matches, games);
  const ids = [...new Set(matches.flatMap(({ game }) => (game === null ? [] : [game.id])))].sort();
  for (const sport of new Set(questions.map((question) => question.sport))) {
    const { betTypes, books } = questions.find((question) => question.sport === sport);
    const own = ids.slice(0, most).filter((id) => id.toLowerCase().startsWith(`${sport}-`));
    for (let at = 0; at < own.length; at += gamesOfRequest) {
      say(`Asking for the lines of ${ids.length} games.`);
      const part = own.slice(at, at + gamesOfRequest).join(",");
      const query = new URLSearchParams({ game_ids: part, bet_type: betTypes.join(","), book: books.join(",") });
      for (const row of await read(`/grade/lines?${query}`)) lines.addBet(flatRow(row));
    }
  }
  const left = ids.length > most ? ` ${ids.length - most} games are beyond those of a visit: use a key for them.` : "";
  const note = `The lines of ${Math.min(ids.length, most)} games were asked for, without a key.${left}`;
  return { matches, lines, note };
}

async function read(address) {
  const answer = await fetch(address, { credentials: "same-origin" });
  if (answer.ok) return (await answer.json()).data;
  if (answer.status === 429) throw new Error("That was too fast: please wait a minute, and grade again.");
  if (answer.status === 403) throw new Error(`Without a key, a visit is of at most ${most} games.`);
  throw new Error(`The server answered ${answer.status}. Please try again.`);
}

/** An element of the page, or of a picture where the namespace says so. What stands in it is text, or other elements. */
function element(name, attributes = {}, children = [], namespace = "http://www.w3.org/1999/xhtml") {
  const made = document.createElementNS(namespace, name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...[children].flat());
  return made;
}

function show(report, prepared, bets, totals) {
  const ways = { league: "in the form above, and grade again", day: "Say it in the form above, and grade again." };
  const file = new Blob([report.gradedCsv(prepared, bets)], { type: "text/csv" });
  const link = { class: "button", download: "graded.csv", href: URL.createObjectURL(file) };
  const record = element("section", { class: "card" }, [
    element("h2", {}, "The record"),
    ...report.totalLines(totals, bets, ways).map((line) => element("p", {}, line)),
    picture(bets),
    element("p", { class: "hint" }, "Units won with one unit on each bet, in the order of the file."),
    element("a", link, "Download the graded file"),
  ]);
  result.replaceChildren(record, table(report, bets));
}

/** On a phone a bet has three lines: the bet with its result, what the close was, and why it was graded so. */
const columns = [
  ["Line of the file", "beyond-phones", ({ match }) => match.bet.fileLine],
  ["Game", "second", ({ match }) => linked(match.game?.id ?? "")],
  ["Bet", "", (bet, report) => report.betText(bet)],
  ["Price", "number", (bet, report) => report.priceText(bet)],
  ["Result", "result", ({ result: outcome }) => outcome ?? "not graded"],
  ["Units", "number", ({ profit }) => (profit === null ? "" : unitsText(profit))],
  ["Close", "number second", (bet, report) => report.closeText(bet, bet.ofConsensus)],
  ["Close of your book", "number second", (bet, report) => report.closeText(bet, bet.ofBook)],
  ["Value", "number second", (bet, report) => report.valueText(bet.ofConsensus)],
  ["Why", "words", (bet, report) => linked([bet.evidence, report.whyNot(bet)].filter(Boolean).join("; "))],
];

function table(report, bets) {
  const heads = columns.map(([name, look]) => element("th", { scope: "col", class: look }, name));
  const rows = bets.slice(0, shownBets).map((bet) => rowOf(report, bet));
  const parts = [element("thead", {}, element("tr", {}, heads)), element("tbody", {}, rows)];
  const grid = element("table", { class: "data two-lines" }, parts);
  const looks = { class: "table grade-table", tabindex: "0", role: "region", "aria-label": "The bets" };
  const left = bets.length - shownBets;
  const more = left > 0 ? [element("p", { class: "hint" }, `${left} more are in the file.`)] : [];
  return element("section", { class: "card" }, [element("h2", {}, "The bets"), element("div", looks, grid), ...more]);
}

function rowOf(report, bet) {
  const cells = columns.map(([name, look, cellOf]) => {
    const looks = name === "Result" ? `${look} ${bet.result ?? ""}` : look;
    return element("td", { class: looks }, cellOf(bet, report));
  });
  return element("tr", {}, cells);
}

const unitsText = (units) => `${["−", "", "+"][Math.sign(units) + 1]}${Math.abs(units).toFixed(2)}`;

/** A text in which the games that it names are links. */
function linked(text) {
  const parts = text.split(/\b((?:MLB|NFL|NCAAF|NBA|NHL)-\d{8}-[A-Z0-9]+-[A-Z0-9]+(?:-\d)?)\b/);
  return parts.map((part, at) => (at % 2 === 1 ? element("a", { href: `/games/${part}` }, part) : part));
}

/** The units won so far, after each bet. */
function picture(bets) {
  const [width, height, edge, left] = [640, 200, 10, 56];
  let sum = 0;
  const sums = [0, ...bets.filter(({ profit }) => profit !== null).map(({ profit }) => (sum += profit))];
  const [low, high] = [Math.min(...sums), Math.max(...sums)];
  const across = (at) => left + ((width - left - edge) * at) / Math.max(1, sums.length - 1);
  const down = (value) => height - edge - ((height - 2 * edge) * (value - low)) / (high - low || 1);
  const svg = (name, attributes, children) => element(name, attributes, children, "http://www.w3.org/2000/svg");
  // The axis has zero, and both ends where they do not touch it.
  const axis = [0, ...[low, high].filter((each) => Math.abs(down(each) - down(0)) > 16)].flatMap((value) => [
    svg("text", { x: left - 6, y: down(value) + 4, "text-anchor": "end", fill: "var(--quiet)" }, unitsText(value)),
    svg("line", { x1: left, x2: width - edge, y1: down(value), y2: down(value), stroke: "var(--control)" }),
  ]);
  const points = sums.map((value, at) => `${across(at).toFixed(1)},${down(value).toFixed(1)}`).join(" ");
  const label = `Units won so far: from 0 to ${unitsText(sum)}, the lowest ${unitsText(low)}, the highest ${unitsText(high)}`;
  const looks = { viewBox: `0 0 ${width} ${height}`, width: "100%", role: "img", "aria-label": label };
  const line = { points, fill: "none", stroke: "var(--series-1)", "stroke-width": 2 };
  return svg("svg", looks, [...axis, svg("polyline", line)]);
}
