/** `siegel authority new-root` and `new-issuing`: what is done on the machine of a root that is kept outside. No database is needed. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { IssuedRevocationReason } from "@siegel/kernel/revocation/revocation-reason.ts";
import { nameAttribute } from "@siegel/kernel/x509/name.ts";
import { systemRandom } from "../adapters/random.ts";
import { systemClock } from "../adapters/time/clock.ts";
import { makeRootKey, openRootKey } from "../adapters/trust/root-key-file.ts";
import type { Config } from "../config.ts";
import {
  type Ceremony,
  type CheckedRequest,
  checkCeremony,
  checkRequest,
  DoesNotFit,
  fingerprintOf,
  holdCeremony,
  makeRoot,
  pemOf,
  readRootList,
  sumsOf,
} from "../rooms/authority/authority.ts";
import { authorityConfig } from "../wire-authority.ts";
import { passphraseFrom } from "./ask-passphrase.ts";
import { isEmptyFolder, writeNew } from "./new-folder.ts";
import { addToRoot, type RootFolder, readRoot, writeRoot } from "./root-folder.ts";
import { readOptions } from "./with-command.ts";

type Print = (line: string) => void;

const world = { clock: systemClock, random: systemRandom };
const text = { type: "string" } as const;

/** Of a passphrase that only somebody with the file can try, as often as their machines can. */
const passphrase_length_min = 16;

/** Answers null where the options are not understood, 1 where something does not fit: then nothing is written. */
export async function rootMachine(config: Config, print: Print, [act, ...more]: readonly string[]) {
  try {
    return act === "new-root" ? await newRoot(config, print, more) : await newIssuing(print, more);
  } catch (fault) {
    if (!(fault instanceof DoesNotFit)) throw fault;
    print(fault.message);
    return 1;
  }
}

async function newRoot(config: Config, print: Print, typed: readonly string[]): Promise<number | null> {
  const options = readOptions(typed, { out: text, name: text, "passphrase-file": text });
  if (options === null || options.rest.length > 0) return null;
  const { out, name, "passphrase-file": file } = options.values as Record<string, string | undefined>;
  if (!out || name === "") return null;
  const authority = authorityConfig(config);
  const { certificateUrl } = authority;
  if (!authority.development && config.publicUrl !== certificateUrl) {
    print("SIEGEL_PUBLIC_URL is not set to where your service publishes. A root names that address for 20 years.");
    return 1;
  }
  if (!isEmptyFolder(print, out)) return 1;
  const commonName = name ?? defaultName(authority);
  print(`A root is made for ${commonName}, whose lists are published below ${certificateUrl}/pki/crl/.`);
  const passphrase = await newPassphrase(print, file);
  if (passphrase === null) return 1;
  const { pem, subjectPublicKeyInfo, signer } = await makeRootKey(passphrase, systemRandom);
  const made = await makeRoot({ ...world, authority }, { commonName, subjectPublicKeyInfo, signer });
  writeRoot(out, { keyPem: pem, certificate: made.certificate, list: made.list, certificateUrl });
  print(`${commonName}, called ${made.name}`);
  print(`SHA-256 of its certificate: ${fingerprintOf(made.certificate)}`);
  print(`Its lists are published at ${certificateUrl}/pki/crl/${made.name}.crl`);
  print(`${out} holds its key. Keep the folder and the passphrase apart from each other, each in two places.`);
  return 0;
}

function defaultName({ providerName, development }: ReturnType<typeof authorityConfig>): string {
  return `${providerName}${development ? " Development" : ""} Root CA ${systemClock.now().getUTCFullYear()}`;
}

async function newPassphrase(print: Print, file: string | undefined): Promise<string | null> {
  const passphrase = await passphraseFrom(file, "New passphrase of the root's key: ");
  if (passphrase === null) {
    print(no_passphrase);
    return null;
  }
  if (passphrase.length < passphrase_length_min) {
    print(`The passphrase has less than ${passphrase_length_min} characters.`);
    return null;
  }
  if (file !== undefined || (await passphraseFrom(file, "Once more: ")) === passphrase) return passphrase;
  print("The two are not the same.");
  return null;
}

const no_passphrase = "There is no passphrase: type it at a terminal, or name a file with --passphrase-file.";

