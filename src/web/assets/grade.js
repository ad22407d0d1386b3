// Grades a file of bets in this page. The file, its stakes and the key stay here: requests name sports, seasons, days, games, books and
// kinds of bets. What comes from the file is written as text and never as HTML.
const form = document.querySelector("[data-grade]");
const fileInput = document.getElementById("grade-file");
const keyInput = document.getElementById("grade-key");
const leagueInput = document.getElementById("grade-league");
const dayInput = document.getElementById("grade-day");
const button = form.querySelector("button");
const drop = document.querySelector("[data-drop]");
const status = document.querySelector("[data-grade-status]");
const result = document.querySelector("[data-grade-result]");
const seasons = JSON.parse(form.dataset.seasons);
const most = Number(form.dataset.most);
const gamesOfRequest = 25;
const shownBets = 200;
let chosen = null;
let isBusy = false;

form.hidden = false;

function say(text) {
  status.textContent = text;
}

function choose(file) {
  chosen = file ?? null;
  button.disabled = chosen === null;
  say(chosen === null ? "" : `${chosen.name} is chosen.`);
}

fileInput.addEventListener("change", () => choose(fileInput.files[0]));
drop.addEventListener("dragover", (event) => {
  event.preventDefault();
  drop.classList.add("over");
});
drop.addEventListener("dragleave", () => drop.classList.remove("over"));
drop.addEventListener("drop", (event) => {
  event.preventDefault();
  drop.classList.remove("over");
  choose(event.dataTransfer.files[0]);
});

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (chosen === null || isBusy) return;
  isBusy = true;
  button.disabled = true;
  result.replaceChildren();
  say("Reading the file.");
  try {
    await gradeFile();
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
  }
  isBusy = false;
  button.disabled = chosen === null;
});

const moduleOf = (name) => import(`${form.dataset.modules}grade/${name}.js`);

async function gradeFile() {
  const [grade, report, asked] = await Promise.all([moduleOf("grade"), moduleOf("report"), moduleOf("asked-lines")]);
  const said = { league: leagueInput.value || null, dateIs: dayInput.value || null };
  const prepared = grade.prepare(new Uint8Array(await chosen.arrayBuffer()), said);
  const days = grade.daysOf(prepared.bets);
  const key = keyInput.value.trim();
  const found =
    key === "" ? await withoutKey(grade, asked, prepared, days) : await withKey(grade, asked, prepared, days, key);
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
  const count = questions.reduce((sum, { requests }) => sum + requests, 0);
  say(
    `Asking for games and lines: at most ${count + asked.mostLineRequests(prepared.bets, days)} requests of your key.`,
  );
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
  return {
    matches,
    lines,
    note: `The lines of ${Math.min(ids.length, most)} games were asked for, without a key.${left}`,
  };
}

async function read(address) {
  const answer = await fetch(address, { credentials: "same-origin" });
  if (answer.ok) return (await answer.json()).data;
  if (answer.status === 429) throw new Error("That was too fast: please wait a minute, and grade again.");
  if (answer.status === 403) throw new Error(`Without a key, a visit is of at most ${most} games.`);
  throw new Error(`The server answered ${answer.status}. Please try again.`);
}

function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  if (text !== null) made.textContent = text;
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  return made;
}

function show(report, prepared, bets, totals) {
  const card = element("section", null, { class: "card" });
  card.append(element("h2", "The record"));
  const ways = { league: "in the form above, and grade again", day: "Say it in the form above, and grade again." };
  for (const line of report.totalLines(totals, bets, ways)) card.append(element("p", line));
  card.append(
    picture(bets),
    element("p", "Units won with one unit on each bet, in the order of the file.", { class: "hint" }),
  );
  const link = element("a", "Download the graded file", { class: "button", download: "graded.csv" });
  link.href = URL.createObjectURL(new Blob([report.gradedCsv(prepared, bets)], { type: "text/csv" }));
  card.append(link);
  result.replaceChildren(card, table(report, bets));
}

