"""Signatures: the vectors of RFC 8032, section 7.1, and what minisign writes."""

from __future__ import annotations

import base64
import hashlib
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from gradeline.proof.ed25519 import is_signed
from gradeline.proof.heads import Heads, broken_at, change_since
from gradeline.proof.minisign import key_of, wrong_with

# Public key, message and signature of tests 1, 2, 3 and SHA(abc).
vectors = [
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
    (
        "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
        "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
        "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704",
    ),
]


class Ed25519(unittest.TestCase):
    def test_the_vectors_of_the_rfc_are_right(self) -> None:
        for key, message, signature in vectors:
            self.assertTrue(is_signed(bytes.fromhex(key), bytes.fromhex(message), bytes.fromhex(signature)))

    def test_another_bit_anywhere_is_wrong(self) -> None:
        key, message, signature = (bytes.fromhex(text) for text in vectors[2])
        for place in range(0, 64 * 8, 37):
            changed = bytearray(signature)
            changed[place // 8] ^= 1 << place % 8
            self.assertFalse(is_signed(key, message, bytes(changed)))
        self.assertFalse(is_signed(key, message + b"\0", signature))
        self.assertFalse(is_signed(bytes.fromhex(vectors[1][0]), message, signature))

    def test_a_scalar_that_is_not_reduced_is_wrong(self) -> None:
        """5.1.7: S is below the order, or anybody could write a second signature of the same message."""
        key, message, signature = (bytes.fromhex(text) for text in vectors[0])
        order = 2**252 + 27742317777372353535851937790883648493
        scalar = int.from_bytes(signature[32:], "little") + order
        self.assertFalse(is_signed(key, message, signature[:32] + scalar.to_bytes(32, "little")))

    def test_what_is_no_key_or_no_signature_is_wrong(self) -> None:
        key, message, signature = (bytes.fromhex(text) for text in vectors[0])
        self.assertFalse(is_signed(key[:31], message, signature))
        self.assertFalse(is_signed(key, message, signature[:63]))
        self.assertFalse(is_signed(b"\xff" * 32, message, signature))


@unittest.skipIf(shutil.which("minisign") is None, "minisign is not installed (Debian: apt-get install minisign)")
class Minisign(unittest.TestCase):
    def test_what_the_program_signs_is_good_and_any_change_is_named(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            at = Path(folder)
            (at / "file").write_bytes(b"the files of revision 1\n")
            run = ["minisign", "-G", "-W", "-p", str(at / "key.pub"), "-s", str(at / "key.sec")]
            subprocess.run(run, check=True, capture_output=True, timeout=60)
            run = ["minisign", "-S", "-s", str(at / "key.sec"), "-m", str(at / "file"), "-t", "a comment"]
            subprocess.run(run, check=True, capture_output=True, timeout=60)
            key = key_of((at / "key.pub").read_text())
            assert key is not None
            signature = (at / "file.minisig").read_text()
            self.assertIsNone(wrong_with(key, b"the files of revision 1\n", signature))
            self.assertEqual(wrong_with(key, b"the files of revision 2\n", signature), "is not of this file")
            other = signature.replace("a comment", "a Comment")
            self.assertEqual(wrong_with(key, b"the files of revision 1\n", other), "has another comment than was signed")
            self.assertEqual(wrong_with(key, b"", "no signature"), "is no signature of minisign")
            stranger = key._replace(key_id=b"\0" * 8)
            self.assertEqual(wrong_with(stranger, b"", signature), "is by another key than minisign.pub")

    def test_what_is_no_key_is_none(self) -> None:
        for text in ("", "untrusted comment: x\n", "RWQ=", base64.b64encode(b"Xd" + b"\0" * 40).decode()):
            self.assertIsNone(key_of(text))


def chain(*manifests: str) -> Heads:
    """Heads that follow from each other; `restored` stands before the manifest of a head that says so."""
    lines = []
    for number, manifest in enumerate(manifests, 1):
        previous = f'"{hashlib.sha256(lines[-1].encode()).hexdigest()}"' if lines else "null"
        restored = ',"restored":"before"' if manifest.startswith("restored") else ""
        lines.append(f'{{"revision":{number},"manifest_sha256":"{manifest}","previous":{previous}{restored}}}')
    return Heads(lines)


class History(unittest.TestCase):
    def test_a_chain_follows_and_a_changed_line_breaks_it_at_the_next(self) -> None:
        heads = chain("a", "b", "c")
        self.assertIsNone(broken_at(heads))
        changed = Heads([heads.lines[0], heads.lines[1].replace('"b"', '"x"'), heads.lines[2]])
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