const issuingOptions = {
  root: text,
  request: text,
  "last-list": text,
  out: text,
  revoke: text,
  reason: text,
  final: { type: "boolean" },
  "passphrase-file": text,
} as const;

async function newIssuing(print: Print, typed: readonly string[]): Promise<number | null> {
  const options = readOptions(typed, issuingOptions);
  if (options === null || options.rest.length > 0) return null;
  const { root, request, out, revoke, reason, final, ...files } = options.values;
  if (!isText(root) || !isText(out) || !isText(files["last-list"]) || (revoke === undefined) !== (reason === undefined))
    return null;
  const house = readRoot(root);
  const requests = isText(request) ? readRequests(house, request) : [];
  const last = readRootList(house.root, new Uint8Array(readFileSync(files["last-list"])));
  const toRevoke =
    isText(revoke) && isText(reason) ? { serialNumber: plain(revoke), reason: reason as IssuedRevocationReason } : null;
  const ceremony = { ...house, last, requests, revoke: toRevoke, isLast: final === true };
  checkCeremony(world, ceremony);
  if (!isEmptyFolder(print, out)) return 1;
  tell(print, ceremony);
  const file = files["passphrase-file"];
  const passphrase = await passphraseFrom(
    isText(file) ? file : undefined,
    "Passphrase of the root's key (Ctrl-C signs nothing): ",
  );
  const signer = passphrase === null ? null : openRootKey(house.keyPem, passphrase);
  if (signer === null) {
    print(passphrase === null ? no_passphrase : "The key does not open with this passphrase.");
    return 1;
  }
  await signAll(print, { ...ceremony, signer }, { root, out });
  return 0;
}

const isText = (value: string | boolean | undefined): value is string => typeof value === "string" && value !== "";

/** As openssl and people write it, too: `4A:0F:…`. */
const plain = (serial: string): string => serial.replaceAll(":", "").toLowerCase();

/** Every `.csr` of a folder. */
function readRequests({ root }: RootFolder, folder: string): readonly CheckedRequest[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(".csr"));
  if (names.length === 0) throw new DoesNotFit(`There is no request (.csr) in ${folder}.`);
  return names.map((name) => {
    const pem = /-----BEGIN CERTIFICATE REQUEST-----([^-]*)-----END CERTIFICATE REQUEST-----/.exec(
      readFileSync(join(folder, name), "utf8"),
    );
    if (pem?.[1] === undefined) throw new DoesNotFit(`${name} is no request in PEM.`);
    return checkRequest(root, { name: basename(name, ".csr"), der: new Uint8Array(Buffer.from(pem[1], "base64")) });
  });
}

/** What people compare before they type the passphrase. */
function tell(print: Print, { root, last, requests, revoke, issued }: Ceremony): void {
  print(
    `Root: ${nameAttribute(root.subject, "commonName")}. The last list is number ${last.number}, revoked CAs: ${last.revoked.length}.`,
  );
  for (const { name, shown, fingerprint } of requests) {
    print(`To certify: ${name}, ${shown}`);
    print(`  SHA-256 of its key: ${fingerprint}`);
  }
  const ca = issued.find(({ serialNumber }) => serialNumber === revoke?.serialNumber);
  if (ca !== undefined) print(`To revoke for ever: ${nameAttribute(ca.subject, "commonName")}, ${revoke?.reason}`);
}

async function signAll(
  print: Print,
  ceremony: Parameters<typeof holdCeremony>[1],
  { root: rootFolder, out }: { readonly root: string; readonly out: string },
): Promise<void> {
  const { certificates, list: der } = await holdCeremony(world, ceremony);
  const list = readRootList(ceremony.root, der);
  // The root knows of it before anybody else does.
  addToRoot(rootFolder, { certificates: certificates.map((one) => one.der), list });
  const files = [
    ...certificates.flatMap((one) => [
      { name: `${one.name}.cer`, content: one.der },
      { name: `${one.name}.pem`, content: Buffer.from(pemOf(one.der)) },
    ]),
    { name: "root.crl", content: der },
  ];
  writeNew(out, [...files, sumsOf(files)]);
  print(
    `List ${list.number} holds until ${list.nextUpdate.toISOString().slice(0, 10)}. ${files.length + 1} files are in ${out}.`,
  );
}
