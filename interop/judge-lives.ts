/**
 * Certificates and documents before and after a revocation, and six years after the CAs were rolled: OpenSSL and pyHanko judge the same
 * files, with the time and the status that they are told. The status comes from the service itself, over HTTP.
 * Proves [T-021], [T-060]: valid before and not after, an unknown one never good, and every old file still valid.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { buildOcspRequest } from "@siegel/kernel/revocation/ocsp-request.ts";
import { parseCertificate } from "@siegel/kernel/x509/certificate.ts";
import { pem } from "../fixtures/openssl.ts";
import { runTool } from "../fixtures/outside-tool.ts";
import { inTransaction } from "../packages/server/db/transaction.ts";
import {
  draftPersonCertificate,
  ensureHierarchy,
  publishedCertificate,
  publishListOf,
  revokeIssued,
  rollAuthority,
} from "../packages/server/rooms/authority/authority.ts";
import { filesOf } from "../packages/server/rooms/documents/documents.ts";
import { continueSigning } from "../packages/server/rooms/signing/signing.ts";
import { approve } from "../packages/server/test/approved-act.ts";
import { signedBy } from "../packages/server/test/signed-by.ts";
import { nth } from "../packages/server/test/signing-world.ts";
import { certificatesIn, cutSignatures, parsePem } from "./extract.ts";
import { installPyhanko } from "./judge-pyhanko.ts";
import { type CorpusJudgement, lastWords } from "./judgement.ts";
import { inLivedWorld, type LivedWorld } from "./lived-world.ts";

const harness = join(import.meta.dirname, "pyhanko/lives.py");
const day_ms = 86_400_000;

/** A question to the judges. `ocsps` and `crls` are the status that they are told. */
type Case = {
  readonly name: string;
  readonly kind: "certificate" | "bare" | "stamped" | "archived";
  readonly path: string;
  readonly moment: string;
  readonly roots: readonly string[];
  readonly others: readonly string[];
  readonly ocsps: readonly string[];
  readonly crls: readonly string[];
  readonly isValid: boolean;
};

/** The status of that time, as files. */
type Status = Pick<Case, "moment" | "ocsps" | "crls">;

/** Asks both. @throws ToolMissing where pyHanko or OpenSSL is not here */
export async function judgeLives(folder: string): Promise<CorpusJudgement> {
  mkdirSync(folder, { recursive: true });
  const python = installPyhanko();
  const cases = casesOf(await inLivedWorld(async (lived) => await liveThrough(lived, folder)));
  const told = join(folder, "cases.json");
  writeFileSync(told, JSON.stringify(cases, null, 1));
  const run = runTool(python, harness, told);
  const said = new Map<string, string | null>();
  for (const line of run.out.split("\n").filter((one) => one.startsWith("{"))) {
    const { name, wrong } = JSON.parse(line);
    said.set(name, wrong);
  }
  if (said.size === 0) throw new Error(`pyHanko did not run: ${lastWords(run)}`);
  const verdicts = cases.flatMap((one) => [
    { judge: "pyHanko", one, wrong: said.has(one.name) ? (said.get(one.name) ?? null) : "it said nothing" },
    ...(one.kind === "stamped" || one.kind === "archived" ? [] : [{ judge: "OpenSSL", one, wrong: askOpenssl(one) }]),
  ]);
  const right = ({ one, wrong }: (typeof verdicts)[number]): boolean =>
    one.isValid ? wrong === null : wrong !== null && wrong !== "it said nothing" && refusesFor(wrong);
  return {
    passed: verdicts.filter(right).length,
    remarks: verdicts
      .filter((verdict) => !right(verdict))
      .map(({ judge, one, wrong }) => `${judge}, ${one.name}: ${wrong ?? "it takes it for valid"}`),
  };
}

/** What must be refused is refused for its status or its bytes, and not because something is missing. */
const refusesFor = (words: string): boolean =>
  /revoked|: unknown|no revocation|insufficient|HASH_FAILURE|NO_POE/i.test(words);

/** What was made, as files, and the status that the service told at three times. */
type Lived = {
  readonly folder: string;
  readonly document: string;
  readonly archived: string;
  readonly changed: string;
  readonly early: Told;
  readonly later: Told;
  readonly sixYears: Told;
};
type Told = { readonly when: string; readonly status: Status };

