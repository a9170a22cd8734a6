/**
 * The folder of a root that is kept outside: its key under a passphrase, its certificate, every list and CA certificate it ever signed.
 * Files are only added, so what the root knows is the list with the highest number.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Certificate, parseCertificate } from "@siegel/kernel/x509/certificate.ts";
import { pemOf, type RootList, readRootList } from "../rooms/authority/authority.ts";
import { writeNew } from "./new-folder.ts";

/** What is in it. `certificateUrl`: below it stand the addresses in certificates. */
export type RootFolder = {
  readonly root: Certificate;
  readonly keyPem: string;
  readonly certificateUrl: string;
  readonly known: RootList;
  readonly issued: readonly Certificate[];
};

const listFile = (number: number): string => `lists/${number}.crl`;

/** Writes a new root. @throws when something is there already */
export function writeRoot(
  folder: string,
  root: {
    readonly keyPem: string;
    readonly certificate: Uint8Array;
    readonly list: Uint8Array;
    readonly certificateUrl: string;
  },
): void {
  const { keyPem, certificate, list, certificateUrl } = root;
  writeNew(folder, [
    { name: "root.key", content: Buffer.from(keyPem), mode: 0o600 },
    { name: "root.cer", content: certificate },
    { name: "root.pem", content: Buffer.from(pemOf(certificate)) },
    { name: "root.json", content: Buffer.from(`${JSON.stringify({ certificateUrl })}\n`) },
    { name: listFile(1), content: list },
  ]);
}

/** Reads a root. @throws DoesNotFit, and when a file is missing */
export function readRoot(folder: string): RootFolder {
  const read = (name: string): Uint8Array => new Uint8Array(readFileSync(join(folder, name)));
  const root = parseCertificate(read("root.cer"));
  const numbers = readdirSync(join(folder, "lists")).map((name) => Number(/^(\d+)\.crl$/.exec(name)?.[1] ?? 0));
  const { certificateUrl } = JSON.parse(readFileSync(join(folder, "root.json"), "utf8")) as { certificateUrl: string };
  return {
    root,
    keyPem: readFileSync(join(folder, "root.key"), "utf8"),
    certificateUrl,
    known: readRootList(root, read(listFile(Math.max(...numbers)))),
    issued: filesIn(folder, "issued")
      .filter((name) => /^[0-9a-f]+\.cer$/.test(name))
      .map((name) => parseCertificate(read(`issued/${name}`))),
  };
}

const filesIn = (folder: string, name: string): readonly string[] =>
  readdirSync(folder).includes(name) ? readdirSync(join(folder, name)) : [];

/** Adds what was signed: the list last, since with it the root knows of the act. @throws when one is there already */
export function addToRoot(
  folder: string,
  { certificates, list }: { readonly certificates: readonly Uint8Array[]; readonly list: RootList },
): void {
  const issued = certificates.map((der) => ({
    name: `issued/${parseCertificate(der).serialNumber}.cer`,
    content: der,
  }));
  writeNew(folder, [...issued, { name: listFile(list.number), content: list.der }]);
}
