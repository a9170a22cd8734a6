/** A root whose key is never here: what it signs, what is taken in, and what is refused. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { issueCrl } from "@siegel/kernel/revocation/crl.ts";
import { parseCertificate } from "@siegel/kernel/x509/certificate.ts";
import { issueRequest } from "@siegel/kernel/x509/certification-request.ts";
import { encodeName } from "@siegel/kernel/x509/name.ts";
import { encodeServiceName } from "@siegel/kernel/x509/profiles.ts";
import type { Signer } from "@siegel/kernel/x509/signature-algorithm.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { makeKey } from "../../../fixtures/hierarchy.ts";
import { systemRandom } from "../adapters/random.ts";
import { softwareKeys } from "../adapters/trust/software-keys.ts";
import {
  type AuthorityDeps,
  authorityState,
  type Ceremony,
  ceremoniesDue,
  checkRequest,
  crossCheck,
  ensureHierarchy,
  handOver,
  hierarchyIsMade,
  holdCeremony,
  issuePersonCertificate,
  makeRoot,
  nextStep,
  type PublishedFile,
  publishedCertificate,
  publishedCrl,
  publishListOf,
  readRootList,
  requestUnits,
  rootIsOutside,
  sumsOf,
  takeInCeremony,
  wrappedKeyStore,
} from "../rooms/authority/authority.ts";
import { nth } from "../test/signing-world.ts";
import { useTestDatabase } from "../test/test-database.ts";
import { readHandOver } from "./hand-over.ts";
import { writeNew } from "./new-folder.ts";

const database = useTestDatabase();
const keyEncryptionKey = randomBytes(32);
let aheadMs = 0;
const clock = { now: () => new Date(Date.now() + aheadMs) };
const year_ms = 365 * 86_400_000;

function house(): AuthorityDeps {
  const { db } = database.current();
  return {
    db,
    clock,
    random: systemRandom,
    keys: softwareKeys({ records: wrappedKeyStore(db), keyEncryptionKey, random: systemRandom }),
    authority: {
      publicUrl: "https://sign.example.org",
      certificateUrl: "https://sign.example.org",
      providerName: "Testdienst",
      country: "DE",
      organizationIdentifier: "NTRDE-HRB1",
      certificatePolicy: "1.3.6.1.4.1.32473.1.1",
      qcStatements: { compliance: false, sscd: false, disclosures: [] },
      root: "outside",
      development: false,
    },
  };
}

/** A machine with a root's key. What it signed stays with it. */
type Machine = {
  readonly root: ReturnType<typeof parseCertificate>;
  readonly name: string;
  readonly signer: Signer;
  lists: Uint8Array[];
  issued: Uint8Array[];
};

async function newMachine(change: Partial<AuthorityDeps["authority"]> = {}, commonName = "Testdienst Root CA 2026") {
  const { spki: subjectPublicKeyInfo, signer } = makeKey("ecdsa-p384-sha384");
  const deps = { ...house(), authority: { ...house().authority, ...change } };
  const made = await makeRoot(deps, { commonName, subjectPublicKeyInfo, signer });
  const machine: Machine = {
    root: parseCertificate(made.certificate),
    name: made.name,
    signer,
    lists: [made.list],
    issued: [],
  };
  return machine;
}

const listOf = (machine: Machine, der = nth(machine.lists, machine.lists.length - 1)) =>
  readRootList(machine.root, der);

/** One ceremony: what is not said is nothing. */
async function hold(machine: Machine, what: Partial<Ceremony> = {}) {
  const signed = await holdCeremony(house(), {
    root: machine.root,
    signer: machine.signer,
    certificateUrl: "https://sign.example.org",
    known: listOf(machine),
    last: listOf(machine),
    issued: machine.issued.map((der) => parseCertificate(der)),
    requests: [],
    revoke: null,
    isLast: false,
    ...what,
  });
  machine.lists.push(signed.list);
  machine.issued.push(...signed.certificates.map(({ der }) => der));
  return { list: signed.list, certificates: signed.certificates.map(({ der }) => der) };
}

const asked = async (machine: Machine) =>
  (await requestUnits(house())).map(({ name, request }) => checkRequest(machine.root, { name, der: request }));

const unitNames = async () =>
  (await database.current().db.selectFrom("authority_unit").select("name").where("active", "=", true).execute())
    .map(({ name }) => name)
    .sort();

let machine: Machine;
beforeAll(async () => {
  machine = await newMachine();
});

