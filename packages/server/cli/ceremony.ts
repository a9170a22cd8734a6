/** `siegel authority request` and `roll --from`: the running system's part of a ceremony with a root that is kept outside. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseRequest } from "@siegel/kernel/x509/certification-request.ts";
import { formatName } from "@siegel/kernel/x509/name.ts";
import type { Config } from "../config.ts";
import {
  type AuthorityDeps,
  DoesNotFit,
  fingerprintOf,
  pemOf,
  requestUnits,
  sumsOf,
  takeInCeremony,
} from "../rooms/authority/authority.ts";
import { authorityOver, masterKeyOf } from "../wire-authority.ts";
import { isEmptyFolder, writeNew } from "./new-folder.ts";
import { readOptions, withCommand } from "./with-command.ts";

type Print = (line: string) => void;

const text = { type: "string" } as const;

/** Answers null where the options are not understood, 1 where something does not fit: then nothing is changed. */
export async function ceremony(
  config: Config,
  print: Print,
  [act, ...more]: readonly string[],
): Promise<number | null> {
  const options = readOptions(more, { out: text, from: text, root: text });
  const { out, from, root } = (options?.values ?? {}) as Record<string, string | undefined>;
  if (options === null || options.rest.length > 0) return null;
  const work = async (by: (deps: AuthorityDeps) => Promise<number>) =>
    await withCommand(config, async (deps) => await by(authorityOver(config, deps, masterKeyOf(config))));
  if (act === "request" && out && from === undefined && root === undefined)
    return await work(async (deps) => await writeRequests(print, deps, out));
  if (act === "roll" && from && out === undefined && root !== "")
    return await work(async (deps) => await takeIn(print, deps, { from, root }));
  return null;
}

async function writeRequests(print: Print, deps: AuthorityDeps, folder: string): Promise<number> {
  if (!isEmptyFolder(print, folder)) return 1;
  const requests = await requestUnits(deps);
  const files = requests.map(({ name, request }) => ({
    name: `${name}.csr`,
    content: Buffer.from(pemOf(request, "CERTIFICATE REQUEST")),
  }));
  writeNew(folder, [...files, sumsOf(files)]);
  for (const { name, request } of requests) {
    const { subject, subjectPublicKeyInfo } = parseRequest(request);
    print(`${name}, ${formatName(subject)}`);
    print(`  SHA-256 of its key: ${fingerprintOf(subjectPublicKeyInfo)}`);
  }
  print(`${files.length + 1} files are in ${folder}. The keys stay here; take the folder to the machine of the root.`);
  return 0;
}

type Brought = { readonly from: string; readonly root: string | undefined };

async function takeIn(print: Print, deps: AuthorityDeps, { from, root }: Brought): Promise<number> {
  const read = (path: string): Uint8Array => new Uint8Array(readFileSync(path));
  const named = (end: string) => readdirSync(from).filter((name) => name.endsWith(end));
  const [list, ...others] = named(".crl");
  if (list === undefined || others.length > 0) {
    print(`${from} holds ${others.length === 0 ? "no list" : "more than one list"} (.crl).`);
    return 1;
  }
  const certificates = named(".cer").map((name) => read(join(from, name)));
  try {
    const taken = await takeInCeremony(deps, {
      root: root === undefined ? null : read(root),
      certificates,
      list: read(join(from, list)),
    });
    print(`Root ${taken.root.name}, SHA-256 ${taken.root.fingerprint}, list ${taken.list}.`);
    for (const { before, after, notAfter } of taken.units) {
      const goesOn = before === null ? "" : ` ${before} goes on with answers and lists.`;
      print(`${after} issues from now on, until ${notAfter.toISOString().slice(0, 10)}.${goesOn}`);
    }
    for (const name of taken.revoked) print(`${name} is revoked. What it issued is valid no more.`);
    return 0;
  } catch (fault) {
    if (!(fault instanceof DoesNotFit)) throw fault;
    print(fault.message);
    return 1;
  }
}
