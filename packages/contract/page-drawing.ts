/** Options of pdf.js that browser and server share, so that both draw the same pages. */

/** Options of pdf.js's `getDocument`. */
export const shared_drawing_options = {
  disableAutoFetch: true,
  disableStream: true,
  // WebAssembly needs an exception in the Content-Security-Policy; the decoders exist as JavaScript too.
  useWasm: false,
  // The browser's own decoder keeps images in a cache of up to half a gigabyte, which a phone does not have.
  isImageDecoderSupported: false,
} as const;