/** On a phone a bet has three lines: the bet with its result, what the close was, and why it was graded so. */
const columns = [
  ["Line of the file", "beyond-phones"],
  ["Game", "second"],
  ["Bet", ""],
  ["Price", "number"],
  ["Result", "result"],
  ["Units", "number"],
  ["Close", "number second"],
  ["Close of your book", "number second"],
  ["Value", "number second"],
  ["Why", "words"],
];

function table(report, bets) {
  const section = element("section", null, { class: "card" });
  section.append(element("h2", "The bets"));
  const box = element("div", null, {
    class: "table grade-table",
    tabindex: "0",
    role: "region",
    "aria-label": "The bets",
  });
  const grid = element("table", null, { class: "data two-lines" });
  const head = element("tr", null);
  for (const [name, look] of columns) head.append(element("th", name, { scope: "col", class: look }));
  const body = element("tbody", null);
  for (const bet of bets.slice(0, shownBets)) body.append(rowOf(report, bet));
  const top = element("thead", null);
  top.append(head);
  grid.append(top, body);
  box.append(grid);
  section.append(box);
  if (bets.length > shownBets)
    section.append(element("p", `${bets.length - shownBets} more are in the file.`, { class: "hint" }));
  return section;
}

function rowOf(report, bet) {
  const { match, result: outcome, profit, ofConsensus, ofBook, evidence } = bet;
  const why = [evidence ?? "", report.whyNot(bet)].filter((text) => text !== "").join("; ");
  const cells = [
    match.bet.fileLine,
    match.game?.id ?? "",
    report.betText(bet),
    report.priceText(bet),
    outcome ?? "not graded",
    profit === null ? "" : unitsText(profit),
    report.closeText(bet, ofConsensus),
    report.closeText(bet, ofBook),
    report.valueText(ofConsensus),
    why,
  ];
  const row = element("tr", null);
  for (const [at, cell] of cells.entries()) row.append(element("td", String(cell), { class: columns[at][1] }));
  if (outcome !== null) row.children[4].classList.add(outcome);
  if (match.game !== null) {
    row.children[1].replaceChildren(element("a", match.game.id, { href: `/games/${match.game.id}` }));
  }
  linkIds(row.lastChild, why);
  return row;
}

function unitsText(units) {
  return `${units > 0 ? "+" : units < 0 ? "−" : ""}${Math.abs(units).toFixed(2)}`;
}

/** The games that are named in a text are links. */
function linkIds(cell, text) {
  const parts = text.split(/\b((?:MLB|NFL|NCAAF|NBA|NHL)-\d{8}-[A-Z0-9]+-[A-Z0-9]+(?:-\d)?)\b/);
  cell.replaceChildren(
    ...parts.map((part, at) => (at % 2 === 1 ? element("a", part, { href: `/games/${part}` }) : part)),
  );
}

/** The units won so far, after each bet. */
function picture(bets) {
  const [width, height, edge, left] = [640, 200, 10, 56];
  let sum = 0;
  const sums = [0, ...bets.filter(({ profit }) => profit !== null).map(({ profit }) => (sum += profit))];
  const [low, high] = [Math.min(...sums), Math.max(...sums)];
  const across = (at) => left + ((width - left - edge) * at) / Math.max(1, sums.length - 1);
  const down = (value) => height - edge - ((height - 2 * edge) * (value - low)) / (high - low || 1);
  const svg = (name, attributes) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
    return made;
  };
  const label = `Units won so far: from 0 to ${unitsText(sum)}, the lowest ${unitsText(low)}, the highest ${unitsText(high)}`;
  const drawn = svg("svg", {
    viewBox: `0 0 ${width} ${height}`,
    class: "grade-picture",
    role: "img",
    "aria-label": label,
  });
  const points = sums.map((value, at) => `${across(at).toFixed(1)},${down(value).toFixed(1)}`).join(" ");
  // The axis has zero, and both ends where they do not touch it.
  for (const value of [0, ...[low, high].filter((each) => Math.abs(down(each) - down(0)) > 16)]) {
    const words = svg("text", { x: left - 6, y: down(value) + 4, "text-anchor": "end" });
    words.textContent = unitsText(value);
    drawn.append(words, svg("line", { x1: left, x2: width - edge, y1: down(value), y2: down(value) }));
  }
  drawn.append(svg("polyline", { points }));
  return drawn;
}
