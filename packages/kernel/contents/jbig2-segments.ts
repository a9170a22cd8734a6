// Segments that pictures by JBIG2 are made of (ISO/IEC 14492 §7).

/** The segment of a page (§7.3.1). */
export const pageInformation = 48;

/** A height or a length that stands nowhere (§7.2.7, §7.4.8.2). */
export const unknown = 0xffffffff;

/** The header of a segment (§7.2), and where what it holds begins. */
export function segmentAt(octets: Buffer, at: number): { type: number; start: number; length: number } {
  const [flags, counted] = [octets[at + 4] ?? 0, (octets[at + 5] ?? 0) >> 5];
  const isLong = counted === 7;
  const count = isLong ? octets.readUInt32BE(at + 5) & 0x1fffffff : counted;
  const number = octets.readUInt32BE(at);
  const size = number <= 256 ? 1 : number <= 65_536 ? 2 : 4;
  const behind = at + 5 + (isLong ? 4 + ((count + 8) >> 3) : 1) + count * size + ((flags & 0x40) === 0 ? 1 : 4);
  const length = behind + 4 <= octets.length ? octets.readUInt32BE(behind) : unknown;
  return { type: flags & 0x3f, start: behind + 4, length };
}
