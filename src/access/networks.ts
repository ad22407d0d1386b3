/** Who an address stands for, where addresses are counted. */

/** Who has one IPv6 address has the 2^64 of its network: RFC 6177. An IPv4 address stands for itself. */
export function networkOf(address: string): string {
  if (!address.includes(":") || address.startsWith("::ffff:")) return address;
  const [head = "", tail = ""] = address.split("::");
  const missing = Math.max(0, 8 - head.split(":").length - tail.split(":").length);
  return [...head.split(":"), ...Array.from({ length: missing }, () => "0"), ...tail.split(":")].slice(0, 4).join(":");
}
