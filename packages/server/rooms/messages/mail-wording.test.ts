/** What has to be at hand for signing, and who it was that signed: as the mails say it. */
import { expect, it } from "vitest";
import { invitationFacts as facts, sampleLook as look } from "../../test/mail-samples.ts";
import { renderMail } from "./render-mail.ts";

const no = { needsPhone: false, needsPassword: false };

it.each([
  ["de", no, "wenige Minuten."],
  ["de", { ...no, needsPhone: true }, "wenige Minuten und Ihr Telefon."],
  ["de", { ...no, needsPassword: true }, "wenige Minuten und das Passwort, das Sie von Jonas Feddersen erhalten."],
  [
    "de",
    { needsPhone: true, needsPassword: true },
    "wenige Minuten, Ihr Telefon und das Passwort, das Sie von Jonas Feddersen erhalten.",
  ],
  ["en", no, "a few minutes."],
  ["en", { ...no, needsPhone: true }, "a few minutes and your phone."],
  ["en", { ...no, needsPassword: true }, "a few minutes and the password that you get from Jonas Feddersen."],
  [
    "en",
    { needsPhone: true, needsPassword: true },
    "a few minutes, your phone and the password that you get from Jonas Feddersen.",
  ],
] as const)("an invitation, a turn and a reminder say in %s what has to be at hand: %o", (language, needs, words) => {
  for (const kind of [
    { kind: "invitation" },
    { kind: "invitation", othersSigned: true },
    { kind: "reminder" },
  ] as const) {
    const { text, html } = renderMail({ ...facts, ...kind, ...needs }, look, language);
    expect(text.replace(/\s+/g, " ")).toContain(words);
    expect(html).toContain(words);
  }
});

it("tells the sender by whom everything is signed, in the subject where it was one, and the signers what they know", () => {
  const ended = { kind: "finished", endedAt: new Date("2026-11-21T13:05:00Z") } as const;
  const toSender = (signed: readonly string[], language: "de" | "en") =>
    renderMail(
      {
        ...facts,
        ...ended,
        role: "initiator",
        link: null,
        hasOneSigner: signed.length === 1,
        progress: { signed, total: signed.length, missing: [] },
      },
      look,
      language,
    );
  expect(toSender(["Kim Lang"], "de").subject).toMatch(/^Kim Lang hat unterschrieben: Dauernutzungsvertrag/);
  expect(toSender(["Kim Lang"], "en").subject).toMatch(/^Kim Lang has signed: Dauernutzungsvertrag/);
  for (const language of ["de", "en"] as const) {
    const mail = toSender(["Kim Lang", "Alex Kurz"], language);
    expect(mail.text).toMatch(/(?:Unterschrieben von|Signed by):?\s+Kim Lang, Alex Kurz/);
    expect(mail.html).toContain("Kim Lang, Alex Kurz");
  }
  expect(renderMail({ ...facts, ...ended }, look, "de").text).not.toContain("Unterschrieben von");
});
