/** What the authority publishes, as files: an operator keeps them outside the running system, or hands them over. */
import { createHash } from "node:crypto";
import type { Db } from "../../db/database.ts";
import { readAuthorities } from "./authority-store.ts";
import { newestList } from "./published-lists.ts";

/** A file by its name without a folder. */
export type PublishedFile = { readonly name: string; readonly content: Uint8Array };

/**
 * The certificate of every CA there ever was (`<name>.cer`, DER, and `<name>.pem`), its newest list (`<name>.crl`, DER), and
 * `SHA256SUMS` of them as `sha256sum --check` reads it. The sum of a `.cer` is the certificate's fingerprint.
 */
export async function publishedFiles(db: Db): Promise<PublishedFile[]> {
  const files: PublishedFile[] = [];
  for (const { name, certificate } of await readAuthorities(db)) {
    files.push({ name: `${name}.cer`, content: certificate });
    files.push({ name: `${name}.pem`, content: Buffer.from(pemOf(certificate)) });
    const list = await newestList(db, name, { mayBeOlder: false });
    if (list !== null) files.push({ name: `${name}.crl`, content: list.der });
  }
  const sums = files.map(({ name, content }) => `${createHash("sha256").update(content).digest("hex")}  ${name}\n`);
  return [...files, { name: "SHA256SUMS", content: Buffer.from(sums.join("")) }];
}

/** RFC 7468 §5.1. */
export function pemOf(der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString("base64")
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
}
