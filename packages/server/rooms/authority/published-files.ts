/** What the authority publishes, as files: an operator keeps them outside the running system, or hands them over. */
import type { Db } from "../../db/database.ts";
import { readAuthorities } from "./authority-store.ts";
import { newestList } from "./published-lists.ts";
import { fingerprintOf } from "./unit-certificate.ts";

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
  return [...files, sumsOf(files)];
}

/** RFC 7468 §5.1, §7. */
export function pemOf(der: Uint8Array, label: "CERTIFICATE" | "CERTIFICATE REQUEST" = "CERTIFICATE"): string {
  const lines =
    Buffer.from(der)
      .toString("base64")
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join("\n")}\n-----END ${label}-----\n`;
}

/** `SHA256SUMS` of files, as `sha256sum --check` reads it. */
export function sumsOf(files: readonly PublishedFile[]): PublishedFile {
  const lines = files.map(({ name, content }) => `${fingerprintOf(content)}  ${name}\n`);
  return { name: "SHA256SUMS", content: Buffer.from(lines.join("")) };
}
