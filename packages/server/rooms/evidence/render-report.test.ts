import { lineText } from "@siegel/contract/text.ts";
import { describe, expect, it } from "vitest";
import { judge, textOf } from "../../../../fixtures/judge-pdf.ts";
import { hasTools, inFolderOf, runToolIn } from "../../../../fixtures/outside-tool.ts";
import { at, reported as content, sha256, signedSha256 } from "../../test/reported.ts";
import { shaper } from "../../test/shaper.ts";
import { renderReport } from "./render-report.ts";
import type { ReportContent } from "./report-content.ts";

const rendered = (told: ReportContent): Promise<Uint8Array> => renderReport({ shaper }, told);

const poppler = hasTools("pdftotext");

describe("the audit report", () => {
  it.skipIf(!poppler)("says what it is told, in letters of any alphabet, with times in their zone", async () => {
    const text = textOf(await rendered(content));
    for (const said of [
      "Prüfprotokoll",
      "Nordlicht Robotics",
      "Größe.pdf",
      "Łukasz Żak",
      "Ζωή Παπά",
      "+48 ••• ••• •27",
      "4fa0b1c2",
      "4k2p-9xwm",
      "Fortgeschritten",
    ]) {
      expect(text).toContain(said);
    }
    expect(text).toContain("21.11.2026, 11:20:45 MEZ");
    expect(text).toContain(`Die neueste dieser Prüfsummen: ${sha256}`);
    expect(text).toContain("Ereignis 59");
    // One in the other language may be made later, and tell of later mails.
    expect(text).toContain("Aufgezeichnet bis 21.11.2026, 11:20:45 MEZ, als dieses Protokoll entstand.");
  });

  it.skipIf(!poppler)(
    "names each document with the digests of all it was, what became of it, and by whom",
    async () => {
      const [document] = content.documents;
      if (document === undefined) throw new Error("no document");
      const intake = { kind: "intake", sha256: sha256.replaceAll("7", "6"), size: 121_000, by: "Siegel" } as const;
      const [original, ...signatures] = document.revisions;
      if (original === undefined) throw new Error("no original");
      const documents = [
        { ...document, revisions: [original, intake, ...signatures] },
        { ...document, name: "Anlage.pdf", attachmentOf: "Größe.pdf", revisions: [original] },
        { ...document, name: "Ordnung.pdf", pages: 1, isSigned: false, revisions: [original] },
      ];
      const text = textOf(await rendered({ ...content, documents })).replace(/[ \u00a0]+/g, " ");
      for (const said of [
        "1 Größe.pdf",
        "9 Seiten · 1 von 2 Unterschriften",
        `Wie versendet ${sha256}`,
        `Wie gezeigt ${intake.sha256}`,
        "Aufbereitet von Siegel",
        `Unterschrieben von Łukasz Żak ${signedSha256}`,
        "Zeitstempel: 21.11.2026, 11:20:44 MEZ",
        "Referenz 4k2p-9xwm · 123.456 Byte",
        "Endgültige Fassung",
        "2 Anlage.pdf",
        "9 Seiten · Anlage zu Größe.pdf · 0 von 2 Unterschriften",
        "3 Ordnung.pdf",
        "1 Seite · Gezeigt, nicht unterschrieben",
        `Wie versendet und gezeigt ${sha256}`,
        "2 Anlage.pdf 9 Nicht unterschrieben",
        "3 Ordnung.pdf 1 Gezeigt, nicht unterschrieben",
      ])
        expect(text).toContain(said);
    },
  );

  it.skipIf(!poppler)("names every document that the wire lets through, by letters that can be seen", async () => {
    const [document] = content.documents;
    if (document === undefined) throw new Error("no document");
    const odd = [
      ...["Haft\u00adpflicht.pdf", "a\u200bb.pdf", "\ue000", "\u{1d159}", "\u0301", "می\u200cخواهم", "👩\u200d🔬.pdf"],
      ...[
        "Vertrag\u2028.pdf",
        "Vertrag\u2029.pdf",
        "Vertrag\u{e0041}.pdf",
        "\u{e0041}",
        "\u3164",
        "\u00ad",
        "\u{1d173}",
      ],
    ];
    const names = odd.filter((name) => lineText(255).min(1).safeParse(name).success);
    expect(names).toEqual(odd.slice(0, 7));
    const documents = names.map((name) => ({ ...document, name }));
    const visible = textOf(await rendered({ ...content, documents })).replace(
      /[\p{Default_Ignorable_Code_Point}\s]/gu,
      "",
    );
    names.forEach((name, i) => {
      expect(visible).toContain(`${i + 1}${name.replace(/\p{Default_Ignorable_Code_Point}/gu, "")}9Seiten`);
    });
  });

  it.skipIf(!poppler)("calls an organisation's seal a seal", async () => {
    const signers = content.signers.map((signer) => ({ ...signer, level: "a_seal" as const }));
    const text = textOf(await rendered({ ...content, signers })).replace(/[ \u00a0]+/g, " ");
    expect(text).toContain("Gesiegelt von Łukasz Żak");
    expect(text).not.toContain("Unterschrieben von");
  });

  it.skipIf(!poppler)("says of a step what it was done to, and what was only shown with it", async () => {
    const [, step] = content.steps;
    if (step === undefined) throw new Error("no step");
    const rules = [{ number: 2, name: "Hausordnung.pdf" }];
    type Documents = (typeof step)["documents"];
    const said = async (documents: Documents, shown: Documents) =>
      inOrder(await rendered({ ...content, steps: [{ ...step, documents, shown }] })).replace(/\s+/g, " ");
    expect(await said([], rules)).toContain(
      "unterschrieben Dokument 2: Hausordnung.pdf · Gezeigt, nicht unterschrieben",
    );
    expect(await said([{ number: 1, name: "Miete.pdf" }], [...rules, { number: 3, name: "b.pdf" }])).toContain(
      "Dokument 1: Miete.pdf Dokumente 2–3 · Gezeigt, nicht unterschrieben",
    );
  });

  it.skipIf(!poppler)("tells of an event which document it is about, and digests in halves", async () => {
    const [event] = content.events;
    if (event === undefined) throw new Error("no event");
    const what = `Hatte ein Dokument vor sich. SHA-256: ${sha256}`;
    const events = [{ ...event, what, document: { number: 1, name: "Größe.pdf" } }];
    const text = inOrder(await rendered({ ...content, events })).replace(/[ \u00a0]+/g, " ");
    expect(text).toContain("Dokument 1: Größe.pdf");
    expect(text).toMatch(new RegExp(`vor sich.+${sha256.slice(0, 32)}\\s*${sha256.slice(32)}\\s*Dokument`, "s"));
  });

  it.skipIf(!poppler)("says whose certificate released what, who sent it, and what it does not show", async () => {
    const text = textOf(await rendered({ ...content, language: "en" })).replace(/\s+/g, " ");
    for (const said of ["issued by Siegel Signing CA 1", "Confirmed: 21.11.2026", "jonas@nordlicht.example"])
      expect(text).toContain(said);
    expect(text).toContain("Telephone numbers are shown in part.");
    expect(text).toContain("advanced electronic signature (eIDAS Art. 3 (11))");
    expect(text).not.toContain("The reason given");
    const refused = { ...content.workflow, state: "REVOKED", keepsReason: true } as const;
    expect(textOf(await rendered({ ...content, workflow: refused }))).toContain("Der Grund der Ablehnung wird nur");
  });

  it.skipIf(!poppler)("repeats its headings on every page and numbers the pages", async () => {
    const pages = textOf(await rendered({ ...content, language: "en" }))
      .split("\f")
      .slice(0, -1);
    expect(pages.length).toBeGreaterThan(2);
    pages.forEach((page, i) => {
      expect(page).toContain(`Page ${i + 1} of ${pages.length}`);
      if (page.includes("Ereignis ")) expect(page).toContain("Checksum of the event");
    });
  });

  it.skipIf(!poppler)("breaks no word inside", async () => {
    const [first] = content.signers;
    if (first === undefined) throw new Error("no signer");
    const signers = [{ ...first, email: "jonas.brandt@example.org", level: "a_seal" as const }];
    const provider = { ...content.provider, name: "Siegel Vertrauensdienste" };
    const events = content.events.slice(0, 1).map((event) => ({ ...event, who: provider.name }));
    const text = textOf(await rendered({ ...content, signers, provider, events }));
    expect(text).toMatch(/jonas\.brandt@(?:\s|example)/);
    expect(text).toContain("example.org");
    // On the foot of every page, beside the event, and where it says what this is.
    const pages = text.split("\f").length - 1;
    expect(text.match(/Vertrauensdienste/g)).toHaveLength(pages + 2);
  });

  it("is the same page for the same content", async () => {
    expect(await rendered(content)).toEqual(await rendered(content));
  });
});

