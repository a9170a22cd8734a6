/** Every kind of mail in both languages, from the call that causes it to the mailbox; and what the sender reads of it. */
import { type SignerId, signerId, workflowId } from "@siegel/contract/ids.ts";
import type { Language } from "@siegel/contract/limits.ts";
import type { SendMessagePayload } from "@siegel/contract/message-kinds.ts";
import { describe, expect, it } from "vitest";
import { type Message, nextMessage } from "../../../../fixtures/inbox.ts";
import { inTransaction } from "../../db/transaction.ts";
import { readTrail } from "../../rooms/audit-trail/audit-trail.ts";
import { expireOverdue, markSigning } from "../../rooms/workflows/workflows.ts";
import {
  type Created,
  call,
  idsOf,
  markAsSigned,
  openBrowser,
  signer,
  withKey,
  withSession,
} from "../../test/api-client.ts";
import { useMailWorld } from "../../test/mail-world.ts";

const world = useMailWorld();
const remind = ({ workflow_id: id }: Created) =>
  call(world.server, "POST", `/api/v1/workflows/${id}/remind`, { headers: withKey(world.server) });
// The test's clock stands still between steps, and a slow machine's database would speak against it.
const expire = () => expireOverdue({ ...world.server.deps, trustedTime: { attest: world.server.clock.now } });
const tell = (payload: SendMessagePayload) =>
  inTransaction(world.server.deps.db, (db) => world.server.deps.enqueue(db, "send-message", payload));

/** Both bodies say it, and say when with the zone. */
function expectSays(mail: Message, language: Language, words: readonly (string | RegExp)[]): void {
  for (const word of words) for (const body of [mail.text, mail.html ?? ""]) expect(body).toMatch(word);
  expect(mail.html).toContain(`<html lang="${language}">`);
  expect(mail.from).toContain("(Siegel Vertrauensdienste)");
}
const time = { de: /\d\d\.\d\d\.\d{4}, \d\d:\d\d MES?Z/, en: /\d\d\.\d\d\.\d{4}, \d\d:\d\d CES?T/ };

const withoutResult = { de: /nicht zustande gekommen\. Sie müssen/, en: /without a result\. There is/ };
// The sender keeps the file with a signature that is valid, so we cannot promise how it is used.
const promised = /nicht verwendet|not used/;

const words = {
  de: {
    invitation: /^Jonas Feddersen bittet Sie um Ihre Unterschrift: Mietvertrag Überlingen/,
    reminder: /^Ihre Unterschrift fehlt noch: Mietvertrag Überlingen/,
    turn: /^Sie sind an der Reihe: Mietvertrag Überlingen/,
    signed: /^Unterschrieben: /,
    signing_stalled: /^Noch nicht unterschrieben: /,
    signing_failed: /^Nicht unterschrieben: /,
    finished: /^Alle haben unterschrieben: /,
    refused: /^Abgelehnt: /,
    cancelled: /^Zurückgezogen: /,
    expired: /^Frist abgelaufen: /,
  },
  en: {
    invitation: /^Jonas Feddersen asks for your signature: Mietvertrag Überlingen/,
    reminder: /^Your signature is still missing: Mietvertrag Überlingen/,
    turn: /^It is your turn: Mietvertrag Überlingen/,
    signed: /^Signed: /,
    signing_stalled: /^Not signed yet: /,
    signing_failed: /^Not signed: /,
    finished: /^Everyone has signed: /,
    refused: /^Declined: /,
    cancelled: /^Withdrawn: /,
    expired: /^Time ran out: /,
  },
} as const;

describe("a workflow that some sign and some seal", () => {
  it("is told to all of them as what it is", async () => {
    const people = (["s_signature", "a_seal"] as const).map((type) =>
      signer(type, type, { email: `mixed-${type}@example.org` }),
    );
    const { created } = await world.send("en", { signers: people });
    for (const at of [0, 1]) await markAsSigned(world.server, created, at);
    for (const { email } of people)
      await nextMessage(world.sandbox.url, email, { channel: "mail", about: /^Everyone has signed or sealed: / });
  });
});

