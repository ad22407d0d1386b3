/** The filters by form in the explorer: each is said in words, and found by typing. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { formFilters } from "../../src/contract/filters/form.ts";
import { trends } from "../../src/contract/lists/trends.ts";
import { readAddress } from "../../src/web/explore/address.ts";
import { addedLabels, partsOf } from "../../src/web/explore/filters.ts";
import { examples } from "../../src/web/explore/offered.ts";
import { addFilter } from "../../src/web/explore/sentence.ts";
import { Page } from "../support/document.ts";

const said = (query: string) => partsOf([...new URLSearchParams(`sport=nfl&${query}`)], null);

const add = (words: string, before = "sport=nfl") => readAddress(`${before}&${new URLSearchParams({ add: words })}`);

/** The fields of added filters, once what was typed has led to the permalink. */
function fieldsAfter(words: string): readonly string[] {
  const typed = add(words);
  const address = typed.movedTo === null ? typed : readAddress(typed.movedTo.slice(2));
  assert.equal(address.problem, null, words);
  const { text } = addFilter({ sport: "nfl", address, seasons: [], reach: null }, null);
  const fields = new Page(`<!doctype html><body>${text}</body>`).document.querySelectorAll(".added [name]");
  return [...fields].map(
    (field) => `${field.getAttribute("name")}${field.getAttribute("autofocus") === null ? "" : " focused"}`,
  );
}

test("every filter of form has words that say it, and a field that its label leads to", () => {
  for (const [name, { example }] of Object.entries(formFilters))
    assert.match(said(`${name}=${example}`)[1] ?? "", /^[a-z]/);
  const fields = addedLabels.flatMap(fieldsAfter).map((field) => field.replace(" focused", ""));
  assert.deepEqual([...new Set(fields)].sort(), Object.keys(formFilters).sort());
});

test("a set is named in the words of bettors", () => {
  const cases: readonly (readonly [query: string, words: string])[] = [
    ["team_last=lost", "after a loss"],
    ["team_last_margin_max=-14", "after a loss by 14 or more"],
    ["team_last_margin_min=7", "after a win by 7 or more"],
    ["team_streak_min=4", "on a winning streak of 4 or more"],
    ["opponent_streak_max=-3", "against a team on a losing streak of 3 or more"],
    ["team_streak_min=-2&team_streak_max=1", "with a streak of −2 to 1"],
    ["opponent_last=failed", "against a team that failed to cover last time"],
    ["either_last=over", "either team after an over"],
    ["both_total_streak_max=-2", "both teams after 2 or more unders in a row"],
    ["team_win_share_min=0.6", "that won 60% or more"],
    ["opponent_starter_hand=L", "against a team with a left-handed starter"],
    ["meeting=rematch", "rematches of the season"],
    ["meeting_last=lost", "that lost the last meeting"],
    ["week_min=11", "week 11 or later"],
    ["week_min=3&week_max=9", "weeks 3 to 9"],
    ["same_division=true", "division rivals"],
  ];
  for (const [query, words] of cases) assert.ok(said(query).includes(words), `${query}: ${said(query).join(" · ")}`);
});

test("words of a question set a filter, a part of a label shows its field, and others are told what can be said", () => {
  for (const [words, filters] of [
    ["off a loss", "team_last=lost"],
    ["opponent off a loss", "opponent_last=lost"],
    ["wining streak", "team_streak_min=2"],
    ["revenge", "meeting_last=lost"],
    ["moneyline", "bet_type=moneyline"],
    ["goalie", "add=Team+that+is+bet+on%3A+starting+pitcher+or+goalie"],
  ])
    assert.equal(add(words ?? "").movedTo, `/?sport=nfl&${filters}`);
  assert.equal(add("Rematch", "sport=nfl&meeting=first").movedTo, "/?sport=nfl&meeting=rematch");
  assert.deepEqual(fieldsAfter("streak of wins"), ["team_streak_min focused", "team_streak_max"]);
  for (const words of ["purple", "off a loss in purple", "Lakers"]) {
    const wrong = add(words);
    assert.match(
      wrong.problem ?? "",
      /^No filter is called “.*”; choose one of the list, or say it as in a question: off/,
    );
    assert.deepEqual(wrong.filters, [["sport", "nfl"]], "what was asked for stays");
  }
});

test("a set with filters of form and games held back has one permalink, which keeps both", () => {
  const address = readAddress("team_streak_min=4&sport=nfl&split=2025-09-01&role=favorite");
  assert.equal(address.problem, null);
  assert.equal(readAddress("sport=nfl&role=favorite&team_streak_min=4&split=2025-09-01").movedTo, null);
  assert.deepEqual(address.held, { split: "2025-09-01", isAsked: false, kept: null });
});

test("each example is a question that the API takes", () => {
  for (const [words, query] of examples) assert.doesNotThrow(() => trends.read(query), words);
});