describe("a root outside, and an empty database", () => {
  it("[T-060] makes no CA by itself, and says what comes next", async () => {
    await ensureHierarchy(house());
    expect(await unitNames()).toEqual([]);
    expect(await rootIsOutside(house())).toBe(true);
    expect(await nextStep(house())).toMatchObject({ isFirst: true, sentence: expect.stringContaining(" request ") });
    const first = await requestUnits(house());
    expect(first.map(({ name, role }) => [name, role])).toEqual([
      ["issuing-1", "issuing-ca"],
      ["qualified-1", "qualified-ca"],
    ]);
    // Asked again, also by two at once, it is the same request and no other key.
    expect(await Promise.all([requestUnits(house()), requestUnits(house())])).toEqual([first, first]);
    expect(await database.current().db.selectFrom("key").select("key_id").execute()).toHaveLength(2);
    expect((await nextStep(house()))?.sentence).toContain("Requested: issuing-1, qualified-1");
  });

  it("[T-060] takes nothing in that does not fit, and changes nothing by it", async () => {
    const requests = await asked(machine);
    const signed = await hold(machine, { requests });
    const strange = await newMachine();
    const others = await newMachine({ organizationIdentifier: "NTRDE-HRB2" });
    const elsewhere = await hold(machine, { requests, certificateUrl: "https://elsewhere.example.org" });
    const root = machine.root.der;
    const all = { root, ...signed };
    const refused: Array<[Parameters<typeof takeInCeremony>[1], string]> = [
      [{ ...all, root: null }, "name its certificate with --root"],
      [{ ...all, root: strange.root.der }, "The list is not signed by this root."],
      [{ ...all, root: others.root.der }, "names another provider"],
      [{ ...all, root: (await newMachine({}, "Testdienst Development Root CA 1")).root.der }, "made for development"],
      [{ ...all, root: nth(signed.certificates, 0) }, "not signed by itself"],
      [{ ...all, root: Buffer.from("3000", "hex") }, "cannot be read"],
      [{ ...all, list: Buffer.from("3000", "hex") }, "The list cannot be read."],
      [{ ...all, certificates: [strange.root.der] }, "a name or key that was not asked for"],
      [{ ...all, certificates: elsewhere.certificates }, "names https://elsewhere.example.org/pki/crl/"],
      [{ ...all, certificates: [changed(nth(signed.certificates, 0))] }, "is not signed by this root"],
    ];
    for (const [brought, why] of refused) await expect(takeInCeremony(house(), brought)).rejects.toThrow(why);
    aheadMs = -86_400_000;
    await expect(takeInCeremony(house(), all)).rejects.toThrow("compare the clocks");
    aheadMs = 2 * year_ms;
    await expect(takeInCeremony(house(), all)).rejects.toThrow("has ended");
    aheadMs = 0;
    expect(await unitNames()).toEqual([]);
    // A root that is not the provider's certifies nothing for it, nor what its asker cannot prove.
    const { request } = nth(await requestUnits(house()), 0);
    expect(() => checkRequest(others.root, { name: "a", der: request })).toThrow("another provider");
    expect(() => checkRequest(machine.root, { name: "a", der: changed(request) })).toThrow("not signed with the key");
    const small = makeKey("ecdsa-p256-sha256");
    const subject = encodeName([{ type: "commonName", value: "a" }]);
    const short = await issueRequest({ subject, subjectPublicKeyInfo: small.spki }, small.signer);
    expect(() => checkRequest(machine.root, { name: "a", der: short })).toThrow("than P-384");
    const nameless = makeKey("ecdsa-p384-sha384");
    const bare = await issueRequest({ subject, subjectPublicKeyInfo: nameless.spki }, nameless.signer);
    expect(() => checkRequest(machine.root, { name: "a", der: bare })).toThrow("no full name");
    const full = encodeServiceName({
      country: "DE",
      organisation: "a",
      organisationIdentifier: "NTRDE-HRB1",
      commonName: "a",
    });
    const unasked = await issueRequest({ subject: full, subjectPublicKeyInfo: nameless.spki }, nameless.signer);
    const stranger = await hold(machine, { requests: [checkRequest(machine.root, { name: "a", der: unasked })] });
    await expect(takeInCeremony(house(), { root, ...stranger })).rejects.toThrow("was not asked for");
  });

  it("[T-060] has its CAs, responders, unit and seal by one act, and a second one changes nothing", async () => {
    const signed = await hold(machine, { requests: await asked(machine) });
    const taken = await takeInCeremony(house(), { root: machine.root.der, ...signed });
    expect(taken).toMatchObject({
      root: { name: machine.name },
      units: [
        { before: null, after: "issuing-1" },
        { before: null, after: "qualified-1" },
      ],
      revoked: [],
    });
    const units = ["issuing-1", "ocsp-1", "ocsp-2", "qualified-1", machine.name, "seal-1", "tsu-1"];
    expect(await unitNames()).toEqual(units.sort());
    expect(await hierarchyIsMade(house().db)).toBe(true);
    expect(await nextStep(house())).toBeNull();
    expect((await crossCheck(house())).faults).toEqual([]);
    expect(await takeInCeremony(house(), { root: null, ...signed })).toMatchObject({ units: [], revoked: [] });
    expect(await unitNames()).toEqual(units.sort());
    // The root is published, answers nothing, and its CAs send nobody to ask.
    expect((await publishedCertificate(house().db, machine.name))?.der).toEqual(Buffer.from(machine.root.der));
    expect((await publishedCrl(house().db, machine.name))?.der).toEqual(Buffer.from(signed.list));
    const ca = parseCertificate(nth(signed.certificates, 0));
    expect([ca.ocspUrls, ca.crlUrls]).toEqual([[], [`https://sign.example.org/pki/crl/${machine.name}.crl`]]);
    await publishListOf(house(), machine.name);
    const other = await newMachine();
    await expect(takeInCeremony(house(), { root: other.root.der, ...signed })).rejects.toThrow("Another root is known");
  });
});

