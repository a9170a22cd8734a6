import { languages } from "@siegel/contract/limits.ts";
import { messageKind } from "@siegel/contract/message-kinds.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { invitationFacts, sampleLook, sampleMails, sampleNames } from "../../test/mail-samples.ts";
import type { MailFacts } from "./mail-texts.ts";
import { renderMail } from "./render-mail.ts";

const facts = invitationFacts;
const look = sampleLook;
const everyMail = messageKind.options.flatMap((kind) => languages.map((language) => ({ kind, language })));

describe("a mail", () => {
  it("invites in German, with umlauts, the time and its zone, as text and as HTML", () => {
    const mail = renderMail(facts, look, "de");
    expect(mail.subject).toBe(
      "Jonas Feddersen bittet Sie um Ihre Unterschrift: Dauernutzungsvertrag Wohnung 4.12, Speicherstraße 8",
    );
    for (const body of [mail.text, mail.html]) {
      expect(body).toContain("Guten Tag Katharina Brückner-Özdemir,");
      expect(body).toContain("4 PDF-Dateien, zusammen 24 Seiten");
      expect(body).toContain("Freitag, 04.12.2026, 23:59 MEZ");
      expect(body).toContain("https://siegel.example/login/w/s");
      expect(body).toContain("Wir fragen Sie in E-Mails nie nach Passwörtern oder Codes.");
    }
    expect(mail.html).toContain('<html lang="de">');
  });

  it.each(everyMail)(
    "speaks of a seal to who seals where everybody seals: $kind in $language",
    ({ kind, language }) => {
      const failure = kind === "signing_failed" ? "FILE_BROKEN" : null;
      const refusal = kind === "refused" ? { by: "Ada", email: null, reason: null, othersTold: true } : null;
      // A sender hears of the end alone.
      const ends = kind === "finished" || kind === "refused" || kind === "expired";
      const roles = ends ? (["sealer", "initiator"] as const) : (["sealer"] as const);
      const progress = { signed: ["Kim"], total: 2, missing: ["Ada"] };
      for (const role of roles) {
        const mail = renderMail({ ...facts, kind, role, acts: "seal", failure, refusal, progress }, look, language);
        expect(`${mail.subject}\n${mail.text}`).not.toMatch(/nterschr|\bsign|\bSign(ed|ature)/);
      }
    },
  );

  it("says whose seal is not needed any more, and whose signature", () => {
    const cancelled = (role: "signer" | "sealer", language: "de" | "en") =>
      renderMail({ ...facts, kind: "cancelled", role }, look, language).text;
    expect(cancelled("sealer", "de")).toContain("braucht Ihr Siegel hierfür nicht mehr");
    expect(cancelled("signer", "de")).toContain("braucht Ihre Unterschrift hierfür nicht mehr");
    expect(cancelled("sealer", "en")).toContain("no longer needs your seal");
    expect(cancelled("signer", "en")).toContain("no longer needs your signature");
  });

  it.each([
    ["CERTIFICATE_NOT_VALID", "de", /Zertifikat .* nicht mehr gültig.*bestätigen Sie noch einmal/s, true],
    ["CERTIFICATE_NOT_VALID", "en", /certificate .* no longer valid.*confirm once more/s, true],
    ["WORKFLOW_CHANGED", "de", /Dienst wurde erneuert.*bestätigen Sie noch einmal/s, true],
    ["WORKFLOW_CHANGED", "en", /service was updated.*confirm once more/s, true],
    ["ORGANIZATION_NOT_VERIFIED", "de", /Organisation .* Wenden Sie sich an Jonas Feddersen/s, false],
    ["ORGANIZATION_NOT_VERIFIED", "en", /organisation.* contact Jonas Feddersen/s, false],
    ["FIELD_VALUE_INVALID", "de", /Eingabe passt nicht in ihr Feld.*berichtigen/s, true],
    ["FIELD_VALUE_INVALID", "en", /entries does not fit its field.*correct your entries/s, true],
    ["FILE_BROKEN", "de", /keine Unterschrift aufnehmen.*sagen Sie es Jonas Feddersen/s, false],
    ["FILE_BROKEN", "en", /cannot take a signature.*tell Jonas Feddersen/s, false],
  ] as const)("says that nothing was signed, why and what to do: %s in %s", (failure, language, words, tryAgain) => {
    const mail = renderMail({ ...facts, kind: "signing_failed", failure }, look, language);
    expect(mail.subject).toMatch(language === "de" ? /^Nicht unterschrieben: / : /^Not signed: /);
    expect(mail.text).toContain(language === "de" ? "Es wurde nichts unterschrieben." : "Nothing was signed.");
    expect(mail.text).toMatch(words);
    expect(mail.text.includes("https://siegel.example/login/w/s")).toBe(tryAgain);
  });

  it.each(languages)(
    "in a list of mails says more than its subject: how it begins, or until when there is time, in %s",
    (language) => {
      const named = sampleMails({ ...sampleNames.common, workflowName: "Mietvertrag 4.12" });
      for (const told of named) {
        const { html, subject, text } = renderMail(told, look, language);
        const [, preview = ""] = /overflow:hidden">(.*?)<\/div>/.exec(html) ?? [];
        expect(preview).toMatch(/^[A-ZÄÖÜ].{30,}/);
        expect([subject, preview.length > 0 && subject.includes(preview.slice(0, 30))]).toEqual([subject, false]);
        const [first = ""] = preview.split(/\. (Gültig|Valid)/);
        expect(text.toLowerCase()).toContain(first.toLowerCase().replaceAll("&#39;", "'"));
      }
    },
  );

  it.each(languages)("calls a thing by one word, in %s", (language) => {
    for (const told of sampleMails(sampleNames.common)) {
      const { text } = renderMail(told, look, language);
      expect(text).not.toMatch(/Unterlagen|[Ff]reig(abe|egeben)|approv|\b(?<!e-)mails?\b/);
      // One greeting, and nothing asked twice in a row.
      expect(text.match(/Guten Tag|Dear/g)).toHaveLength(1);
      expect(text).not.toMatch(/bittet Sie[^.]*: bitte/);
    }
  });

  it("invites in English", () => {
    const mail = renderMail(
      { ...facts, role: "sealer", documents: { names: ["Vertrag.pdf"], count: 1, pages: 1, toSign: 1 } },
      look,
      "en",
    );
    expect(mail.subject).toMatch(/^Jonas Feddersen asks for your seal: /);
    expect(mail.text).toContain("Dear Katharina Brückner-Özdemir,");
    expect(mail.text).toContain("1 PDF, 1 page\n");
    expect(mail.text).toContain("Friday, 04.12.2026, 23:59 CET");
    expect(mail.html).toContain('<html lang="en">');
  });

  it("says whose turn it is where others have signed before", () => {
    expect(renderMail({ ...facts, othersSigned: true }, look, "de").subject).toMatch(/^Sie sind an der Reihe: /);
    expect(renderMail({ ...facts, othersSigned: true }, look, "en").text).toContain("Everyone before you has signed.");
  });

  it("asks for a phone only where a code will come", () => {
    expect(renderMail(facts, look, "de").text).toContain("Ihr Telefon");
    expect(renderMail({ ...facts, needsPhone: false }, look, "de").text).not.toContain("Telefon");
  });

  it.each(["invitation", "reminder"] as const)("shows what the sender writes in the sender's words: %s", (kind) => {
    const message = "Dear Ms Ö,\r\nas discussed:\n\n§ 3 <b>stays</b>.";
    const mail = renderMail({ ...facts, kind, message }, look, "en");
    expect(mail.text).toContain("Jonas Feddersen writes:\n> Dear Ms Ö,\n> as discussed:\n> \n> § 3 <b>stays</b>.");
    expect(mail.html).toContain("Dear Ms Ö,<br>as discussed:<br><br>§ 3 &#60;b&#62;stays&#60;/b&#62;.");
    expect(renderMail({ ...facts, kind, message }, look, "de").text).toContain("Jonas Feddersen schreibt:\n> Dear");
    expect(renderMail({ ...facts, kind }, look, "en").text).not.toContain("writes");
  });

  it("names the documents, the first of many, until when there is time, and has one button", () => {
    const names = Array.from({ length: 9 }, (_, n) => `Anlage ${n + 1}`);
    const invited = (change: Partial<MailFacts>) => renderMail({ ...facts, ...change }, look, "de");
    const many = invited({ documents: { names, count: 9, pages: 20, toSign: 9 } });
    expect(many.text).toContain("Dokumente:\n  Anlage 1\n");
    expect(many.text).toContain("  Anlage 5\n  und 4 weitere\n  9 PDF-Dateien, zusammen 20 Seiten\nGültig bis: ");
    expect(many.html.match(/class="bt"/g)).toHaveLength(1);
    expect(many.html.match(/<a class=/g)).toHaveLength(2);
    const unending = invited({ expiresAt: null });
    expect(`${unending.text}${unending.html}`).not.toMatch(/Gültig|bis/);
    const some = (toSign: number, language: "de" | "en") =>
      renderMail({ ...facts, documents: { names, count: 9, pages: 20, toSign } }, look, language).text.replaceAll(
        "\n",
        " ",
      );
    expect(some(9, "en")).toContain("Please read the documents and sign them online.");
    expect(some(1, "en")).toContain("Please read the documents and sign one of them online.");
    expect(some(2, "de")).toContain("sehen Sie die Dokumente durch und unterschreiben Sie 2 davon online.");
    expect(invited({ documents: { names: [], count: 4, pages: 24, toSign: 4 } }).text).toContain(
      "Dokumente: 4 PDF-Dateien",
    );
  });

  it.each(languages)("tells the sender what can be done after somebody declined, in %s", (language) => {
    const refusal = { by: "Kati Ö.", email: "kati@example.org", reason: "Zu teuer.", othersTold: true };
    const refused = { ...facts, kind: "refused", link: null, refusal } as const;
    const toSender = renderMail({ ...refused, role: "initiator" }, look, language);
    expect(toSender.text).toMatch(/\n- (Speak with|Sprechen Sie mit) Kati Ö\. [^\n]*: kati@example\.org\.\n- /);
    expect(toSender.html.match(/<li /g)).toHaveLength(4);
    const alone = renderMail({ ...refused, role: "initiator", hasOneSigner: true }, look, language);
    expect(alone.html.match(/<li /g)).toHaveLength(3);
    const toSigner = renderMail({ ...refused, role: "signer" }, look, language);
    expect(toSigner.html).not.toContain("<li ");
  });

  it("tells who refused and why", () => {
    const refusal = { by: "Kati Ö.", email: null, reason: "§ 3 stimmt nicht.\nBitte <b>neu</b>.", othersTold: true };
    const mail = renderMail(
      { ...facts, kind: "refused", role: "initiator", link: null, endedAt: new Date("2026-07-01T10:00:00Z"), refusal },
      look,
      "de",
    );
    expect(mail.text).toContain("> § 3 stimmt nicht.\n> Bitte <b>neu</b>.");
    expect(mail.html).toContain("§ 3 stimmt nicht.<br>Bitte &#60;b&#62;neu&#60;/b&#62;.");
    expect(mail.text).toContain("Mittwoch, 01.07.2026, 12:00 MESZ");
    expect(mail.html).not.toContain('class="bt"');
  });

  it("says truthfully whether the documents are attached", () => {
    const finished: MailFacts = { ...facts, kind: "finished", endedAt: new Date("2026-11-21T13:05:00Z") };
    expect(renderMail({ ...finished, carriesCopies: true }, look, "en").text).toContain(
      "The signed documents are attached and are also ready at your link.",
    );
    expect(renderMail({ ...finished, carriesCopies: true, link: null }, look, "en").text).toContain(
      "The signed documents are attached.",
    );
    expect(renderMail(finished, look, "en").text).toContain("Your copy and the audit report are ready at your link.");
    expect(renderMail({ ...finished, link: null }, look, "en").text).toContain("ready in your system");
  });

  it("says truthfully where the audit report is", () => {
    const finished: MailFacts = { ...facts, kind: "finished", carriesCopies: true };
    expect(renderMail({ ...finished, carriesReport: true }, look, "de").text).toContain(
      "Die unterschriebenen Dokumente und das Prüfprotokoll hängen an dieser E-Mail",
    );
    expect(renderMail(finished, look, "de").text).toContain("Das Prüfprotokoll liegt unter Ihrem Link bereit.");
    expect(renderMail({ ...finished, link: null }, look, "en").text).toContain(
      "The audit report is ready in your system.",
    );
  });

  it("speaks of seals where everybody seals", () => {
    const sealed: MailFacts = { ...facts, kind: "finished", acts: "seal", carriesCopies: true };
    const [german, english] = [renderMail(sealed, look, "de"), renderMail(sealed, look, "en")];
    expect(german.subject).toMatch(/^Alle haben gesiegelt: /);
    expect(german.text).toContain("Die gesiegelten Dokumente");
    expect(german.text).not.toMatch(/unterschr/i);
    expect(english.subject).toMatch(/^Everyone has sealed: /);
    expect(english.text).not.toMatch(/signed|signature/i);
  });

  it("speaks of both where some sign and some seal", () => {
    const mixed: MailFacts = { ...facts, kind: "finished", acts: "both", carriesCopies: true };
    const [german, english] = [renderMail(mixed, look, "de"), renderMail(mixed, look, "en")];
    expect(german.subject).toMatch(/^Alle haben unterschrieben oder gesiegelt: /);
    expect(german.text).toContain("Die fertigen Dokumente");
    expect(german.text).toContain("Die Unterschriften und Siegel stecken darin.");
    expect(english.subject).toMatch(/^Everyone has signed or sealed: /);
    expect(english.text).toContain("the signatures and seals are inside them");
  });

  it.each(languages)("speaks of nobody else where one signs alone, in %s", (language) => {
    const ended = { hasOneSigner: true, endedAt: new Date("2026-11-21T13:05:00Z") };
    const refusal = { by: "Ada", email: null, reason: "Nein.", othersTold: false };
    const told = (["finished", "refused", "expired"] as const).flatMap((kind) =>
      (["signer", "initiator"] as const).map((role) =>
        renderMail({ ...facts, ...ended, kind, role, refusal, link: null }, look, language),
      ),
    );
    for (const { subject, text } of told)
      expect(`${subject}\n${text}`).not.toMatch(/\b[Aa]lle\b|anderen|[Ee]veryone|\bothers?\b/);
    expect(told[0]?.subject).toMatch(language === "de" ? /^Unterschrieben: / : /^Signed: /);
    expect(told[0]?.text).toContain(language === "de" ? "Es ist alles unterschrieben." : "Everything is signed.");
  });

  it("says that the others know of a refusal only where there were some to tell", () => {
    const refused = (othersTold: boolean, language: "de" | "en") =>
      renderMail(
        {
          ...facts,
          kind: "refused",
          role: "initiator",
          refusal: { by: "Ada", email: null, reason: "Nein.", othersTold },
        },
        look,
        language,
      ).text;
    expect(refused(true, "de")).toContain("Wir haben die anderen Beteiligten benachrichtigt.");
    expect(refused(true, "en")).toContain("We have told everyone else involved.");
    expect(refused(false, "de")).not.toContain("benachrichtigt");
    expect(refused(false, "en")).not.toContain("everyone else");
  });

  it("wears the organisation's colour, readable in both themes, and its logo as a part of the mail", () => {
    const mail = renderMail(facts, { ...look, colour: "#FFD400", logo: "data:image/png;base64,AQID" }, "de");
    expect(mail.html).toContain("background:#FFD400;color:#000000");
    expect(mail.html).toMatch(/prefers-color-scheme:dark.*\.bt\{background:#FFD400!important;color:#000000!important/);
    expect(mail.html).toContain('src="cid:logo"');
    expect(mail.inline).toEqual([
      { filename: "logo.png", contentType: "image/png", contentId: "logo", content: Buffer.from([1, 2, 3]) },
    ]);
  });

  it.each(["data:image/svg+xml;base64,PHN2Zy8+", "https://evil.example/x.png", 'data:image/png;base64,"><script>', ""])(
    "leaves out a logo that is %j",
    (logo) => {
      const mail = renderMail(facts, { ...look, logo }, "de");
      expect(mail.inline).toEqual([]);
      expect(mail.html).not.toContain("<img");
    },
  );

  it.each(everyMail)("$kind in $language shows whatever people typed as text", ({ kind, language }) => {
    const typed = fc.string({ unit: "binary", maxLength: 40 }).map((noise) => `"><script>alert(1)</script>'&${noise}`);
    const plain = tagsOf(
      renderMail({ ...facts, kind, refusal: { by: "B", email: null, reason: "r", othersTold: true } }, look, language)
        .html,
    );
    fc.assert(
      fc.property(typed, (text) => {
        const hostile: MailFacts = {
          ...facts,
          kind,
          recipientName: text,
          workflowName: text,
          initiator: { name: text, email: facts.initiator.email },
          refusal: { by: text, email: null, reason: text.replace(/[\r\n]/g, ""), othersTold: true },
        };
        const mail = renderMail(hostile, { ...look, organisation: text, provider: text }, language);
        expect(tagsOf(mail.html)).toEqual(plain);
        expect(mail.subject).not.toMatch(/[\r\n]/);
      }),
      { numRuns: 30 },
    );
  });

  it.each(everyMail)("$kind in $language fetches nothing and runs nothing", ({ kind, language }) => {
    const { html, text } = renderMail({ ...facts, kind }, look, language);
    expect(html).not.toMatch(/<script|<iframe|<link|@import|url\(|src="http/i);
    expect(`${html}${text}`).not.toMatch(/undefined|null|NaN|\[object/);
  });
});

/** The tags of a document in order, without what stands between them. */
function tagsOf(html: string): string[] {
  return html.match(/<\/?[a-z][a-z0-9]*/gi) ?? [];
}
