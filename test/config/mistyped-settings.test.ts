/** A setting that was mistyped is named, and nothing else of the environment is. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { mistypedNames } from "../../src/config/config.ts";
import { settingNames } from "../../src/config/settings.ts";
import { gradeline } from "../support/command.ts";

const meantBy = (...names: string[]): string[] =>
  mistypedNames(Object.fromEntries(names.map((name) => [name, "1"]))).map(({ given, meant }) => `${given} ${meant}`);

test("a name that is near a setting's is named with it", () => {
  assert.deepEqual(meantBy("PROT", "DATABASE_URI", "LOGLEVEL", "THE_ODDS_API_KEYS", "SESION_SECRET"), [
    "PROT PORT",
    "DATABASE_URI DATABASE_URL",
    "LOGLEVEL LOG_LEVEL",
    "THE_ODDS_API_KEYS THE_ODDS_API_KEY",
    "SESION_SECRET SESSION_SECRET",
  ]);
});

test("settings themselves, and what other programs have in the environment, are not named", () => {
  assert.deepEqual(meantBy(...settingNames), []);
  const others =
    "PATH HOME HOSTNAME HOSTTYPE LANG LC_ALL LOGNAME MAIL PWD OLDPWD SHELL SHLVL TERM TMPDIR TZ USER PGHOST PGPORT NODE_ENV CI DISPLAY EDITOR PAGER";
  assert.deepEqual(meantBy(...others.split(" ")), []);
});

test("a command says so on standard error, and goes on", async () => {
  const { code, errors } = await gradeline(["--version"], { DATABASE_URI: "postgres://127.0.0.1/none" });
  assert.deepEqual(
    { code, errors },
    { code: 0, errors: "gradeline: there is no setting DATABASE_URI; did you mean DATABASE_URL?\n" },
  );
});
