/**
 * Addresses of the internet, in contrast to those of this machine and of networks inside. A provider may lead to another host of its
 * own; that it leads to one of ours is a mistake or an attack.
 */
import { type LookupAddress, type LookupOptions, lookup } from "node:dns";
import ipaddr from "ipaddr.js";

/** @param address an IP address, version 6 with or without brackets. */
export function isPublicAddress(address: string): boolean {
  const plain = address.replace(/^\[|\]$/g, "");
  return ipaddr.isValid(plain) && ipaddr.process(plain).range() === "unicast";
}

type Found = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/** Looks a name up as `dns.lookup` does, and fails where it stands for an address that is not of the internet. */
export function publicLookup(hostname: string, options: LookupOptions, found: Found): void {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return found(error, []);
    const inside = addresses.find(({ address }) => !isPublicAddress(address));
    if (inside !== undefined) return found(new Error(`${hostname} is an address inside`), []);
    const [first] = addresses;
    if (options.all === true || first === undefined) return found(null, addresses);
    return found(null, first.address, first.family);
  });
}
