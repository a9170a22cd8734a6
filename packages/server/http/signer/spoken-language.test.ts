/** The language that a page speaks: terms are accepted in it, and codes, mails and the report follow it (decisions.md §4, §7 'Terms'). */
import type { SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import type { Language } from "@siegel/contract/limits.ts";
import { describe, expect, it } from "vitest";
import { nextMessage } from "../../../../fixtures/inbox.ts";
import {
  confirmFiles,
  logIn,
  receiveCode,
  requestLogin,
  type SignerClient,
} from "../../../../fixtures/signer-client.ts";
import { readTrail } from "../../rooms/audit-trail/audit-trail.ts";
import { currentTerms } from "../../rooms/login/login.ts";
import { type Created, create, idsOf, signer } from "../../test/api-client.ts";
import { arrived, ask, challengeOf, receiveText, useCodeWorld } from "../../test/code-signer.ts";

const world = useCodeWorld();
const linkOf = (created: Created, n = 0): string => created.signers[n]?.url ?? "";
const one = (change: object = {}) => ({ signers: [signer("one", "s_signature", change)] });

async function acceptedBy(created: Created) {
  const query = world.db.selectFrom("terms_acceptance").select(["language", "text", "text_hash", "act"]);
  return await query.where("signer_id", "=", idsOf(created).signer as SignerId).execute();
}

const accepted = (language: Language, act: string) => {
  const { text, hash } = currentTerms(language);
  return { language, text, text_hash: hash, act };
};

describe("[S-062] the terms are stored as the page showed them", () => {
  it.each([
    ["the sender named no language, the page spoke English", {}, "en", "en"],
    ["the sender named no language, the page spoke German", {}, "de", "de"],
    ["the sender named German, the person chose English", { language: "de" }, "en", "en"],
    ["the caller does not say what it showed", {}, undefined, "de"],
    ["the caller does not say, and the sender named English", { language: "en" }, undefined, "en"],
  ] as const)("where %s", async (_name, named, language, expected) => {
    const created = await create(world.server, one(named));
    await logIn(linkOf(created), { gtcChecked: true, ...(language === undefined ? {} : { language }) });
    expect(await acceptedBy(created)).toEqual([accepted(expected, "ticked at login")]);
    const trail = await readTrail(world.db, created.workflow_id as WorkflowId);
    const { hash } = currentTerms(expected);
    expect(trail.find(({ type }) => type === "signer.accepted-terms")?.details).toMatchObject({
      language: expected,
      hash,
    });
  });

  it("also where they are ticked before the code", async () => {
    const created = await create(world.server, { quick_login: true, signers: [signer("a", "a_signature")] });
    const client = await logIn(linkOf(created), { gtcChecked: true, quick: true, language: "de" });
    const body = { workflow: { gtcChecked: true, language: "en" } };
    expect(await client.call("POST", "auth/getSMS", body)).toMatchObject({ status: 200 });
    expect(await acceptedBy(created)).toContainEqual(accepted("en", "ticked before the code"));
  });

  it("a language that we do not speak is refused, and nothing is written", async () => {
    const created = await create(world.server, one());
    const asked = { gtcChecked: true, language: "fr" as Language };
    expect((await requestLogin(linkOf(created), asked)).body).toMatchObject({ code: "INVALID_REQUEST" });
    expect(await acceptedBy(created)).toEqual([]);
  });

  it("who has not given the password changes no language", async () => {
    const created = await create(world.server, { password: "open sesame", ...one() });
    await requestLogin(linkOf(created), { password: "wrong", gtcChecked: true, language: "en" });
    await logIn(linkOf(created), { password: "open sesame", gtcChecked: true });
    expect(await acceptedBy(created)).toEqual([accepted("de", "ticked at login")]);
  });
});

const germanCode = /Ihr Code ist/;
const englishCode = /Your code is/;

describe("[S-008] codes speak what the page speaks, also where the sender named something else", () => {
  it("by text message and by call, from the login on", async () => {
    const created = await create(world.server, {
      signers: [signer("a", "a_signature", { phone: world.phone, language: "en" })],
    });
    const own = { ...world, signer: await logIn(linkOf(created), { gtcChecked: true, language: "de" }) };
    const text = await arrived(own, challengeOf(await ask(own, "getSMS")), "sms");
    expect(text.text).toMatch(germanCode);
    world.server.clock.move(61);
    const call = await arrived(own, challengeOf(await ask(own, "getPhone")), "voice");
    expect(call.text).toMatch(/drücken|Taste/);
  });

  it("follows the switch when a code is asked for, and when another one is", async () => {
    const first = await ask(world, "getSMS", { workflow: { language: "de" } });
    expect((await arrived(world, challengeOf(first), "sms")).text).toMatch(germanCode);
    world.server.clock.move(61);
    const again = await ask(world, "retrySMS/", { language: "en" });
    expect((await arrived(world, challengeOf(again), "sms")).text).toMatch(englishCode);
    world.server.clock.move(61);
    // A request without a language leaves it as it is.
    await receiveText(world);
  });
});

describe("[S-008] mails and the report speak what the page spoke", () => {
  const nameOfReport = async (client: SignerClient) => {
    const { data } = await client.call("GET", "files/getSummaryFiles");
    return (data as { id: string; name: string }[]).find(({ id }) => id === "audit_report")?.name;
  };

  it.each([
    ["at the login", "en", undefined],
    ["at the act itself, after a change by the switch", "de", "en"],
  ] as const)("as it was said %s", async (name, atLogin, atAct) => {
    const email = `${name.length}.${world.phone.slice(1)}@example.org`;
    const created = await create(world.server, one({ email }));
    const client = await logIn(linkOf(created), { gtcChecked: true, language: atLogin });
    await confirmFiles(client);
    const workflow = atAct === undefined ? {} : { language: atAct };
    expect(await client.call("POST", "signing/signWithoutAuth", { workflow })).toMatchObject({ success: true });
    expect(await nameOfReport(client)).toBe("Audit report.pdf");
    const mail = await nextMessage(world.sandbox.url, email, { channel: "mail", about: /^Signed: / });
    expect(mail.html).toContain('<html lang="en">');
    expect(mail.attachments.map(({ filename }) => filename)).toContain("Audit report.pdf");
  });

  it("as it was said with the code", async () => {
    const code = await receiveCode(world.sandbox.url, world.signer);
    await confirmFiles(world.signer);
    const body = { workflow: { language: "de" }, ...code };
    // The code stands for other values than are stored by now: what was said is kept all the same.
    expect(await world.signer.call("POST", "signing/signWorkflow", body)).toMatchObject({ success: false });
    expect((await arrived(world, challengeOf(await askLater()), "sms")).text).toMatch(germanCode);
  });

  const askLater = async () => {
    world.server.clock.move(61);
    return await ask(world, "getSMS");
  };
});
