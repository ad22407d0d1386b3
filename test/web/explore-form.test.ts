/** The filters by form in the explorer: each is said in words, and found by typing. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { formFilters } from "../../src/contract/filters/form.ts";
import { trends } from "../../src/contract/lists/trends.ts";
import { readAddress } from "../../src/web/explore/address.ts";
import { partsOf, typedWords } from "../../src/web/explore/filters.ts";
import { formFields } from "../../src/web/explore/form-fields.ts";
import { examples } from "../../src/web/explore/offered.ts";
import { addFilter } from "../../src/web/explore/sentence.ts";

const said = (query: string) => partsOf([...new URLSearchParams(`sport=nfl&${query}`)], null);

test("every filter of form has a field, words that find it, and words that say it", () => {
  const names = formFields.flatMap((field) => field.names);
  assert.deepEqual(names.toSorted(), Object.keys(formFilters).sort());
  const said = { sport: "mlb", value: () => "", firstSeason: null } as const;
  for (const { names: own, found, kind, say } of formFields) {
    const label = own.join();
    assert.ok(found !== undefined && found.length > 0, label);
    const choices = typeof kind === "function" ? kind("mlb") : [["2"] as const];
    for (const [value] of choices)
      assert.match(
        say(
          own.map(() => value),
          said,
        ),
        /^[a-z]/,
        label,
      );
  }
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
  const add = (words: string, before = "sport=nfl") => readAddress(`${before}&${new URLSearchParams({ add: words })}`);
  assert.equal(add("off a loss").movedTo, "/?sport=nfl&team_last=lost");
  assert.equal(add("Rematch", "sport=nfl&meeting=first").movedTo, "/?sport=nfl&meeting=rematch");
  assert.equal(add("opponent off a loss").movedTo, "/?sport=nfl&opponent_last=lost");
  assert.equal(add("revenge").movedTo, "/?sport=nfl&meeting_last=lost");
  const shown = add("winning streak");
  assert.equal(shown.movedTo, "/?sport=nfl&add=Team+that+is+bet+on%3A+streak+of+wins+or+losses");
  const there = readAddress(shown.movedTo?.slice(2) ?? "");
  assert.deepEqual([there.movedTo, there.adding], [null, "Team that is bet on: streak of wins or losses"]);
  const question = {
    sport: "nfl",
    address: there,
    seasons: [],
    reach: null,
    wrong: null,
    manageUrl: "/manage",
  } as const;
  assert.match(addFilter(question).text, /name="team_streak_min"[^>]* autofocus[^>]*>\s*<input name="team_streak_max"/);
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
