/** Where a file says that it is a PDF (ISO 32000-2 §7.5.2). Readers also take files with other bytes before that line, and so do we. */
import { latin1 } from "./lexer.ts";

/** The header must stand within this many bytes. */
export const header_within_bytes = 1_024;

/** Where the header stands in the first bytes of a file; -1 where it does not. */
export const headerAt = (start: Uint8Array): number =>
  latin1(start, 0, Math.min(header_within_bytes, start.length)).indexOf("%PDF-");
