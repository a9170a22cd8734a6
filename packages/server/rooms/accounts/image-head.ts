/** What the first bytes of a picture say: which kind it is, and how large. Pure. */

/** Kind and size in pixels. */
export type ImageHead = { readonly kind: "png" | "jpeg"; readonly width: number; readonly height: number };

const pngStart = Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");

/** The head of a PNG (ISO/IEC 15948 §11.2.1) or JPEG (ITU-T T.81 §B.2.2); null for whatever else. */
export function imageHead(file: Uint8Array): ImageHead | null {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.length >= 24 && bytes.subarray(0, pngStart.length).equals(pngStart))
    return { kind: "png", width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  return bytes.length >= 4 && bytes.readUInt16BE(0) === 0xffd8 ? jpegHead(bytes) : null;
}

/** Goes from marker to marker up to the first frame. */
function jpegHead(bytes: Buffer): ImageHead | null {
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1; // a fill byte (§B.1.1.2)
      continue;
    }
    if (isFrame(marker)) return { kind: "jpeg", height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

/** Start of frame, but for the three markers between them that begin something else (table B.1). */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
