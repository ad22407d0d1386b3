"""Signatures, as ssh-keygen makes and checks them, and the chain of heads."""

from __future__ import annotations

import base64
import hashlib
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from gradeline.proof.heads import Heads, broken_at, change_since
from gradeline.proof.signature import NotChecked, allowed_signers, key_in, other_key, signer_of, wrong_with


@unittest.skipIf(shutil.which("ssh-keygen") is None, "ssh-keygen is not installed (Debian: apt-get install openssh-client)")
class Signatures(unittest.TestCase):
    def setUp(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self.addCleanup(self._folder.cleanup)
        self.key, self.signature = self._signed("one", b"the files of revision 1\n")

    def _signed(self, name: str, content: bytes, namespace: str = "gradeline") -> "tuple[str, bytes]":
        at = Path(self._folder.name)
        (at / "file").write_bytes(content)
        for words in (["-t", "ed25519", "-N", "", "-f", str(at / name)], ["-Y", "sign", "-n", namespace, "-f", str(at / name), str(at / "file")]):
            (at / "file.sig").unlink(missing_ok=True)
            subprocess.run(["ssh-keygen", "-q", *words], check=True, capture_output=True, timeout=60)
        return " ".join((at / f"{name}.pub").read_text().split()[:2]), (at / "file.sig").read_bytes()

    def test_what_the_program_signs_is_good_and_any_change_is_named(self) -> None:
        content = b"the files of revision 1\n"
        self.assertEqual(signer_of(self.signature), self.key)
        self.assertIsNone(wrong_with(self.key, content, self.signature))
        self.assertEqual(wrong_with(self.key, b"the files of revision 2\n", self.signature), "is not of this file")
        self.assertEqual(wrong_with(self.key, content, b"no signature"), "is no signature of OpenSSH")
        other, others = self._signed("two", content)
        self.assertEqual(wrong_with(self.key, content, others), other_key)
        self.assertEqual(wrong_with(other, content, self.signature), other_key)
        _, for_mail = self._signed("three", content, "email")
        self.assertIsNotNone(wrong_with(str(signer_of(for_mail)), content, for_mail))

    def test_a_signature_that_names_another_signer_than_it_has_is_wrong(self) -> None:
        other, _ = self._signed("two", b"")
        lines = self.signature.decode().splitlines()
        mine, yours = (base64.b64decode(key.split()[1]) for key in (self.key, other))
        blob = base64.b64decode("".join(lines[1:-1])).replace(mine, yours)
        forged = "\n".join([lines[0], base64.b64encode(blob).decode(), lines[-1], ""]).encode()
        self.assertEqual(signer_of(forged), other)
        self.assertEqual(wrong_with(other, b"the files of revision 1\n", forged), "is not of this file")

    def test_without_the_program_or_with_an_old_one_nothing_is_called_right(self) -> None:
        with mock.patch.dict(os.environ, {"PATH": ""}), self.assertRaises(NotChecked):
            wrong_with(self.key, b"the files of revision 1\n", self.signature)
        old = Path(self._folder.name) / "ssh-keygen"
        old.write_text("#!/bin/sh\necho 'unknown option -- Y' >&2\nexit 1\n")
        old.chmod(0o755)
        with mock.patch.dict(os.environ, {"PATH": f"{self._folder.name}:/bin:/usr/bin"}), self.assertRaises(NotChecked):
            wrong_with(self.key, b"the files of revision 1\n", self.signature)


class Keys(unittest.TestCase):
    key = f"ssh-ed25519 {'A' * 68}"

    def test_a_file_with_one_key_has_it_and_any_other_has_none(self) -> None:
        self.assertEqual(key_in(allowed_signers(self.key)), self.key)
        for text in ("", "ssh-rsa AAAA", self.key[:-1], f"{self.key}=", f"{self.key}\n{self.key}\n"):
            self.assertIsNone(key_in(text))
        for raw in (b"", b"\xff", b"-----BEGIN SSH SIGNATURE-----\n!\n-----END SSH SIGNATURE-----\n", b"x" * 20_000):
            self.assertIsNone(signer_of(raw))


def chain(*manifests: str) -> Heads:
    """Heads that follow from each other; `restored` stands before the manifest of a head that says so."""
    lines = []
    for number, manifest in enumerate(manifests, 1):
        previous = f'"{hashlib.sha256(lines[-1].encode()).hexdigest()}"' if lines else "null"
        restored = ',"restored":"before"' if manifest.startswith("restored") else ""
        sha256 = hashlib.sha256(manifest.encode()).hexdigest()
        lines.append(f'{{"revision":{number},"manifest_sha256":"{sha256}","previous":{previous}{restored}}}')
    return Heads(lines)


class History(unittest.TestCase):
    def test_a_chain_follows_and_a_changed_line_breaks_it_at_the_next(self) -> None:
        heads = chain("a", "b", "c")
        self.assertIsNone(broken_at(heads))
        changed = Heads([heads.lines[0], heads.lines[1].replace('"revision":2', '"revision":9'), heads.lines[2]])
        self.assertEqual(broken_at(changed), "line 3 of the heads, of revision 3, does not follow from the line before")
        self.assertEqual(broken_at(Heads(["{}"])), "line 1 of the heads is no head")
        self.assertIsNotNone(broken_at(Heads(heads.lines[1:])))

    def test_a_history_goes_on_is_restored_or_is_rewritten(self) -> None:
        kept = chain("a", "b", "c")
        self.assertEqual(change_since(kept, kept.lines[-1], kept), (None, None))
        self.assertEqual(change_since(kept, None, chain("a", "b", "c", "d")), (None, None))
        self.assertEqual(change_since(Heads([]), None, kept), (None, None))
        restored = change_since(kept, None, chain("a", "b", "restored"))
        self.assertIsNone(restored.rewritten)
        self.assertEqual((restored.restored or {}).get("revision"), 3)
        for now in (chain("a", "b"), chain("a", "x", "c"), chain("a", "x", "restored"), Heads([])):
            self.assertIn("that was kept", change_since(kept, None, now).rewritten or "")
        self.assertIn("that was kept", change_since(Heads([]), kept.lines[-1], chain("a", "b")).rewritten or "")


if __name__ == "__main__":
    unittest.main()
