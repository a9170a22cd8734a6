/** BER-TLV as smart cards write it (ISO 7816-4 §5.2.2): tags of one or two bytes, lengths of up to two. */

/** An element: `tag` in hex. */
export function tlv(tag: string, ...parts: readonly Uint8Array[]): Uint8Array {
  const value = Buffer.concat(parts);
  const length =
    value.length < 0x80
      ? [value.length]
      : value.length < 0x100
        ? [0x81, value.length]
        : [0x82, value.length >> 8, value.length & 0xff];
  return Buffer.concat([Buffer.from(tag, "hex"), Uint8Array.from(length), value]);
}

/** One element as it was read; `whole`: with tag and length. */
export type Tlv = { readonly tag: string; readonly value: Uint8Array; readonly whole: Uint8Array };

/** The elements one after the other. @throws RangeError where they end too early */
export function readTlvs(bytes: Uint8Array): readonly Tlv[] {
  const found: Tlv[] = [];
  let at = 0;
  const next = (): number => {
    const byte = bytes[at++];
    if (byte === undefined) throw new RangeError("an element ends too early");
    return byte;
  };
  while (at < bytes.length) {
    const start = at;
    const first = next();
    const tag = (first & 0x1f) === 0x1f ? [first, next()] : [first];
    const short = next();
    const length = short === 0x81 ? next() : short === 0x82 ? next() * 0x100 + next() : short;
    if (at + length > bytes.length) throw new RangeError("an element ends too early");
    found.push({
      tag: Buffer.from(tag).toString("hex"),
      value: bytes.subarray(at, at + length),
      whole: bytes.subarray(start, at + length),
    });
    at += length;
  }
  return found;
}