async function liveThrough(lived: LivedWorld, folder: string): Promise<Lived> {
  const { world, points } = lived;
  const { deps } = world;
  const ada = await signedBy(world, "Ada");
  const eva = await signedBy(world, "Eva");
  const document = write(folder, "ada.pdf", ada.file);
  const archived = write(folder, "archived.pdf", await signedAlone(lived, "Ida"));
  const ida = signerOf(archived, folder, "Ida");
  const stranger = await draftPersonCertificate(deps, {
    ...(await deps.keys.generate("p256", "signer")),
    ...{ level: "aes", subjectId: "1", organisationId: null, firstName: "Never", lastName: "Issued" },
  });
  const people = { ada: ada.certificate.der, eva: eva.certificate.der, stranger: stranger.certificate, ida };
  for (const [name, der] of Object.entries(people)) write(folder, `${name}.pem`, pem(der));
  for (const name of ["root-1", "issuing-1"]) write(folder, `${name}.pem`, pem(await caOf(lived, name)));
  const asked = { ...people, tsu: parsePem(Buffer.from(points.read("tsu.pem")).toString())[0]?.raw ?? ida };
  const told = async (when: string) => ({ when, status: await statusNow(lived, asked, join(folder, when)) });

  world.wait(60_000);
  const early = await told("before");
  world.wait(day_ms);
  await inTransaction(deps.db, async (db) => {
    const { serialNumber: serial } = ada.certificate;
    await revokeIssued({ db, clock: deps.clock }, { issuer: "issuing-1", serial, reason: "keyCompromise" });
  });
  await publishListOf(deps, "issuing-1");
  world.wait(60_000);
  const later = await told("after the revocation");
  await rollAuthority(deps);
  // A time-stamping unit's certificate lives six years.
  world.wait(6 * 365 * day_ms - 30 * day_ms);
  await ensureHierarchy(deps);
  const changed = write(folder, "changed.pdf", changedFile(ada.file));
  return { folder, document, archived, changed, early, later, sixYears: await told("six years on") };
}

const write = (folder: string, name: string, content: Uint8Array | string): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

const caOf = async ({ world }: LivedWorld, name: string): Promise<Uint8Array> =>
  (await publishedCertificate(world.deps.db, name))?.der ?? new Uint8Array();

/** What the service says of certificates of `issuing-1` at the time of the world. */
async function statusNow(
  lived: LivedWorld,
  certificates: Readonly<Record<string, Uint8Array>>,
  folder: string,
): Promise<Status> {
  mkdirSync(folder, { recursive: true });
  const { world, points } = lived;
  const issuer = parseCertificate(await caOf(lived, "issuing-1"));
  const ocsps: string[] = [];
  for (const [name, der] of Object.entries(certificates)) {
    const request = buildOcspRequest({ certificate: parseCertificate(der), issuer });
    const answer = await points.post("/pki/ocsp", "application/ocsp-request", request);
    ocsps.push(write(folder, `${name}.ors`, new Uint8Array(await answer.arrayBuffer())));
  }
  const crls: string[] = [];
  for (const name of ["root-1.crl", "issuing-1.crl"]) {
    const list = await fetch(`${points.url}/pki/crl/${name}`);
    crls.push(write(folder, name, new Uint8Array(await list.arrayBuffer())));
  }
  return { moment: world.deps.clock.now().toISOString(), ocsps, crls };
}

/** A byte of its first stream is another. */
function changedFile(file: Uint8Array): Uint8Array {
  const bytes = Buffer.from(file);
  const at = bytes.indexOf("stream") + 20;
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes;
}

