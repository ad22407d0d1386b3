/** The Python client as it lies there: its own tests, its codes of errors, and that it needs nothing but Python. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";
import { errorCodes } from "../../src/contract/errors.ts";
import { skipIf } from "../support/skip-if.ts";
import { clientFolder, startPython, whyNoPython } from "./mirror-site.ts";

test("every code of an error is known", () => {
  const errors = readFileSync(join(clientFolder, "gradeline/errors.py"), "utf8");
  for (const code of errorCodes) assert.ok(errors.includes(`"${code}":`), code);
});

test("every module imports the standard library and the client alone", skipIf(whyNoPython()), async () => {
  const program = "import json, sys; print(json.dumps(sorted(getattr(sys, 'stdlib_module_names', ()))))";
  const known = new Set<string>(JSON.parse((await startPython(["-c", program]).ended).output));
  // Python 3.9 cannot tell the names of its library.
  if (known.size === 0) return;
  // Types of pandas and of later Pythons are for whoever has them.
  const allowed = new Set([...known, "gradeline", "pandas", "typing_extensions"]);
  for (const file of globSync("gradeline/**/*.py", { cwd: clientFolder })) {
    const text = readFileSync(join(clientFolder, file), "utf8");
    for (const [, one = ""] of text.matchAll(/^ *(?:import|from) ([a-zA-Z_]\w*)/gm))
      assert.ok(allowed.has(one), `${file}: ${one}`);
  }
});

test("the client's own tests hold", skipIf(whyNoPython()), async () => {
  const { code, errors } = await startPython(["-m", "unittest", "discover", "-s", "tests", "-t", "."]).ended;
  assert.equal(code, 0, errors);
  assert.match(errors, /Ran [1-9]\d+ tests/);
});
