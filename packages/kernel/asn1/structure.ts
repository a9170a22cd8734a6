// Reads a parsed element member by member, in the order of the ASN.1 module (X.680): the caller asks for each member by its
// identifier, optional members may be missing, and members left over at the end are refused.
import { contentOf, DerError, type DerNode, type DerReading, parseDer, TAG } from "./der.ts";

/** The members of one SEQUENCE in order. */
export type Members = {
  /** The next member, which must carry `tag` when one is given. */
  readonly next: (tag?: number) => DerNode;
  /** The next member when it carries `tag`, else null. */
  readonly optional: (tag: number) => DerNode | null;
  /** The identifier of the next member, or null at the end. */
  readonly peek: () => number | null;
  /** Requires that nothing is left. */
  readonly end: () => void;
};

/**
 * Opens a SEQUENCE (or what carries `tag`) to read its members.
 * @throws DerError from each function
 */
export function membersOf(node: DerNode, tag: number = TAG.sequence): Members {
  requireTag(node, tag);
  let at = 0;
  const peek = () => node.children[at]?.tag ?? null;
  return {
    next(wanted) {
      const member = node.children[at++];
      if (!member) throw new DerError("missing-element", `member ${at} of the element at ${node.start}`);
      return wanted === undefined ? member : requireTag(member, wanted);
    },
    optional(wanted) {
      if (peek() !== wanted) return null;
      return node.children[at++] ?? null;
    },
    peek,
    end() {
      if (at < node.children.length) throw new DerError("unexpected-element", `member ${at + 1} at ${node.start}`);
    },
  };
}

/** Requires the identifier byte `tag`. @throws DerError */
export function requireTag(node: DerNode, tag: number): DerNode {
  if (node.tag !== tag) throw new DerError("unexpected-element", `tag ${node.tag} at ${node.start}, wanted ${tag}`);
  return node;
}

/** The only member of an EXPLICIT tag. @throws DerError */
export function explicitOf(node: DerNode): DerNode {
  const [inner, second] = node.children;
  if (!inner) throw new DerError("missing-element", `inside the tag at ${node.start}`);
  if (second) throw new DerError("unexpected-element", `second inside the tag at ${node.start}`);
  return inner;
}

/** Members of a SEQUENCE OF with at least one member. @throws DerError */
export function sequenceOf(node: DerNode): readonly DerNode[] {
  requireTag(node, TAG.sequence);
  if (node.children.length === 0) throw new DerError("missing-element", `empty SEQUENCE OF at ${node.start}`);
  return node.children;
}

/** DER inside an OCTET STRING, as extensions carry it. @throws DerError */
export function octetStringDer(node: DerNode, reading?: DerReading): DerNode {
  return parseDer(contentOf(requireTag(node, TAG.octetString)), reading);
}

/** BOOLEAN DEFAULT FALSE: an absent one is false, an encoded FALSE is refused (X.690 §11.5). @throws DerError */
export function booleanDefaultFalse(node: DerNode | null): boolean {
  if (!node) return false;
  if (node.source[node.contentStart] === 0) throw new DerError("default-encoded", `FALSE at ${node.start}`);
  return true;
}

/** INTEGER of any size. @throws DerError */
export function integerOf(node: DerNode): bigint {
  const content = contentOf(requireTag(node, TAG.integer));
  if (content.length === 1) return BigInt(((content[0] ?? 0) << 24) >> 24); // versions, mostly
  const hex = Buffer.from(content).toString("hex");
  return BigInt.asIntN(hex.length * 4, BigInt(`0x${hex}`));
}

/** INTEGER or ENUMERATED that fits an index: 0 up to `max`. @throws DerError */
export function smallIntegerOf(node: DerNode, max: number): number {
  const value = contentOf(node);
  let number = 0;
  for (const byte of value) number = number * 256 + byte;
  if (value.length > 6 || (value[0] ?? 0) >= 0x80 || number > max)
    throw new DerError("out-of-range", `at ${node.start}`);
  return number;
}

// The longest arcs anybody has are UUIDs (X.667 §7.3: 128 bits). Turning one into decimal costs the square of its length.
const ARC_BYTES_MAX = 32;

