/** Documents that come as base64 inside a request, decoded piece by piece so that a long one holds nobody up. */
import { setImmediate as nextTurn } from "node:timers/promises";

/** A text that is no base64 (RFC 4648 §4). */
export class NotBase64 extends Error {
  override readonly name = "NotBase64";
}

// A multiple of four: no group of characters is cut.
const chars_at_once = 1024 * 1024;
const groups = /^(?:[0-9A-Za-z+/]{4})*(?:[0-9A-Za-z+/]{2}==|[0-9A-Za-z+/]{3}=)?$/;

/** The octets of a text, a piece a turn of the loop. @throws NotBase64 */
export async function* decodeContent(content: string): AsyncGenerator<Uint8Array> {
  if (content.length % 4 !== 0) throw new NotBase64("its length is no multiple of four");
  for (let at = 0; at < content.length; at += chars_at_once) {
    const piece = content.slice(at, at + chars_at_once);
    const isLast = at + chars_at_once >= content.length;
    // Padding ends the text, and nothing else.
    if (!groups.test(piece) || (!isLast && piece.endsWith("="))) throw new NotBase64("it has other characters");
    yield Buffer.from(piece, "base64");
    await nextTurn();
  }
}