describe.each(["de", "en"] as const)("mails in %s", (language) => {
  const subjects = words[language];

  it("invite, remind, pass the turn on and finish", async () => {
    const { created, mail } = await world.send(language, { sequential: true });
    const link = created.signers[0]?.url ?? "";
    expectSays(await mail("ada", subjects.invitation), language, [/Kati Ö\. ada/, link, time[language]]);
    world.server.clock.move(1);
    expect((await remind(created)).body.data).toMatchObject({ reminded: [{ reference: "ada" }], too_soon: [] });
    expectSays(await mail("ada", subjects.reminder), language, [/Jonas Feddersen/, link, time[language]]);
    await markAsSigned(world.server, created, 0);
    expectSays(await mail("bo", subjects.turn), language, [created.signers[1]?.url ?? "", time[language]]);
    world.server.clock.move(1);
    await markAsSigned(world.server, created, 1);
    for (const to of ["ada", "bo", "jonas"]) {
      const finished = await mail(to, subjects.finished);
      expectSays(finished, language, [time[language]]);
      expect(finished.attachments.map(({ filename }) => filename)).toContain("lease.pdf");
    }
    await world.untilQuiet();
    const kinds = (await world.report(created)).signers.map((one: { messages: { kind: string; status: string }[] }) =>
      one.messages.map(({ kind, status }) => `${kind} ${status}`),
    );
    expect(kinds).toEqual([
      ["invitation sent", "reminder sent", "finished sent"],
      ["invitation sent", "finished sent"],
    ]);
  });

  it("[S-156] bring the reason of a refusal to the sender, by mail, API and trail, and to nobody else", async () => {
    const { created, mail } = await world.send(language);
    const reason = "§ 3 <stimmt> nicht.\nBitte neu & richtig.";
    const browser = await openBrowser(world.server, created, 0);
    const { workflow, signer: who } = idsOf(created, 0);
    const path = `/api/signing/revokeWorkflow/${workflow}/${who}`;
    const refused = await call(world.server, "POST", path, { body: { msg: reason }, headers: withSession(browser) });
    expect(refused.body).toMatchObject({ success: true, data: { status: "REVOKED" } });
    const toSender = await mail("jonas", subjects.refused);
    expectSays(toSender, language, [/Kati Ö\. ada/, time[language]]);
    expect(toSender.text).toContain("> § 3 <stimmt> nicht.\n> Bitte neu & richtig.");
    expect(toSender.html).toContain("§ 3 &#60;stimmt&#62; nicht.<br>Bitte neu &#38; richtig.");
    // Who sent it reads it in their own system and has no link.
    expect(`${toSender.text}${toSender.html}`).not.toMatch(/\/login\//);
    const toOther = await mail("bo", subjects.refused);
    expectSays(toOther, language, [/Kati Ö\. ada/, time[language], created.signers[1]?.url ?? ""]);
    expect(`${toOther.text}${toOther.html}`).not.toContain("stimmt");
    // A mail is in the inbox a moment before it is known to be.
    await world.untilQuiet();
    expect(await world.report(created)).toMatchObject({
      status: "REVOKED",
      refusal: { signer_id: who, reason },
      initiator: { email: toSender.to, messages: [{ kind: "refused", status: "sent" }] },
    });
    const trail = await readTrail(world.server.deps.db, workflowId.parse(workflow));
    expect(trail.filter(({ type }) => type === "workflow.refused")).toMatchObject([
      { actorKind: "signer", actorId: who, details: { reason } },
    ]);
  });

  it("tell of a withdrawal", async () => {
    const { created, mail } = await world.send(language);
    const path = `/api/v1/workflows/${created.workflow_id}`;
    expect((await call(world.server, "DELETE", path, { headers: withKey(world.server) })).status).toBe(200);
    for (const to of ["ada", "bo"])
      expectSays(await mail(to, subjects.cancelled), language, [/Jonas Feddersen/, time[language]]);
  });

  it("tell who signed what became of it when the sender takes the workflow back", async () => {
    const { created, mail } = await world.send(language);
    const [link = "", otherLink = ""] = created.signers.map(({ url }) => url);
    for (const to of ["ada", "bo"]) await mail(to, subjects.invitation);
    await markAsSigned(world.server, created, 0);
    const path = `/api/v1/workflows/${created.workflow_id}`;
    expect((await call(world.server, "DELETE", path, { headers: withKey(world.server) })).status).toBe(200);
    const cancelled = await mail("ada", subjects.cancelled);
    // What they signed stays theirs; who has not signed has nothing to come back to.
    expectSays(cancelled, language, [withoutResult[language], link]);
    expect(cancelled.text + cancelled.html).not.toMatch(promised);
    const toOther = await mail("bo", subjects.cancelled);
    expect(toOther.text).not.toMatch(withoutResult[language]);
    expect(toOther.text + toOther.html).not.toContain(otherLink);
  });

  it("tell who signed, who has not, and the initiator, that the time ran out, once", async () => {
    const expires_at = new Date(world.server.clock.now().getTime() + 60_000).toISOString();
    const { created, mail, count } = await world.send(language, { expires_at });
    for (const to of ["ada", "bo"]) await mail(to, subjects.invitation);
    await markAsSigned(world.server, created, 0);
    world.server.clock.move(60);
    expect(await expire()).toBe(1);
    expect(await expire()).toBe(0);
    expectSays(await mail("bo", subjects.expired), language, [/Jonas Feddersen/, time[language]]);
    const link = created.signers[0]?.url ?? "";
    const expired = await mail("ada", subjects.expired);
    expectSays(expired, language, [withoutResult[language], link, time[language]]);
    expect(expired.text + expired.html).not.toMatch(promised);
    const far = language === "de" ? /1 von 2/ : /1 of 2/;
    expectSays(await mail("jonas", subjects.expired), language, [far, /Kati Ö\. bo/, time[language]]);
    await world.untilQuiet();
    expect(await world.report(created)).toMatchObject({
      status: "EXPIRED",
      initiator: { messages: [{ kind: "expired", status: "sent" }] },
    });
    expect((await world.report(created)).signers.map((one: { messages: object[] }) => one.messages.length)).toEqual([
      2, 2,
    ]);
    expect([await count("ada"), await count("bo"), await count("jonas")]).toEqual([2, 2, 1]);
  });

  it("tell a signer what became of an approval", async () => {
    const { created, mail } = await world.send(language);
    const ids = (n: number): { workflowId: SendMessagePayload["workflowId"]; signerId: SignerId } => ({
      workflowId: workflowId.parse(created.workflow_id),
      signerId: signerId.parse(created.signers[n]?.signer_id),
    });
    await tell({ messageKind: "signing_failed", ...ids(0), failure: "CERTIFICATE_NOT_VALID", actId: "one" });
    expectSays(await mail("ada", subjects.signing_failed), language, [
      /erti[fz]i[ck]at/,
      created.signers[0]?.url ?? "",
    ]);
    await inTransaction(world.server.deps.db, (db) => markSigning(db, { ...ids(0), at: world.server.clock.now() }));
    await tell({ messageKind: "signing_stalled", ...ids(0), actId: "two" });
    expectSays(await mail("ada", subjects.signing_stalled), language, [time[language]]);
    await markAsSigned(world.server, created, 1);
    await tell({ messageKind: "signed", ...ids(1) });
    expectSays(await mail("bo", subjects.signed), language, [created.signers[1]?.url ?? ""]);
  });
});

describe("reminding through the API", () => {
  it("reminds each signer once an hour and says when again", async () => {
    const { created, count } = await world.send("en");
    const first = await remind(created);
    const again = new Date(world.server.clock.now().getTime() + 3_600_000).toISOString();
    expect([first.status, first.body.data]).toEqual([
      200,
      {
        reminded: created.signers.map(({ reference, signer_id }) => ({ reference, signer_id, remind_again_at: again })),
        too_soon: [],
      },
    ]);
    world.server.clock.move(600);
    const early = await remind(created);
    expect([early.status, early.body.code, early.headers.get("retry-after")]).toEqual([
      429,
      "TOO_MANY_REQUESTS",
      "3000",
    ]);
    world.server.clock.move(3_000);
    expect((await remind(created)).status).toBe(200);
    await expect.poll(() => count("ada"), { timeout: 10_000 }).toBe(3);
    const { signers } = await world.report(created);
    expect(signers[0].messages.map(({ kind }: { kind: string }) => kind)).toEqual([
      "invitation",
      "reminder",
      "reminder",
    ]);
  });

  it("answers who may not, and what cannot be reminded", async () => {
    const { created } = await world.send("en");
    const path = `/api/v1/workflows/${created.workflow_id}/remind`;
    expect((await call(world.server, "POST", path)).status).toBe(401);
    await inTransaction(world.server.deps.db, async (db) => {
      for (const { signer_id } of created.signers)
        await markSigning(db, {
          workflowId: workflowId.parse(created.workflow_id),
          signerId: signerId.parse(signer_id),
          at: world.server.clock.now(),
        });
    });
    const busy = await remind(created);
    expect([busy.status, busy.body.code]).toEqual([409, "SIGNING_IN_PROGRESS"]);
    await call(world.server, "DELETE", path.replace("/remind", ""), { headers: withKey(world.server) });
    const over = await remind(created);
    expect([over.status, over.body.code]).toEqual([410, "WORKFLOW_CANCELLED"]);
    const unknown = await remind({ ...created, workflow_id: "0".repeat(26) });
    expect([unknown.status, unknown.body.code]).toEqual([404, "NO_WORKFLOW_FOUND"]);
  });
});
