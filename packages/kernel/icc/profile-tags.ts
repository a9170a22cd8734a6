// The header and the tags of an ICC profile (ICC.1:2022 §7), and the numbers in them.

const [headerLength, entryLength] = [128, 12];
const tagsMax = 100;

/** Tags by their names; the octets of one end with the profile, whatever length it has by the table. */
export type Tags = ReadonlyMap<string, Buffer>;
/** A profile: what its header says, and what it has. */
export type Profile = {
  /** What it is made for: "mntr", "prtr" and so on. */
  readonly kind: string;
  /** The colours it is for: "GRAY", "RGB " or "CMYK". */
  readonly space: string;
  /** What it leads to: "XYZ " or "Lab ". */
  readonly target: string;
  readonly tags: Tags;
};

/** Reads them; undefined where there is no table of tags, or one that readers read each in their own way. */
export function readProfile(octets: Uint8Array): Profile | undefined {
  const view = Buffer.from(octets.buffer, octets.byteOffset, octets.length);
  if (view.length < headerLength + 4) return undefined;
  const count = view.readUInt32BE(headerLength);
  if (count > tagsMax || headerLength + 4 + count * entryLength > view.length) return undefined;
  const tags = new Map<string, Buffer>();
  for (let i = 0; i < count; i += 1) {
    const at = headerLength + 4 + i * entryLength;
    const start = view.readUInt32BE(at + 4);
    const name = view.toString("latin1", at, at + 4);
    // Of two of one name readers take whichever they please.
    if (tags.has(name)) return undefined;
    tags.set(name, view.subarray(start, start + view.readUInt32BE(at + 8)));
  }
  const word = (at: number): string => view.toString("latin1", at, at + 4);
  return { kind: word(12), space: word(16), target: word(20), tags };
}

/** What kind of tag it is, by its first four octets. */
export const typeOf = (tag: Buffer): string => tag.toString("latin1", 0, 4);

/** A number with sixteen bits behind the point (§4.6). @throws RangeError beyond the end */
export const fixedAt = (tag: Buffer, at: number): number => tag.readInt32BE(at) / 65_536;

/** X, Y and Z; empty where there are none. */
export function pointOf(tag: Buffer | undefined): number[] {
  if (tag === undefined || tag.length < 20 || typeOf(tag) !== "XYZ ") return [];
  return [8, 12, 16].map((at) => fixedAt(tag, at));
}
