/** Nobody is sent "the documents" where there is one, nor "the seals" where there is one. */
import { languages } from "@siegel/contract/limits.ts";
import { messageKind, signingFailure } from "@siegel/contract/message-kinds.ts";
import { describe, expect, it } from "vitest";
import { invitationFacts, sampleLook } from "../../test/mail-samples.ts";
import type { MailFacts } from "./mail-texts.ts";
import { renderMail } from "./render-mail.ts";

const everyMail = messageKind.options.flatMap((kind) => languages.map((language) => ({ kind, language })));

const ended = { endedAt: new Date("2026-11-21T13:05:00Z") };
const choices: readonly Partial<MailFacts>[] = [
  {},
  { othersSigned: true },
  { hasSigned: true },
  { carriesCopies: true },
  { carriesCopies: true, carriesReport: true },
  { link: null, role: "initiator" },
  { link: null, role: "initiator", carriesCopies: true },
  ...signingFailure.options.map((failure) => ({ failure })),
];

/** Every text of a kind: of a signature and of a seal, and whatever else is true. */
function mailsOf(kind: MailFacts["kind"], language: "de" | "en", counts: Partial<MailFacts>): readonly string[] {
  return (["sign", "seal"] as const).flatMap((acts) =>
    choices.flatMap((choice) => {
      const role = acts === "seal" ? ("sealer" as const) : ("signer" as const);
      const { subject, text, html } = renderMail(
        { ...invitationFacts, ...ended, role, ...choice, kind, acts, ...counts },
        sampleLook,
        language,
      );
      return [subject, text, html];
    }),
  );
}

describe("the number of things in a mail", () => {
  it.each(everyMail)("is one where there is one document and one signature or seal: $kind in $language", (mail) => {
    const one = {
      hasOneSigner: true,
      hasOneMark: true,
      documents: { names: ["Vertrag.pdf"], count: 1, pages: 1, toSign: 1 },
    };
    const several =
      mail.language === "de"
        ? /Dokumente\b|Dateien|Unterschriften|Siegel stecken|Seiten\b/
        : /documents|\bfiles|\bPDFs|signatures|seals|\bthem\b|pages/i;
    for (const words of mailsOf(mail.kind, mail.language, one)) {
      // The last line names the service's pages in every mail.
      expect(words.replace(/unsere Seiten|our pages/g, "")).not.toMatch(several);
    }
  });

  it.each(everyMail)("is more where there are more documents: $kind in $language", (mail) => {
    const one =
      mail.language === "de"
        ? /Dokument\b|Datei\b|(Unterschrift|Siegel) steckt/
        : /document\b|\bPDF\b(?! files)|is (attached|inside)/i;
    // A name is what the sender called it.
    for (const words of mailsOf(mail.kind, mail.language, {})) expect(words.replace(/\.pdf/g, "")).not.toMatch(one);
  });

  it.each([
    [
      "de",
      "sign",
      "Bewahren Sie die PDF-Datei auf: Die Unterschrift steckt darin. Ein Ausdruck allein beweist sie nicht.",
    ],
    ["de", "seal", "Bewahren Sie die PDF-Datei auf: Das Siegel steckt darin. Ein Ausdruck allein beweist es nicht."],
    ["en", "sign", "Keep the PDF file: the signature is inside it. A printout alone does not prove it."],
    ["en", "seal", "Keep the PDF file: the seal is inside it. A printout alone does not prove it."],
  ] as const)("makes a sentence in %s of one %s", (language, acts, sentence) => {
    const documents = { names: ["Vertrag.pdf"], count: 1, pages: 3, toSign: 1 };
    const facts: MailFacts = { ...invitationFacts, ...ended, kind: "finished", acts, documents, hasOneMark: true };
    expect(renderMail(facts, sampleLook, language).text.replaceAll("\n", " ")).toContain(sentence);
    const two = renderMail({ ...facts, hasOneMark: false }, sampleLook, language).text.replaceAll("\n", " ");
    expect(two).toMatch(/Unterschriften stecken|Siegel stecken|signatures are inside|seals are inside/);
  });
});