function changed(der: Uint8Array): Uint8Array {
  const bytes = Uint8Array.from(der);
  const last = bytes.length - 1;
  bytes[last] = (bytes[last] ?? 0) ^ 1;
  return bytes;
}

describe("how a root outside is", () => {
  const states = async (days: number) => {
    const at = new Date(Date.now() + days * 86_400_000);
    return await authorityState({ ...house(), clock: { now: () => at } });
  };

  it("[T-022] is fine without a responder, and says a month ahead that a list ends, and three months ahead that a CA needs a successor", async () => {
    const now = await states(0);
    expect(now.rootIsExposed).toBe(false);
    expect(now.authorities[0]).toMatchObject({
      role: "root",
      keyIsHere: false,
      responder: null,
      list: { state: "ok" },
    });
    expect(ceremoniesDue(now)).toEqual([]);
    expect(ceremoniesDue(await states(330))).toEqual([]);
    const list = listOf(machine);
    const ends = list.nextUpdate.toISOString().slice(0, 10);
    expect(ceremoniesDue(await states(336))).toEqual([
      `The list of ${machine.name} ends on ${ends}: the root has to sign the next one`,
    ]);
    // 10 years, less 6 of a time-stamping unit and 90 days: and 90 days before that. The qualified CA a year later.
    const early = 10 * 365 - 6 * 365 - 180;
    const named = async (days: number) => ceremoniesDue(await states(days)).filter((one) => one.includes("needs"));
    expect(await named(early - 1)).toEqual([]);
    expect(await named(early + 1)).toEqual([expect.stringMatching(/^issuing-1 needs a successor from the root by /)]);
    expect(await named(early + 366)).toHaveLength(2);
    const renewals = (await states(early + 1)).ends.filter(({ isByHand }) => isByHand).map(({ role }) => role);
    expect(renewals.sort()).toEqual(["issuing-ca", "qualified-ca", "root"]);
  });
});