function casesOf({ folder, document, archived, changed, early, later, sixYears }: Lived): readonly Case[] {
  const trust = { roots: [join(folder, "root-1.pem")], others: [join(folder, "issuing-1.pem")] };
  /** By the answer, and by the lists: a list knows only what is revoked, and says nothing of what was never issued. */
  const ofCertificate = (name: "ada" | "eva" | "stranger", { when, status }: Told, isValid: boolean): Case[] => {
    const path = join(folder, `${name}.pem`);
    const common = { kind: "certificate", path, isValid, ...trust, ...status } as const;
    const byAnswer = { ...common, name: `${name}'s certificate ${when}, by the answer`, crls: status.crls.slice(0, 1) };
    const byList = { ...common, name: `${name}'s certificate ${when}, by the lists`, ocsps: [] };
    return name === "stranger" ? [byAnswer] : [byAnswer, byList];
  };
  const ofDocument = (kind: Exclude<Case["kind"], "certificate">, path: string, told: Told, isValid = true): Case => {
    const name = `${basename(path)} ${told.when} (${kind})`;
    return { name, kind, path, isValid, ...trust, ...told.status };
  };
  const silent = { when: "six years on, with nothing new", status: { ...sixYears.status, ocsps: [], crls: [] } };
  return [
    ...ofCertificate("ada", early, true),
    ...ofCertificate("eva", early, true),
    ...ofCertificate("stranger", early, false),
    ...ofCertificate("ada", later, false),
    ...ofCertificate("eva", later, true),
    ...ofCertificate("stranger", later, false),
    ofDocument("bare", document, early),
    ofDocument("bare", document, later, false),
    ...[early, later, sixYears].map((told) => ofDocument("stamped", document, told)),
    ...[early, later, sixYears].map((told) => ofDocument("archived", archived, told)),
    ofDocument("stamped", changed, sixYears, false),
    // The answers of six years later are needed: what is in the file is too old to prove the timestamps' unit.
    ofDocument("archived", archived, silent, false),
    // What a verifier does six years on who is told the time of the signature, with the lists and answers of then.
    ofDocument("bare", archived, early),
  ];
}

/** A document whose only signer was the last one: it ends in a document timestamp. */
async function signedAlone({ world }: LivedWorld, firstName: string): Promise<Uint8Array> {
  const sent = await world.send([{ type: "a_signature", firstName }]);
  await world.confirm(sent, 0);
  await continueSigning(world.deps, await approve(world, sent, { type: "a_signature" }));
  const stored = nth(await filesOf(world.deps.db, sent.workflowId), 0);
  const source = await world.deps.blobs.open(stored.latest.sha256);
  const file = Uint8Array.from(source.read(0, source.size));
  await source.close();
  return file;
}

/** The certificate of a document's one signer. */
function signerOf(path: string, folder: string, name: string): Uint8Array {
  const certificates = cutSignatures({ path, folder }).flatMap(({ cms }) => certificatesIn(cms));
  const found = certificates.find(({ subject }) => subject.includes(`GN=${name}`));
  if (found === undefined) throw new Error(`${path} carries no certificate of ${name}`);
  return found.raw;
}

/** Longer than the clock of the world is ahead: OpenSSL compares answers with the clock of this machine, whatever time it is told. */
const validity_s = String(7 * 365 * 86_400);

/** What OpenSSL has against it; null: nothing. */
function askOpenssl({
  kind,
  path,
  moment,
  roots: [root = ""],
  others: [issuer = ""],
  ocsps,
  crls,
}: Case): string | null {
  const when = ["-attime", String(Math.floor(Date.parse(moment) / 1_000))];
  if (kind === "certificate") {
    const own = ocsps.find((file) => basename(file) === `${basename(path, ".pem")}.ors`);
    if (own === undefined) {
      const lists = crls.flatMap((list) => ["-CRLfile", list]);
      const chain = ["-crl_check_all", ...lists, "-CAfile", root, "-untrusted", issuer, path];
      const verified = runTool("openssl", "verify", ...when, ...chain);
      return verified.status === 0 ? null : lastWords(verified);
    }
    const answer = ["-respin", own, "-sha256", "-issuer", issuer, "-cert", path, "-validity_period", validity_s];
    const told = runTool("openssl", "ocsp", ...answer, "-CAfile", root, "-verify_other", issuer, ...when);
    if (!told.out.includes("Response verify OK")) return lastWords(told);
    const state = told.out.split(path)[1]?.split("\n")[0] ?? "it says nothing";
    return state === ": good" ? null : state;
  }
  const [cut] = cutSignatures({ path, folder: dirname(path) });
  if (cut === undefined) return "there is no signature";
  const lists = crls.map((list) => runTool("openssl", "crl", "-inform", "DER", "-in", list).out);
  const trust = `${path}.trust`;
  writeFileSync(trust, [readFileSync(root, "utf8"), ...lists].join("\n"));
  const signature = ["-verify", "-binary", "-cades", "-inform", "DER", "-in", cut.cms, "-content", cut.covered];
  const chain = ["-purpose", "any", "-crl_check_all", "-CAfile", trust, "-certfile", issuer, "-out", "/dev/null"];
  const run = runTool("openssl", "cms", ...signature, ...chain, ...when);
  return run.status === 0 ? null : lastWords(run);
}
