/** What the two places that draw pages with pdf.js, the browser and the server, tell it alike, so that they draw alike. */

/** Options of pdf.js's `getDocument`. */
export const shared_drawing_options = {
  disableAutoFetch: true,
  disableStream: true,
  // WebAssembly needs an exception in the Content-Security-Policy; the decoders exist as plain script too.
  useWasm: false,
  // What a browser's own decoder makes stays in a cache of half a gigabyte until memory runs short; a phone is short at once.
  isImageDecoderSupported: false,
} as const;