describe("the lists of a root outside", () => {
  it("[T-059] never forget: neither side takes a list that lacks what it knows, or has a lower number", async () => {
    const serialNumber = parseCertificate(nth(machine.issued, machine.issued.length - 1)).serialNumber;
    const before = listOf(machine);
    await expect(hold(machine, { revoke: { serialNumber: "0f", reason: "superseded" } })).rejects.toThrow(
      "knows no CA",
    );
    const told = await hold(machine, { revoke: { serialNumber, reason: "superseded" } });
    const revoked = listOf(machine);
    expect(revoked).toMatchObject({ number: before.number + 1, revoked: [{ serialNumber, reason: "superseded" }] });
    expect(revoked.nextUpdate.getTime() - revoked.thisUpdate.getTime()).toBe(year_ms);
    await expect(hold(machine, { revoke: { serialNumber, reason: "superseded" } })).rejects.toThrow("revoked already");
    // The root's folder knows more than the last list that is shown to it, or as much, and something else.
    await expect(hold(machine, { last: before })).rejects.toThrow(`list ${revoked.number} is known`);
    const forged = async (number: number, told: Partial<Parameters<typeof issueCrl>[0]> = {}) =>
      await issueCrl(
        {
          issuer: machine.root,
          crlNumber: BigInt(number),
          thisUpdate: revoked.thisUpdate,
          nextUpdate: revoked.nextUpdate,
          revoked: revoked.revoked,
          ...told,
        },
        machine.signer,
      );
    const forgets = await forged(revoked.number + 1, { revoked: [] });
    const differs = await forged(revoked.number + 1, {
      revoked: revoked.revoked.map((one) => ({ ...one, reason: "keyCompromise" })),
    });
    const twice = await forged(revoked.number);
    const older = await forged(revoked.number + 1, { thisUpdate: new Date(revoked.thisUpdate.getTime() - 1_000) });
    const refused = [
      [forgets, `lacks ${serialNumber}`],
      [differs, "another time or reason"],
      [twice, "the root has signed two"],
      [older, "is older"],
    ] as const;
    for (const [list, why] of refused)
      await expect(hold(machine, { last: listOf(machine, list) })).rejects.toThrow(why);
    // The running system takes the true one first, and then none of these either.
    const taken = await takeInCeremony(house(), { root: null, ...told });
    expect(taken.revoked).toEqual(["qualified-1"]);
    for (const [list, why] of [...refused, [before.der, "is known"] as const])
      await expect(takeInCeremony(house(), { root: null, certificates: [], list })).rejects.toThrow(why);
    const later = await forged(revoked.number + 1, { thisUpdate: new Date(Date.now() + 3_600_000) });
    await expect(takeInCeremony(house(), { root: null, certificates: [], list: later })).rejects.toThrow(
      "later than now",
    );
    aheadMs = -3_600_000;
    await expect(hold(machine, {})).rejects.toThrow("clock is behind");
    aheadMs = 0;
    expect((await crossCheck(house())).faults).toEqual(["No unit is the qualified-ca now."]);
  });

  it("[T-060] a revoked CA issues nothing more, its unit and seal are replaced with its successor, and the rest goes on", async () => {
    const serialNumber = parseCertificate(nth(machine.issued, machine.issued.length - 2)).serialNumber;
    const told = await hold(machine, { revoke: { serialNumber, reason: "keyCompromise" } });
    expect((await takeInCeremony(house(), { root: null, ...told })).revoked).toEqual(["issuing-1"]);
    const { subjectPublicKeyInfo } = await house().keys.generate("p256");
    const person = { subjectPublicKeyInfo, subjectId: "1", organisationId: null, firstName: "Ida", lastName: "Löw" };
    await expect(issuePersonCertificate(house(), { ...person, level: "aes" })).rejects.toThrow("no issuing-ca");
    // Nothing is made under a CA that is revoked, and the upkeep does not fail for it; what was there goes on.
    await ensureHierarchy(house());
    expect(await unitNames()).toEqual(["ocsp-1", "ocsp-2", machine.name].sort());
    expect(await nextStep(house())).toMatchObject({ isFirst: false });
    const next = await hold(machine, { requests: await asked(machine) });
    const taken = await takeInCeremony(house(), { root: null, ...next });
    expect(taken.units.map(({ after }) => after)).toEqual(["issuing-2", "qualified-2"]);
    const units = ["issuing-2", "ocsp-1", "ocsp-2", "ocsp-3", "ocsp-4", "qualified-2", machine.name, "seal-2", "tsu-2"];
    expect(await unitNames()).toEqual(units.sort());
    expect((await issuePersonCertificate(house(), { ...person, level: "qes" })).issuer).toBe("qualified-2");
    expect((await crossCheck(house())).faults).toEqual([]);
  });

  it("[T-060] end with one for ever, and are handed over as they are", async () => {
    const last = await hold(machine, { isLast: true });
    await takeInCeremony(house(), { root: null, certificates: [], list: last.list });
    expect(listOf(machine).nextUpdate.getUTCFullYear()).toBe(9999);
    await database
      .current()
      .db.updateTable("issued_certificate")
      .set({ not_after: clock.now() })
      .where("profile", "like", "%person")
      .execute();
    await database
      .current()
      .db.updateTable("issued_certificate")
      .set({ not_after: clock.now() })
      .where("profile", "like", "%seal")
      .execute();
    const files: PublishedFile[] = [];
    for await (const file of handOver(house())) files.push(file);
    const names = files.map(({ name }) => name);
    expect(names).toContain(`ca/${machine.name}.crl`);
    expect(names.filter((name) => name.startsWith(`answers/${machine.name}/`))).toEqual([]);
    expect(names).toContain("certificates/issuing-2.jsonl");
    // The next keeper takes over the CAs of which there are answers.
    const folder = mkdtempSync(join(tmpdir(), "siegel-handed-"));
    writeNew(folder, [...files, sumsOf(files)]);
    const said: string[] = [];
    const { db } = house();
    expect(await readHandOver((line) => void said.push(line), { deps: { db, clock } as never, folder })).toBe(0);
    expect(said.map((line) => line.split(":")[0]).sort()).toEqual([
      "issuing-1",
      "issuing-2",
      "qualified-1",
      "qualified-2",
    ]);
    rmSync(folder, { recursive: true });
  });
});