/** OBJECT IDENTIFIER in dotted decimal. @throws DerError also for an arc of more than 224 bits */
export function oidOf(node: DerNode): string {
  const { source, end } = requireTag(node, TAG.objectIdentifier);
  let dotted = "";
  for (let start = node.contentStart, at = start; at < end; at++) {
    if ((source[at] ?? 0) >= 0x80) continue;
    const arc = arcOf(source, start, at + 1);
    dotted = dotted === "" ? firstArcs(arc) : `${dotted}.${arc}`;
    start = at + 1;
  }
  return dotted;
}

// X.690 §8.19.4: the first two arcs share a number, and below the roots 0 and 1 there are 40 of them.
function firstArcs(first: number | bigint): string {
  if (first < 40) return `0.${first}`;
  if (first < 80) return `1.${Number(first) - 40}`;
  return `2.${typeof first === "bigint" ? first - 80n : first - 80}`;
}

// Seven bytes are 49 bits, which a number holds exactly; longer arcs exist, under 2.25 for example.
function arcOf(bytes: Uint8Array, start: number, end: number): number | bigint {
  if (end - start > ARC_BYTES_MAX) throw new DerError("out-of-range", `an arc of ${end - start} bytes`);
  if (end - start > 7) return bytes.subarray(start, end).reduce((arc, byte) => (arc << 7n) | BigInt(byte & 0x7f), 0n);
  let arc = 0;
  for (let at = start; at < end; at++) arc = arc * 128 + ((bytes[at] ?? 0) & 0x7f);
  return arc;
}

/** Bytes of a BIT STRING that has no unused bits. @throws DerError */
export function wholeBitString(node: DerNode): Uint8Array {
  const content = contentOf(requireTag(node, TAG.bitString));
  if (content[0] !== 0) throw new DerError("invalid-bit-string", `unused bits at ${node.start}`);
  return content.subarray(1);
}

/** Numbers of the bits set in a named BIT STRING; trailing zero bits are refused (X.690 §11.2.2). @throws DerError */
export function namedBitsOf(node: DerNode): number[] {
  const content = contentOf(node);
  const unused = content[0] ?? 0;
  const last = content.length > 1 ? (content[content.length - 1] ?? 0) : 0;
  if (content.length > 1 && ((last >> unused) & 1) === 0) throw new DerError("invalid-bit-string", "trailing zero bit");
  const bits: number[] = [];
  for (let bit = 0; bit < (content.length - 1) * 8; bit++) {
    if (((content[1 + (bit >> 3)] ?? 0) & (0x80 >> (bit & 7))) !== 0) bits.push(bit);
  }
  return bits;
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Text of a string type, or of an implicitly tagged IA5String. @throws DerError for bytes the type does not allow */
export function textOf(node: DerNode, as: number = node.tag): string {
  const content = contentOf(node);
  if (as === TAG.utf8String) return decodeUtf8(content);
  if (as === TAG.bmpString) return decodeBmp(content);
  const text = Buffer.from(content).toString("latin1");
  if (as === TAG.teletexString) return text;
  const allowed = as === TAG.printableString ? /^[A-Za-z0-9 '()+,\-./:=?]*$/ : as === TAG.ia5String ? IA5 : VISIBLE;
  if (as !== TAG.printableString && as !== TAG.ia5String && as !== TAG.visibleString) {
    throw new DerError("unexpected-element", `not a string at ${node.start}`);
  }
  if (!allowed.test(text)) throw new DerError("invalid-string", `at ${node.start}`);
  return text;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: an IA5String is all of ASCII, control characters included.
const IA5 = /^[\x00-\x7f]*$/;
const VISIBLE = /^[\x20-\x7e]*$/;

function decodeUtf8(content: Uint8Array): string {
  // Most names are ASCII, for which starting a decoder costs more than the text.
  if (isAscii(content)) return Buffer.from(content.buffer, content.byteOffset, content.length).toString("latin1");
  try {
    return utf8.decode(content);
  } catch (cause) {
    const error = new DerError("invalid-string", "not UTF-8");
    error.cause = cause;
    throw error;
  }
}

function isAscii(content: Uint8Array): boolean {
  for (let i = 0; i < content.length; i++) if ((content[i] ?? 0) >= 0x80) return false;
  return true;
}

function decodeBmp(content: Uint8Array): string {
  if (content.length % 2 !== 0) throw new DerError("invalid-string", "odd BMPString");
  return Buffer.from(content).swap16().toString("utf16le");
}
