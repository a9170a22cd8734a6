/** The JSON value of some bytes; undefined when they hold none. */
export function readJson(octets: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(octets).toString("utf8"));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
