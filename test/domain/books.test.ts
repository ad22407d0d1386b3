import assert from "node:assert/strict";
import { test } from "vitest";
import {
  bookById,
  bookByProviderKey,
  books,
  findPublishedBook,
  isKnownNotABook,
  namesOf,
  usBooks,
} from "../../src/domain/books.ts";

test("bet365 is published, and the books that its name has elsewhere are unknown [D-14]", () => {
  for (const name of ["bet365", "Bet365", "Bet 365"]) {
    assert.deepEqual([bookByProviderKey(name)?.bookId, bookByProviderKey(name)?.usFacing], [33, true], name);
  }
  assert.equal(bookByProviderKey("bet365_au"), null);
});

test("unibet and unibet_us are two books although they share a title, and only unibet_us is published [D-14]", () => {
  assert.equal(bookByProviderKey("unibet")?.slug, "unibet");
  assert.equal(bookByProviderKey("unibet_us")?.slug, "unibet_us");
  assert.equal(bookByProviderKey("unibet")?.usFacing, false);
  assert.equal(bookByProviderKey("unibet_us")?.usFacing, true);
});

test("no key, name or alias means two books, except that the bare name Unibet is the key unibet", () => {
  for (const book of books) {
    for (const key of [book.slug, ...namesOf(book)]) {
      if (key === "Unibet") continue;
      for (const written of [key, key.toUpperCase(), ` ${key} `, key.replaceAll(" ", "")])
        assert.equal(bookByProviderKey(written), book, written);
    }
  }
});

test("averages and models are known not to be books [D-14]", () => {
  for (const key of ["consensus", "teamrankings", "numberfire", "accuscore"]) {
    for (const written of [key, key.toUpperCase(), ` ${key}`]) {
      assert.equal(isKnownNotABook(written), true, written);
      assert.equal(bookByProviderKey(written), null, written);
    }
  }
  for (const book of books) assert.equal(isKnownNotABook(book.slug), false, book.slug);
});

test("an unknown key is no book, and is not taken for one of the known averages [D-14]", () => {
  for (const key of ["", "pinnacle9", "draftking", "constructor", "__proto__", "1"]) {
    assert.equal(bookByProviderKey(key), null, key);
    assert.equal(isKnownNotABook(key), false, key);
  }
});

test("a caller finds a published book by its id and its slug in any case, and no other [D-26]", () => {
  assert.equal(findPublishedBook("barstool")?.bookId, 13, "a former book that has rows of its own stays itself");
  for (const book of usBooks) {
    assert.equal(findPublishedBook(book.slug), book);
    assert.equal(findPublishedBook(book.slug.toUpperCase()), book);
    assert.equal(findPublishedBook(String(book.bookId)), book);
    assert.equal(bookById(book.bookId), book);
  }
  for (const value of ["", "0", "01", "1.0", "999999", "-", "Kings"]) {
    assert.equal(findPublishedBook(value), null, value);
  }
  assert.equal(bookById(0), null);
});
