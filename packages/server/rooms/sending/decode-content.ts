/** Documents that come as base64 inside a request. */

/** The bytes of a base64 text (RFC 4648 §4); null for any other text, which Node would read over. */
export function decodeContent(content: string): Uint8Array | null {
  const padding = content.endsWith("==") ? 2 : content.endsWith("=") ? 1 : 0;
  const isBase64 = content.length % 4 === 0 && !/[^0-9A-Za-z+/]/.test(content.slice(0, content.length - padding));
  return isBase64 ? Buffer.from(content, "base64") : null;
}
