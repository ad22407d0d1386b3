/** Bytes that stand in a stream of deflate as they are, in a stored block (RFC 1951 3.2.4) that is not the last one. */

/** A stored block takes this much. */
const longestStored = 65_535;

/** @param bytes up to 65,535, after a part of the stream that ends with whole bytes. */
export function storedBlock(bytes: Uint8Array): Buffer {
  if (bytes.length > longestStored) throw new RangeError(`a stored block cannot have ${bytes.length} bytes`);
  const block = Buffer.alloc(5 + bytes.length);
  block.writeUInt16LE(bytes.length, 1);
  block.writeUInt16LE(~bytes.length & 0xffff, 3);
  block.set(bytes, 5);
  return block;
}
