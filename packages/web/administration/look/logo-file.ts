/** An uploaded logo, looked at before it is sent: the server looks again. */
import { logo_bytes_max } from "@siegel/contract/limits.ts";

/** A file as a data URL with what is shown of it, or why it is none. `kb`: its size, for the sentence. */
export type ReadLogo =
  | { readonly ok: true; readonly dataUrl: string }
  | { readonly ok: false; readonly why: "tooLarge" | "notAnImage"; readonly kb: number };

/** Reads a file that somebody chose. */
export async function readLogo(file: Blob): Promise<ReadLogo> {
  const kb = Math.ceil(file.size / 1024);
  if (file.size > logo_bytes_max) return { ok: false, why: "tooLarge", kb };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const kind = kindOf(bytes);
  if (kind === null) return { ok: false, why: "notAnImage", kb };
  return { ok: true, dataUrl: `data:image/${kind};base64,${btoa(String.fromCharCode(...bytes))}` };
}

/** What the first bytes say; a name says nothing. */
function kindOf(bytes: Uint8Array): "png" | "jpeg" | null {
  const starts = (...start: readonly number[]): boolean => start.every((byte, at) => bytes[at] === byte);
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "png";
  return starts(0xff, 0xd8, 0xff) ? "jpeg" : null;
}

/** Kilobytes of the file in a data URL. */
export const kbOf = (dataUrl: string): number =>
  Math.max(1, Math.ceil(((dataUrl.length - dataUrl.indexOf(",") - 1) * 0.75) / 1024));