const people = {
  Chinese: "王小明",
  Korean: "김민준",
  Devanagari: "क्षितिज शर्मा",
  Thai: "สมชาย น้ำใจดี",
  Arabic: "محمد بن سلمان",
  Greek: "Ζωή Παπά",
  emoji: "Jo \u{1f58b} Ng",
};
const titles = {
  Chinese: "关于设立合资企业并转让全部知识产权的补充协议及其附件（二〇二六年十一月修订版）",
  Thai: "สัญญาจ้างแรงงานและข้อตกลงการรักษาความลับระหว่างนายจ้างและลูกจ้าง",
};

/** A report of which every text that people write is `name`. */
function reportOn(name: string, title: string): ReportContent {
  const [signer] = content.signers;
  const [document] = content.documents;
  if (!signer?.signature || document === undefined) throw new Error("nobody has signed");
  return {
    ...content,
    brand: { ...content.brand, organisation: name },
    workflow: { ...content.workflow, name: title, state: "REVOKED", refusal: title },
    documents: [
      {
        ...document,
        name: title,
        revisions: document.revisions.map((revision) =>
          revision.kind === "original" ? revision : { ...revision, by: name },
        ),
      },
    ],
    signers: [{ ...signer, name, organisation: name, signature: { ...signer.signature, certificateHolder: name } }],
    events: [
      { at, who: name, what: `E-Mail an ${name} gesendet: Einladung`, document: null, viewed: [], hash: sha256 },
    ],
  };
}

