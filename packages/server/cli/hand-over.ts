/**
 * `siegel authority hand-over` and `take-over`: a trust service ends, and another one goes on answering for its certificates (docs/decisions/0027,
 * docs/operations/retention.md).
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { keyFor } from "@siegel/kernel/mac/server-secret.ts";
import type { Config } from "../config.ts";
import { DoesNotFit, handOver, takeOver, validCertificates } from "../rooms/authority/authority.ts";
import { identitySecret, openRecord } from "../rooms/identity-proofing/identity-proofing.ts";
import { readRecords } from "../rooms/leaving/leaving.ts";
import { revokeAll } from "../rooms/revocation/revocation.ts";
import { authorityOver, masterKeyOf } from "../wire-authority.ts";
import type { WiredCommand } from "../wire-command.ts";

type Deps = WiredCommand["deps"];
type Print = (line: string) => void;

const explained = `What a trust service handed over when it ended. No key is in it.

ca/<CA>.cer, .pem          certificate of each CA
ca/<CA>.crl                its last list (DER), nextUpdate 9999-12-31
certificates/<CA>.jsonl    a line for each certificate: serial (hex), profile, notBefore, notAfter, revokedAt and reason
                           (null: not revoked), sha256 of the DER, and the DER in base64 (null: its holder was forgotten)
answers/<CA>/<serial>.ors  the last OCSP answer about each certificate (DER, RFC 6960), nextUpdate 9999-12-31; none of a root
                           that was kept outside: its list tells the status of its CAs
records.jsonl              how holders of qualified certificates were identified. THESE ARE PERSONAL DATA
SHA256SUMS                 of all files; \`sha256sum --check SHA256SUMS\`

Publish ca/ at the addresses that stand in the certificates (/pki/ca/, /pki/crl/), with any web server.
\`siegel authority take-over <folder>\` makes an installation answer at /pki/ocsp.
`;

/** Into a new or empty folder. Answers 1 where certificates are still valid and `isRevoking` does not end them, or where files are there. */
export async function writeHandOver(
  config: Config,
  print: Print,
  { deps, folder, isRevoking }: { readonly deps: Deps; readonly folder: string; readonly isRevoking: boolean },
): Promise<number> {
  // Closed to other accounts: personal data are in it.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (readdirSync(folder).length > 0) {
    print(`${folder} is not empty.`);
    return 1;
  }
  const masterKey = masterKeyOf(config);
  const house = authorityOver(config, deps, masterKey);
  if (isRevoking) print(`${await revokeAll(deps)} certificates are revoked.`);
  const valid = await validCertificates(house);
  if (valid > 0) {
    print(
      `${valid} certificates are still valid: end them with --revoke. Those of a day cannot be revoked; wait until they are over.`,
    );
    return 1;
  }
  const sums: string[] = [];
  const write = (name: string, content: Uint8Array) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, name), content, { flag: "wx" });
    sums.push(`${sumOf(content)}  ${name}\n`);
  };
  write("README.txt", Buffer.from(explained));
  for await (const { name, content } of handOver(house)) write(name, content);
  const secret = identitySecret(keyFor(masterKey, "identity data"));
  const records = (await readRecords(deps.db)).map(({ sealed, sealedFor, ...told }) =>
    JSON.stringify({ ...told, person: openRecord(secret, { sealedFor, sealed }) }),
  );
  write("records.jsonl", Buffer.from(records.map((line) => `${line}\n`).join("")));
  writeFileSync(join(folder, "SHA256SUMS"), sums.join(""), { flag: "wx" });
  print(`${sums.length + 1} files are in ${folder}. No key is among them; destroy the keys of the CAs now.`);
  return 0;
}

/** From a folder that `hand-over` wrote. Answers 1 where something in it does not fit; a CA that does not fit is not taken over. */
export async function readHandOver(print: Print, { deps, folder }: { readonly deps: Deps; readonly folder: string }) {
  const sums = readFileSync(join(folder, "SHA256SUMS"), "utf8")
    .trim()
    .split("\n")
    .map((line) => [line.slice(66), line.slice(0, 64)] as const);
  const changed = sums.find(([name, sum]) => sumOf(readFileSync(join(folder, name))) !== sum);
  if (changed !== undefined) {
    print(`${changed[0]} is not what was handed over.`);
    return 1;
  }
  const names = sums.flatMap(([path]) => /^ca\/([^/]+)\.cer$/.exec(path)?.[1] ?? []);
  try {
    // A root that was kept outside speaks by its list alone: there are no answers of it.
    for (const name of names.filter((one) => existsSync(join(folder, "answers", one)))) {
      const certificate = new Uint8Array(readFileSync(join(folder, "ca", `${name}.cer`)));
      const taken = await takeOver(deps, { name, certificate, answers: answersOf(folder, name) });
      print(`${name}: ${taken} answers.`);
    }
  } catch (fault) {
    if (!(fault instanceof DoesNotFit)) throw fault;
    print(fault.message);
    return 1;
  }
  return 0;
}

function* answersOf(folder: string, name: string): Generator<readonly [string, Uint8Array]> {
  for (const file of readdirSync(join(folder, "answers", name)))
    yield [file.replace(/\.ors$/, ""), new Uint8Array(readFileSync(join(folder, "answers", name, file)))];
}

const sumOf = (content: Uint8Array): string => createHash("sha256").update(content).digest("hex");
