/** Addresses that one caller can have are one where they are counted. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { networkOf } from "../../src/access/people/networks.ts";

test("an IPv4 address stands for itself, however it is written", () => {
  for (const address of ["203.0.113.7", "::ffff:203.0.113.7", "::FFFF:cb00:7107"]) {
    assert.equal(networkOf(address), "203.0.113.7", address);
  }
  assert.notEqual(networkOf("203.0.113.7"), networkOf("203.0.113.8"));
});

test("all addresses of an IPv6 network of 64 bits are one, however they are written", () => {
  const same = [
    "2001:db8:1:2::1",
    "2001:0DB8:0001:0002:ffff:ffff:ffff:ffff",
    "2001:db8:1:2:3::",
    "2001:db8:1:2::9%eth0",
  ];
  assert.equal(new Set(same.map(networkOf)).size, 1);
  for (const other of ["2001:db8:1:3::1", "2001:db8:1::2", "::1", "fe80::1"]) {
    assert.notEqual(networkOf(other), networkOf("2001:db8:1:2::1"), other);
  }
});

test("what is no address is counted as it is", () => {
  for (const text of ["", "unknown", "999.1.1.1", "1:2:3"]) assert.equal(networkOf(text), text);
});
