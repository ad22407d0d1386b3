/** Finds the network that an address stands for, where attempts and trials are counted by address. */
import ipaddr from "ipaddr.js";

/** Bits of an IPv6 address that name the network; its owner has every address in it (RFC 6177). */
const networkBits = 64;

/**
 * The network of an IPv6 address; an IPv4 address stands for itself, also where it is written as IPv6. What is no address
 * stands for itself too.
 */
export function networkOf(address: string): string {
  // An address of the machine's own network may name its interface behind a percent sign.
  const [plain = ""] = address.split("%", 1);
  if (!ipaddr.isValid(plain)) return address;
  const read = ipaddr.process(plain);
  if (read instanceof ipaddr.IPv4) return read.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${read.toNormalizedString()}/${networkBits}`).toString();
}
