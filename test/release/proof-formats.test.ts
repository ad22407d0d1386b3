/** Keys and signatures in both forms: the bytes are always the same, and Debian's programs accept them. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, test } from "vitest";
import { isMinisigOf, minisignKeyFile, minisigOf } from "../../src/release/proof/minisign.ts";
import { isSignedBy, newSeed, signingKeyOfSeed } from "../../src/release/proof/signing-key.ts";
import { allowedSigners, fingerprintOf, isSshsigOf, sshKey, sshsigOf } from "../../src/release/proof/ssh-signature.ts";
import { testKey } from "../support/offered-nights.ts";
import { acceptedBy, whyNoProofPrograms } from "../support/proof-programs.ts";
import { skipIf } from "../support/skip-if.ts";

const folder = mkdtempSync(join(tmpdir(), "gradeline-proof-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("the key of a seed is that of RFC 8032, and so is what it signs", () => {
  const seed = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
  const key = signingKeyOfSeed(Buffer.from(seed, "hex").toString("base64"));
  assert.equal(
    Buffer.from(key.publicKey, "base64").toString("hex"),
    "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
  );
  const signature = key.sign(Buffer.alloc(0));
  assert.match(signature.toString("hex"), /^e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155/);
  assert.ok(isSignedBy(key.publicKey, Buffer.alloc(0), signature));
  assert.ok(!isSignedBy(testKey(1).publicKey, Buffer.alloc(0), signature));
  assert.ok(!isSignedBy("AAAA", Buffer.alloc(0), signature), "a key of another length");
  assert.notEqual(newSeed(), newSeed());
});

test("a signature is of one key and one content, in every byte", () => {
  const key = testKey(1);
  const minisig = minisigOf(key, "content\n", "the files of revision 1");
  const sshsig = sshsigOf(key, "content\n");
  assert.ok(isMinisigOf(key.publicKey, "content\n", minisig));
  assert.ok(isSshsigOf(key.publicKey, "content\n", sshsig));
  for (const [publicKey, content] of [
    [testKey(2).publicKey, "content\n"],
    [key.publicKey, "content"],
  ] as const) {
    assert.ok(!isMinisigOf(publicKey, content, minisig));
    assert.ok(!isSshsigOf(publicKey, content, sshsig));
  }
  for (const [text, isOf] of [
    [minisig, isMinisigOf],
    [sshsig, isSshsigOf],
  ] as const) {
    for (let at = 0; at < text.length; at++) {
      const bytes = Buffer.from(text);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      assert.ok(!isOf(key.publicKey, "content\n", bytes.toString()), `${at}: ${text[at]}`);
    }
    for (const other of ["", "\n\n\n\n", text.slice(0, -1), `${text}\n`, text.replaceAll("\n", "\r\n")]) {
      assert.ok(!isOf(key.publicKey, "content\n", other));
    }
  }
});

test(
  "Debian's programs accept what is signed, know the key, and refuse a changed file",
  skipIf(whyNoProofPrograms()),
  () => {
    for (const number of [1, 2, 3]) {
      const key = testKey(number);
      const content = `{"night":${number}}\n`;
      const signed = { minisig: minisigOf(key, content, "a night"), sshsig: sshsigOf(key, content) };
      assert.deepEqual(acceptedBy(folder, key.publicKey, { content, ...signed }), { minisign: true, ssh: true });
      const changed = { content: content.replace("night", "Night"), ...signed };
      assert.deepEqual(acceptedBy(folder, key.publicKey, changed), { minisign: false, ssh: false });
      assert.deepEqual(acceptedBy(folder, testKey(4).publicKey, { content, ...signed }), {
        minisign: false,
        ssh: false,
      });
      writeFileSync(join(folder, "key.pub"), `${sshKey(key.publicKey)}\n`);
      const shown = spawnSync("ssh-keygen", ["-lf", "key.pub"], { cwd: folder, encoding: "utf8" }).stdout;
      assert.equal(shown.split(" ")[1], fingerprintOf(key.publicKey));
      writeFileSync(join(folder, "minisign.pub"), minisignKeyFile(key.publicKey));
      writeFileSync(join(folder, "manifest.json"), content);
      const byFile = spawnSync("minisign", ["-Vm", "manifest.json", "-p", "minisign.pub"], {
        cwd: folder,
        encoding: "utf8",
      });
      assert.equal(byFile.status, 0, byFile.stderr);
      assert.match(byFile.stdout, /^Trusted comment: a night$/m);
      assert.ok(allowedSigners(key.publicKey).startsWith('gradeline namespaces="gradeline" ssh-ed25519 AAAA'));
    }
  },
);
