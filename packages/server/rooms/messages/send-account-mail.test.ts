/** Mails that belong to no workflow: to whom, in whose words, exactly once. */
import type { AccountMailKind, SendAccountMailPayload } from "@siegel/contract/account-mails.ts";
import type { AdministratorId } from "@siegel/contract/ids.ts";
import { type Language, languages } from "@siegel/contract/limits.ts";
import { beforeAll, describe, expect, it } from "vitest";
import type { MailPort } from "../../ports/mail.ts";
import { sampleLook as look } from "../../test/mail-samples.ts";
import { makePasskey, makePerson, makeRegistration, makeResetLink, newId } from "../../test/mailed-people.ts";
import { depsWith, fault, mailServer, seedSender, silence, start } from "../../test/mailed-workflow.ts";
import { useTestDatabase } from "../../test/test-database.ts";
import { type AccountMailFacts, linkSecret } from "../administrators/administrators.ts";
import { accountWords } from "./account-words.ts";
import { MessagesLeft } from "./deliver-mail.ts";
import { unlinked } from "./mail-escape.ts";
import { layOut } from "./render-mail.ts";
import { sendAccountMail } from "./send-account-mail.ts";

const database = useTestDatabase();
const secret = linkSecret(new Uint8Array(32));
const clock = { now: () => start };
beforeAll(() => seedSender(database.current().db));

const depsOf = (mail: MailPort, now = clock) => ({ ...depsWith(database.current().db, mail, now), linkSecret: secret });

const person = (language: Language = "de") => makePerson(database.current().db, language);

const payloadOf = (
  kind: AccountMailKind,
  administratorId: AdministratorId | null,
  more: Partial<SendAccountMailPayload> = {},
): SendAccountMailPayload => {
  const none = { registrationId: null, linkId: null, aboutId: null, endsAt: null, usage: null };
  return { mailId: newId(), kind, administratorId, ...none, ...more };
};

const rowOf = async (mailId: string) =>
  await database
    .current()
    .db.selectFrom("account_message")
    .select(["state", "tries", "unanswered"])
    .where("mail_id", "=", mailId)
    .executeTakeFirst();

describe("a mail about an account", () => {
  it("goes out once, in the person's language and their organisation's look, however often the job runs", async () => {
    const { mail, sent } = mailServer();
    const { email, administratorId } = await person("en");
    const payload = payloadOf("welcome", administratorId);
    await Promise.allSettled([sendAccountMail(depsOf(mail), payload), sendAccountMail(depsOf(mail), payload)]);
    await sendAccountMail(depsOf(mail), payload);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      to: { name: "Frauke Petersen", address: email },
      fromName: "Hafenwerk Wohnen eG (Siegel GmbH)",
      subject: "Welcome: Hafenwerk Wohnen eG is ready",
      messageKey: `account.welcome.${payload.mailId}`,
    });
    expect(sent[0]?.html).toContain("background:#FFD400");
  });

  it("waits while the mail server is away, and says so of a mail that may have arrived", async () => {
    const { mail, sent, faults } = mailServer();
    const { email, administratorId } = await person();
    faults.set(email, [fault(false), silence()]);
    const payload = payloadOf("password_changed", administratorId);
    const ask = () => sendAccountMail(depsOf(mail), payload);
    await expect(ask()).rejects.toThrow(MessagesLeft);
    await expect(ask()).rejects.toThrow(MessagesLeft);
    await ask();
    expect(sent).toHaveLength(1);
    expect(await rowOf(payload.mailId)).toEqual({ state: "sent", tries: 3, unanswered: 1 });
  });

  it("names after a new password the passkeys that still log in: one may be a stranger's", async () => {
    const { mail, sent } = mailServer();
    const { administratorId } = await person("en");
    await sendAccountMail(depsOf(mail), payloadOf("password_changed", administratorId));
    await makePasskey(database.current().db, administratorId, "evil.example phone");
    await sendAccountMail(depsOf(mail), payloadOf("password_changed", administratorId));
    const [without = "", withKey = ""] = sent.map(({ text }) => text);
    expect(without).not.toContain("asskey");
    expect(withKey).toContain("evil.\u202fexample phone");
    expect(withKey).toContain("remove it");
  });

  it("is dropped where its link is over, and written to nobody who is gone", async () => {
    const { mail, sent } = mailServer();
    const { administratorId } = await person();
    const linkId = await makeResetLink(database.current().db, administratorId);
    const payload = payloadOf("reset", administratorId, { linkId });
    const later = { now: () => new Date(start.getTime() + 1_800_000) };
    await sendAccountMail(depsOf(mail, later), payload);
    expect(await rowOf(payload.mailId)).toMatchObject({ state: "dropped" });
    const gone = payloadOf("welcome", newId() as AdministratorId);
    await sendAccountMail(depsOf(mail), gone);
    await sendAccountMail(depsOf(mail), payloadOf("reset", null, { linkId }));
    expect([sent, await rowOf(gone.mailId)]).toEqual([[], undefined]);
  });
});

