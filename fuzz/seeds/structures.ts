/** DER that fixtures made once (make-structures.ts), and the two hierarchies it belongs to. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Certificate, parseCertificate } from "../../packages/kernel/x509/certificate.ts";

const texts: Readonly<Record<string, Readonly<Record<string, string>>>> = JSON.parse(
  readFileSync(join(import.meta.dirname, "structures.json"), "utf8"),
);

/** All structures of a kind, in a fixed order. @throws RangeError for a kind there is none of */
export function structuresOf(...kinds: readonly string[]): Uint8Array[] {
  return kinds.flatMap((kind) => {
    const members = texts[kind];
    if (members === undefined) throw new RangeError(`no structures of the kind ${kind}`);
    return Object.values(members).map((base64) => new Uint8Array(Buffer.from(base64, "base64")));
  });
}

/** A certificate by its name. @throws RangeError for a name nobody has */
export function certificateOf(name: string): Certificate {
  const base64 = texts.certificates?.[name];
  if (base64 === undefined) throw new RangeError(`no certificate ${name}`);
  return parseCertificate(new Uint8Array(Buffer.from(base64, "base64")));
}

/** The roots that the structures lead to. */
export const anchors: readonly Certificate[] = [certificateOf("root"), certificateOf("rsaRoot")];

/** Tells bytes apart as keys of a set. */
export const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
