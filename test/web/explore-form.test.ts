/** The filters by form in the explorer: each is said in words, and found by typing. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { formFilters } from "../../src/contract/filters/form.ts";
import { trends } from "../../src/contract/lists/trends.ts";
import { readAddress } from "../../src/web/explore/address.ts";
import { partsOf, typedWords } from "../../src/web/explore/filters.ts";
import { examples } from "../../src/web/explore/offered.ts";
import { addFilter } from "../../src/web/explore/sentence.ts";
import { Page } from "../support/document.ts";

const said = (query: string) => partsOf([...new URLSearchParams(`sport=nfl&${query}`)], null);

const add = (words: string, before = "sport=nfl") => readAddress(`${before}&${new URLSearchParams({ add: words })}`);

/** The fields of added filters, once what was typed has led to the permalink. */
function fieldsAfter(words: string): Page {
  const { movedTo } = add(words);
  const address = readAddress((movedTo ?? "").slice(2));
  assert.equal(address.problem, null, words);
  const nothing = { seasons: [], reach: null, wrong: null, manageUrl: "/manage" };
  return new Page(`<!doctype html><body>${addFilter({ sport: "nfl", address, ...nothing }).text}</body>`);
}

test("every filter of form has words that say it, and a field that typed words lead to", () => {
  for (const [name, { example }] of Object.entries(formFilters))
    assert.match(said(`${name}=${example}`)[1] ?? "", /^[a-z]/);
  const fields = typedWords.flatMap((words) => {
    const { document } = fieldsAfter(words);
    return [...document.querySelectorAll(".added [name]")].map((field) => field.getAttribute("name"));
  });
  assert.deepEqual([...new Set(fields)].sort(), Object.keys(formFilters).sort());
  assert.equal(new Set(typedWords).size, typedWords.length, "no words lead to two filters");
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

test("typed words set a filter or show its field, and others are told the nearest", () => {
  assert.equal(add("off a loss").movedTo, "/?sport=nfl&team_last=lost");
  assert.equal(add("Rematch", "sport=nfl&meeting=first").movedTo, "/?sport=nfl&meeting=rematch");
  assert.equal(add("opponent off a loss").movedTo, "/?sport=nfl&opponent_last=lost");
  assert.equal(add("revenge").movedTo, "/?sport=nfl&meeting_last=lost");
  const shown = add("winning streak");
  assert.equal(shown.movedTo, "/?sport=nfl&add=Team+that+is+bet+on%3A+streak+of+wins+or+losses");
  const there = readAddress(shown.movedTo?.slice(2) ?? "");
  assert.deepEqual([there.movedTo, there.adding], [null, "Team that is bet on: streak of wins or losses"]);
  const focused = fieldsAfter("winning streak").document.querySelectorAll(".added [autofocus]");
  assert.deepEqual(
    [...focused].map((field) => field.getAttribute("name")),
    ["team_streak_min"],
  );
  const wrong = add("wining streak");
  assert.match(wrong.problem ?? "", /No filter is called “wining streak”; did you mean winning streak\?/);
  assert.deepEqual(wrong.filters, [["sport", "nfl"]], "what was asked for stays");
});

test("a set with filters of form and games held back has one permalink, which keeps both", () => {
  const address = readAddress("team_streak_min=4&sport=nfl&split=2025-09-01&role=favorite");
  assert.equal(address.problem, null);
  assert.equal(readAddress("sport=nfl&role=favorite&team_streak_min=4&split=2025-09-01").movedTo, null);
  assert.deepEqual(address.held, { split: "2025-09-01", isAsked: false, kept: null });
});

test("the examples have the seven questions of handicappers, and each is a question that the API takes", () => {
  for (const [words, query] of examples) assert.doesNotThrow(() => trends.read(query), words);
  const asked = examples.map(([, query]) => query).join(" ");
  for (const filter of [
    "rest_min=13",
    "team_last_margin_max",
    "team_streak_min",
    "week_min=11",
    "meeting=rematch",
    "rest_max=1",
    "both_total_streak_max",
  ]) {
    assert.ok(asked.includes(filter), filter);
  }
});
