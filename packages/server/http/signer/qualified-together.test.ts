/** Qualified signers who come at once, wait for each other, or seal for an organisation (docs/flows/qualified-signing.md). */
import { X509Certificate } from "node:crypto";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { confirmFiles, type SignerClient } from "../../../../fixtures/signer-client.ts";
import type { ModulePlace } from "../../ports/signing-module.ts";
import { sweepSigning } from "../../rooms/signing/signing.ts";
import { useCodeWorld } from "../../test/code-signer.ts";
import {
  type Met,
  meet,
  receiveQualified,
  sendQualified,
  signatureRevisions,
  signQualifiedly,
} from "../../test/qualified-signer.ts";
import { logIn, send } from "../../test/sent-workflow.ts";

const world = useCodeWorld({ SIEGEL_CODES_PER_ADDRESS_PER_HOUR: "1000", SIEGEL_CODES_PER_NUMBER_PER_HOUR: "100" });
let ada: Met;
beforeAll(async () => {
  ada = await meet(world.server);
});

/** A second person who was met, as the second signer of a workflow of Ada's. */
async function withBob() {
  const bob = await meet(world.server, { firstName: "Bob", lastName: "Ahrens" });
  const { firstName: first_name, lastName: last_name, email } = bob;
  const second = { reference: "bob", type: "q_signature", first_name, last_name, email } as const;
  const third = { reference: "carol", type: "s_signature", phone: undefined } as const;
  const adas = await sendQualified(world.server, ada, { others: [second, third] });
  const client = await logIn(world.server, adas.sent, 1);
  await confirmFiles(client);
  return { adas, bobs: { ...adas, met: bob, client } };
}

const askCode = async (client: SignerClient) =>
  await client.call("POST", "auth/getSMSQualified", { workflow: { gtcChecked: true } });

describe("a document that a qualified signer holds", () => {
  it("[T-052] is free when the code is over, first for others, and for its holder after a pause", async () => {
    const { adas, bobs } = await withBob();
    const adasCode = await receiveQualified(world.sandbox, adas);
    world.server.clock.move(100);
    // A second code holds it for longer while nobody else wants it.
    const second = await receiveQualified(world.sandbox, adas);
    const held = await askCode(bobs.client);
    expect(held).toMatchObject({ status: 409, code: "DOCUMENT_HELD" });
    expect(Number(held.headers.get("retry-after"))).toBe(300);
    expect(await signQualifiedly(adas, adasCode)).toMatchObject({ status: 403, code: "WRONG_PW_OR_OTP" });
    world.server.clock.move(100);
    // Not a second longer once it is wanted.
    await receiveQualified(world.sandbox, adas);
    expect(Number((await askCode(bobs.client)).headers.get("retry-after"))).toBe(200);
    world.server.clock.move(200);
    const paused = await askCode(adas.client);
    expect(paused).toMatchObject({ status: 409, code: "DOCUMENT_HELD" });
    expect(Number(paused.headers.get("retry-after"))).toBe(60);
    const bobsCode = await receiveQualified(world.sandbox, bobs);
    expect(await askCode(adas.client)).toMatchObject({ status: 409, code: "DOCUMENT_HELD" });
    expect(await signQualifiedly(adas, second)).toMatchObject({ success: false });
    expect(await signatureRevisions(world.db, adas.sent.fileIds[0])).toBe(0);
    expect(await signQualifiedly(bobs, bobsCode)).toMatchObject({ status: 200, data: { status: "SIGNED" } });
    // Bob had his turn: nobody waits any more.
    await receiveQualified(world.sandbox, adas);
    expect(await signatureRevisions(world.db, adas.sent.fileIds[0])).toBe(1);
  });

  it("[T-052] is signed by who waited for it once the hold is over, and the code that held it is of no use then", async () => {
    const { adas } = await withBob();
    const code = await receiveQualified(world.sandbox, adas);
    const carol = await logIn(world.server, adas.sent, 2);
    await confirmFiles(carol);
    expect(await carol.call("POST", "signing/signWithoutAuth", {})).toMatchObject({ status: 202 });
    world.server.clock.move(299);
    await sweepSigning(world.server.deps);
    expect(await carol.call("GET", "signing/state")).toMatchObject({ data: { status: "PENDING" } });
    world.server.clock.move(1);
    await sweepSigning(world.server.deps);
    expect(await carol.call("GET", "signing/state")).toMatchObject({ data: { status: "SIGNED" } });
    expect(await signQualifiedly(adas, code)).toMatchObject({ success: false });
    expect(await signatureRevisions(world.db, adas.sent.fileIds[0])).toBe(1);
    const next = await receiveQualified(world.sandbox, adas);
    expect(await signQualifiedly(adas, next)).toMatchObject({ status: 200, data: { status: "SIGNED" } });
  });
});

