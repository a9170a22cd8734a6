// Where the tables of a TrueType font stand (ISO/IEC 14496-22 §4.3).

/** As much of a part of a font as is there. */
export function viewOf({ buffer, byteOffset, byteLength }: Uint8Array, start: number, length: number): DataView {
  const from = Math.min(start, byteLength);
  return new DataView(buffer, byteOffset + from, Math.max(0, Math.min(length, byteLength - from)));
}

/** By its tag the first table of a font, none where it is missing. */
export function tablesOf(font: DataView): (tag: string) => DataView | undefined {
  const octets = new Uint8Array(font.buffer, font.byteOffset, font.byteLength);
  return (tag) => {
    for (let at = 12; at + 16 <= font.byteLength; at += 16)
      if (Buffer.from(octets.subarray(at, at + 4)).toString("latin1") === tag)
        return viewOf(octets, font.getUint32(at + 8), font.getUint32(at + 12));
    return undefined;
  };
}