describe("names that strangers chose", () => {
  it("become no links in mails, and honest ones stay readable", () => {
    const linkable = ["evil.example/win", "www.evil.example", "http://evil.example", "1.2.3.4"];
    for (const name of linkable) expect(unlinked(name)).not.toMatch(/[\p{L}\p{Nd}]\.[\p{L}\p{Nd}]|:\/\//u);
    for (const name of ["A. & B. GmbH", "Dr. K.-H. Müller", "Siegel GmbH & Co. KG"]) expect(unlinked(name)).toBe(name);
    expect(unlinked("booking.com B.V.")).toBe("booking.\u202fcom B.\u202fV.");
  });

  it("are harmless where somebody types them to have them mailed to another person", async () => {
    const { mail, sent } = mailServer();
    const names = { firstName: "Evil.example", lastName: "www.evil.example", organisationName: "evil.example/win" };
    const { registrationId, linkId } = await makeRegistration(database.current().db, names);
    await sendAccountMail(depsOf(mail), payloadOf("confirm", null, { registrationId, linkId }));
    const { subject = "", text = "", html = "", to } = sent[0] ?? {};
    expect(text).toContain("evil.\u202fexample/win");
    expect(subject + text + html + to?.name).not.toMatch(/evil\.example/i);
  });
});

const kinds: readonly AccountMailFacts["kind"][] = [
  "reset",
  "confirm",
  "known",
  "welcome",
  "join_asked",
  "password_changed",
  "invitation",
  "invitation_known",
  "invitation_accepted",
  "join_approved",
  "join_refused",
  "role_changed",
  "disabled",
  "new_email",
  "email_asked",
  "factor_set",
  "factor_removed",
  "recovery_used",
  "test",
  "passkey_added",
  "passkey_removed",
  "wrong_codes",
  "oidc_linked",
  "oidc_removed",
  "trial_warning",
  "usage_warning",
  "webhook_failed",
];

describe("the words of these mails", () => {
  it.each(kinds.flatMap((kind) => languages.map((language) => ({ kind, language }))))(
    "are whole, escaped, and begin with one greeting: $kind in $language",
    ({ kind, language }) => {
      const facts: AccountMailFacts = {
        kind,
        to: { firstName: "Kati <b>", lastName: "Ö.", email: "kati@example.org" },
        language,
        organisationId: "o",
        founds: kind === "confirm" ? "Ö & <i>" : null,
        token: "abc.def",
        expiresAt: new Date("2026-11-26T10:00:00Z"),
        about: { name: "Jonas <u>", email: "jonas@example.org" },
        administers: true,
        passkeys: ["Laptop <s>"],
        usage: { signatureClass: "aes", percent: 80, taken: 4_000, limit: 5_000 },
      };
      const { subject, text, html } = layOut(accountWords(facts, look), look, language);
      expect(`${subject}${text}`).not.toMatch(/undefined|null|\{|\b(some|every)body\b/);
      expect(html).not.toMatch(/<b>|<i>|<u>|<s>/);
      expect(text.match(/Guten Tag|Dear/g)).toHaveLength(1);
      const hasButton = !["invitation_known", "join_refused", "disabled"].includes(kind);
      expect(html.match(/class="bt"/g) ?? []).toHaveLength(hasButton ? 1 : 0);
      const hasLink = kind === "reset" || kind === "confirm" || kind === "invitation" || kind === "new_email";
      expect([text.includes("?link=abc.def"), /11\.2026, 11:00/.test(text)]).toEqual([
        hasLink,
        hasLink || kind === "trial_warning",
      ]);
    },
  );
});