/** How many places of the signing module were taken at most, from now on. */
function watchPlaces(): { readonly most: () => number } {
  const { signingModule } = world.server.deps;
  const take = signingModule.take.bind(signingModule);
  let [taken, most] = [0, 0];
  const watched = <A extends unknown[], R>(work: (...args: A) => Promise<R>) => {
    return async (...args: A): Promise<R> => {
      try {
        return await work(...args);
      } finally {
        taken -= 1;
      }
    };
  };
  vi.spyOn(signingModule, "take").mockImplementation(async (): Promise<ModulePlace> => {
    const place = await take();
    taken += 1;
    most = Math.max(most, taken);
    return { ...place, sign: watched(place.sign), spend: watched(place.spend) };
  });
  return { most: () => most };
}

describe("fifty at once", () => {
  it("[S-179] with the same call get the same act: one signature", async () => {
    const signer = await sendQualified(world.server, ada);
    const code = await receiveQualified(world.sandbox, signer);
    const before = process.memoryUsage.rss();
    const answers = await Promise.all(Array.from({ length: 50 }, () => signQualifiedly(signer, code)));
    expect(process.memoryUsage.rss() - before).toBeLessThan(200_000_000);
    const signed = answers.filter(({ status }) => status === 200);
    expect(signed.length).toBeGreaterThan(0);
    expect(new Set(signed.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    for (const answer of answers) expect([200, 202, 409, 503]).toContain(answer.status);
    for (const { status, code, headers } of answers.filter(({ status }) => status === 503))
      expect([status, code, headers.get("retry-after")]).toEqual([503, "SERVICE_ERROR", "2"]);
    expect(await signatureRevisions(world.db, signer.sent.fileIds[0])).toBe(1);
    expect(await signQualifiedly(signer, code)).toMatchObject({ status: 200, data: signed[0]?.data });
  });

  it("[S-182] with a link and no code take no place in the module from others", async () => {
    const signers = Array.from({ length: 50 }, (_, n) => ({ reference: `q${n}`, type: "q_signature" as const }));
    const sent = await send(world.server, { signers });
    const clients: SignerClient[] = [];
    for (const n of signers.keys()) clients.push(await logIn(world.server, sent, n));
    const places = watchPlaces();
    const wrong = { auth_token: "0".repeat(26), otp: "000000", password: "Leuchtturm 7!" };
    const calls = clients.map((client) => client.call("POST", "signing/signNowQes2Fa", { workflow: {}, ...wrong }));
    const answers = await Promise.all(calls);
    vi.restoreAllMocks();
    for (const answer of answers) expect(answer).toMatchObject({ status: 403, code: "WRONG_PW_OR_OTP", data: [] });
    expect(places.most()).toBe(0);
  });
});

const frauke = { firstName: "Frauke", lastName: "Petersen", email: "frauke.petersen@hafenwerk.example" };
const lene = { firstName: "Lene", lastName: "Thomsen", email: "lene.thomsen@hafenwerk.example" };
const jonas = { firstName: "Jonas", lastName: "Wulff", email: "jonas.wulff@hafenwerk.example" };

async function setRepresentatives(...representatives: readonly object[]): Promise<void> {
  const { organisationId } = world.server;
  await world.db
    .updateTable("organisation_register")
    .set({ representatives: JSON.stringify(representatives) })
    .where("organisation_id", "=", organisationId)
    .execute();
}

describe("a qualified seal", () => {
  const certificateOf = async ({ certificateId }: Met) =>
    new X509Certificate(
      (
        await world.db
          .selectFrom("signer_certificate")
          .select("certificate")
          .where("certificate_id", "=", certificateId)
          .executeTakeFirstOrThrow()
      ).certificate,
    );

  it("[S-006] [T-053] names the organisation, and is made with the representative's own key, password and phone", async () => {
    const { organisationId } = world.server;
    await setRepresentatives(frauke, jonas);
    const met = await meet(world.server, { ...frauke, organisationId, password: "Hafenlicht 3!" });
    const other = await meet(world.server, { ...jonas, organisationId, password: "Ankerkette 5!" });
    expect(new Set([met.keyId, other.keyId, met.certificateId, other.certificateId]).size).toBe(4);
    for (const one of [met, other]) {
      const { subject } = await certificateOf(one);
      expect(subject).toContain("O=Hafenwerk Wohnungsgenossenschaft eG");
      expect(subject).toContain("NTRDE-HAMBURG.GNR9999");
      expect(subject).not.toMatch(/Petersen|Wulff/);
    }
    const signer = await sendQualified(world.server, met, { type: "q_seal" });
    // Read from her own phone.
    const code = await receiveQualified(world.sandbox, signer);
    // The other's password does not open her key.
    expect(await signQualifiedly(signer, { ...code, password: other.password })).toMatchObject({ status: 403 });
    world.server.clock.move(60);
    const next = await receiveQualified(world.sandbox, signer);
    expect(await signQualifiedly(signer, next)).toMatchObject({ status: 200, data: { status: "FINISHED" } });
    const act = await world.db
      .selectFrom("signing_act")
      .select("credential")
      .where("workflow_id", "=", signer.sent.workflowId as never)
      .executeTakeFirstOrThrow();
    expect(act.credential).toBe(`qualified:${met.certificateId}`);
  });

  it("[S-005] [T-053] is made by nobody who may not act for the organisation, or any more; their signature stays theirs", async () => {
    const { organisationId } = world.server;
    await setRepresentatives(frauke, jonas, lene);
    const unusable = { status: 409, code: "CERTIFICATE_NOT_VALID" };
    // A person's certificate makes no seal.
    const person = await meet(world.server, lene);
    const withPersons = await sendQualified(world.server, person, { type: "q_seal" });
    expect(await askCode(withPersons.client)).toMatchObject(unusable);
    // Met once more: the newest certificate and phone count.
    const met = await meet(world.server, { ...jonas, organisationId });
    const signer = await sendQualified(world.server, met, { type: "q_seal" });
    const code = await receiveQualified(world.sandbox, signer);
    await setRepresentatives(frauke);
    // The code is on its way already.
    expect(await signQualifiedly(signer, code)).toMatchObject(unusable);
    world.server.clock.move(60);
    expect(await askCode(signer.client)).toMatchObject(unusable);
    expect(await signatureRevisions(world.db, signer.sent.fileIds[0])).toBe(0);
    // A seal's certificate signs for no person.
    const asPerson = await sendQualified(world.server, met);
    expect(await askCode(asPerson.client)).toMatchObject(unusable);
    const own = await sendQualified(world.server, person);
    expect(await signQualifiedly(own, await receiveQualified(world.sandbox, own))).toMatchObject({ status: 200 });
    await setRepresentatives(frauke);
  });

  it("[S-006] [T-053] is not made in a name or number that the organisation's register does not have any more", async () => {
    const { organisationId } = world.server;
    await setRepresentatives(frauke);
    const met = await meet(world.server, { ...frauke, organisationId });
    const signer = await sendQualified(world.server, met, { type: "q_seal" });
    const code = await receiveQualified(world.sandbox, signer);
    const register = world.db.updateTable("organisation_register").where("organisation_id", "=", organisationId);
    const { legal_name, organization_identifier } = await world.db
      .selectFrom("organisation_register")
      .select(["legal_name", "organization_identifier"])
      .where("organisation_id", "=", organisationId)
      .executeTakeFirstOrThrow();
    for (const changed of [{ legal_name: "Hafenwerk GmbH" }, { organization_identifier: "NTRDE-HRB1" }]) {
      await register.set({ legal_name, organization_identifier, ...changed }).execute();
      expect(await signQualifiedly(signer, code)).toMatchObject({ status: 409, code: "CERTIFICATE_NOT_VALID" });
      world.server.clock.move(60);
      expect(await askCode(signer.client)).toMatchObject({ status: 409, code: "CERTIFICATE_NOT_VALID" });
      const status = await signer.client.call("GET", "certificates/getCertificate");
      expect(status.data).toMatchObject({ certificate_exists: false, certificate_state: "MISSING" });
    }
    await register.set({ legal_name, organization_identifier }).execute();
    const next = await receiveQualified(world.sandbox, signer);
    expect(await signQualifiedly(signer, next)).toMatchObject({ status: 200, data: { status: "FINISHED" } });
  });
});