type Placed = { readonly left: number; readonly right: number; readonly bottom: number; readonly word: string };

/** Words of a file with their places. */
function placesOf(pdf: Uint8Array): readonly Placed[] {
  const { bytes } = inFolderOf({ "a.pdf": pdf }, (folder) => runToolIn(folder, "pdftotext", "-bbox", "a.pdf", "-"));
  const found = Buffer.from(bytes)
    .toString("utf8")
    .matchAll(/xMin="([\d.]+)" .* xMax="([\d.]+)" yMax="([\d.]+)">(.*)<\/word>/g);
  return [...found].map(([, left, right, bottom, word = ""]) => ({
    left: Number(left),
    right: Number(right),
    bottom: Number(bottom),
    word,
  }));
}

/** The words of a file in the order they are drawn in, so that a cell of several lines stays together. */
const inOrder = (pdf: Uint8Array): string =>
  inFolderOf({ "a.pdf": pdf }, (folder) => runToolIn(folder, "pdftotext", "-raw", "a.pdf", "-").out);

/** Composed alike, without the marks that tell of directions, and without spaces: a long text has lines. */
const solid = (text: string): string =>
  text.normalize("NFC").replace(/[\s\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "");

describe("an audit report on people of every script", () => {
  it.skipIf(!poppler).each(Object.entries(people))("names them wherever it speaks of them: %s", async (_, name) => {
    const text = textOf(await rendered(reportOn(name, `${name}: A`)));
    // Letterhead, sentence, reason, person and organisation, document; in the annex person and certificate, document, version, actor, event.
    expect(solid(text).split(solid(name)).length - 1).toBe(12);
    expect(solid(text)).toContain(solid(`E-Mail an ${name} gesendet`));
  });

  it.skipIf(!poppler).each(Object.entries(titles))(
    "breaks what has no spaces within its column: %s",
    async (_, title) => {
      const long = title.repeat(3);
      const pdf = await rendered(reportOn("Ana", long));
      expect(solid(inOrder(pdf)).split(solid(long)).length - 1).toBe(4);
      // Names of documents begin behind their numbers.
      const columns = placesOf(pdf).filter(({ left, word }) => left < 81 && long.includes(word));
      expect(columns.length).toBeGreaterThan(3);
      // A page is 595 points wide, and the rosette stands from 431 on.
      for (const { right } of placesOf(pdf)) expect(right).toBeLessThan(534);
    },
  );

  it.skipIf(!poppler)("lets no text run over the next column, whatever it is made of", async () => {
    for (const unit of ["王", "김", "क्षि", "น้ำ", "ب", "\u{1f58b}", "x", "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}"]) {
      const [first, ...others] = reportOn(unit.repeat(60), unit).signers;
      if (first === undefined) throw new Error("no signer");
      const workflow = { ...content.workflow, sender: { name: "Ana", email: "" }, state: "EXPIRED" } as const;
      const pdf = await rendered({ ...content, workflow, signers: [first, ...others], events: [] });
      const names = placesOf(pdf).filter(
        ({ left, word }) => left >= 62 && left < 182 && solid(word).includes([...unit][0] ?? ""),
      );
      expect(names.length, unit).toBeGreaterThan(1);
      for (const { right } of names) expect(right, unit).toBeLessThan(218);
    }
  });

  it.skipIf(!poppler)("goes on over the page with what is longer than one", async () => {
    // Letters of Tamil, which no font here has.
    const name = "\u0b95".repeat(200);
    const about = { ...reportOn("Ana", name), signers: reportOn(name, "A").signers };
    const reason = Array.from({ length: 990 }, (_, i) => i % 10).join("\n");
    const pdf = await rendered({ ...about, workflow: { ...about.workflow, refusal: reason } });
    // Sentence, document twice, and a signer with organisation and, in the annex, certificate.
    expect(inOrder(pdf).split("\u0b95").length - 1).toBe(7 * 200);
    // The first line stands behind its label; the number of the document stands there twice, and that of the event.
    expect(placesOf(pdf).filter(({ left, word }) => left < 65 && /^\d$/.test(word)).length).toBe(989 + 3);
    for (const { bottom, word } of placesOf(pdf)) expect(bottom, word).toBeLessThan(806);
  });

  it.skipIf(!hasTools("qpdf", "pdffonts"))("embeds subsets of the fonts it needs and of no other", async () => {
    const fontsOf = (pdf: Uint8Array): string =>
      inFolderOf({ "a.pdf": pdf }, (folder) => runToolIn(folder, "pdffonts", "a.pdf").out);
    const everybody = await rendered(reportOn(Object.values(people).join(", "), "A"));
    expect(judge(everybody).qpdf).toBe(0);
    expect(everybody.length).toBeLessThan(400_000);
    for (const font of ["NotoSansHans", "NotoSansKR", "NotoSansDevanagari", "NotoSansThai"])
      expect(fontsOf(everybody)).toMatch(new RegExp(`[A-Z]{6}\\+${font}\\S* .* yes yes yes `));
    expect(fontsOf(await rendered(content))).not.toContain("Noto");
  });

  it("asks for no other fonts where its own have every letter", async () => {
    const shape = () => {
      throw new Error("a line was shaped");
    };
    await expect(renderReport({ shaper: { ...shaper, shape } }, content)).resolves.toEqual(await rendered(content));
    // Written with a mark of its own, set as the letter it is.
    const name = "Nin\u0303o";
    await expect(renderReport({ shaper: { ...shaper, shape } }, reportOn(name, name))).resolves.toBeDefined();
  });
});
