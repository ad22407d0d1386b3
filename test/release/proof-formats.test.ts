/** Keys and signatures: the bytes are always the same, and OpenSSH's program accepts them. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, test } from "vitest";
import { fingerprintOf, newSeed, signingKeyOfSeed } from "../../src/release/proof/signature.ts";
import { isAccepted, testKey, whyNoProofPrograms } from "../support/offered-files.ts";
import { skipIf } from "../support/skip-if.ts";

const folder = mkdtempSync(join(tmpdir(), "gradeline-proof-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("the key of a seed is that of RFC 8032", () => {
  const seed = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
  const key = signingKeyOfSeed(Buffer.from(seed, "hex").toString("base64"));
  const raw = Buffer.from(key.publicKey.replace("ssh-ed25519 ", ""), "base64").subarray(-32);
  assert.equal(raw.toString("hex"), "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a");
  assert.notEqual(newSeed(), newSeed());
});

test(
  "ssh-keygen accepts what is signed, knows the key, and refuses a changed file",
  skipIf(whyNoProofPrograms()),
  () => {
    for (const number of [1, 2, 3]) {
      const key = testKey(number);
      const content = `{"night":${number}}\n`;
      const sshsig = key.sign(content);
      assert.equal(isAccepted(folder, key.publicKey, content, sshsig), true);
      assert.equal(isAccepted(folder, key.publicKey, content.replace("night", "Night"), sshsig), false);
      assert.equal(isAccepted(folder, testKey(9).publicKey, content, sshsig), false);
      writeFileSync(join(folder, "key.pub"), `${key.publicKey}\n`);
      const shown = spawnSync("ssh-keygen", ["-lf", "key.pub"], { cwd: folder, encoding: "utf8" });
      assert.equal(shown.stdout.split(" ")[1], fingerprintOf(key.publicKey));
    }
  },
);
