import { describe, expect, it } from "vitest";
import { judge, textOf } from "../../../../fixtures/judge-pdf.ts";
import { hasTools, inFolderOf, runToolIn } from "../../../../fixtures/outside-tool.ts";
import { shaper } from "../../test/shaper.ts";
import { renderReport } from "./render-report.ts";
import type { ReportContent } from "./report-content.ts";

const sha256 = "7be41f02c96ad853019f44b7e2606c1d8a55f3901b7ce84d26f0a9c4533e17d8";
const at = new Date("2026-11-21T10:20:45Z");

const content: ReportContent = {
  language: "de",
  zone: "Europe/Berlin",
  provider: { name: "Siegel", anchorUrl: "https://siegel.example/pki/ca/root-1.cer" },
  brand: { organisation: "Nordlicht Robotics", colour: "#1E6569" },
  workflow: {
    id: "01h0aaaaaaaaaaaaaaaaaaaaaa",
    name: "Arbeitsvertrag",
    state: "FINISHED",
    startedAt: at,
    finishedAt: at,
    refusal: null,
  },
  documents: [
    {
      name: "Größe.pdf",
      pages: 9,
      isSigned: true,
      attachmentOf: null,
      originalSha256: sha256,
      revisions: [{ number: 1, sha256, size: 123_456, by: "Łukasz Żak" }],
    },
  ],
  signers: [
    {
      name: "Łukasz Żak",
      email: "l.zak@mail.example",
      organisation: null,
      level: "a_signature",
      signature: {
        signedAt: at,
        timestampAt: at,
        reference: "4k2p-9xwm",
        certificateSerial: "4fa0b1c2",
        certificateHolder: "Łukasz Żak",
        maskedPhone: "+48 ••• ••• •27",
        channel: "sms",
      },
    },
    { name: "Ζωή Παπά", email: "zoe@mail.example", organisation: "Ιδρυμα", level: "s_signature", signature: null },
  ],
  events: Array.from({ length: 60 }, (_, i) => ({ at, who: "Łukasz Żak", what: `Ereignis ${i}`, hash: sha256 })),
  chainHead: sha256,
  madeAt: at,
};

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
    expect(text).toContain(sha256.slice(0, 32));
    expect(text).toContain(`Kette: ${sha256}`);
    expect(text).toContain("Ereignis 59");
  });

  it.skipIf(!poppler)("repeats its headings on every page and numbers the pages", async () => {
    const pages = textOf(await rendered({ ...content, language: "en" }))
      .split("\f")
      .slice(0, -1);
    expect(pages.length).toBeGreaterThan(2);
    pages.forEach((page, i) => {
      expect(page).toContain(`Page ${i + 1} of ${pages.length}`);
      if (page.includes("Ereignis ")) expect(page).toContain("Chain");
    });
  });

  it.skipIf(!poppler)("breaks no word inside and counts seals as German writes them", async () => {
    const [first] = content.signers;
    if (first === undefined) throw new Error("no signer");
    const signers = [{ ...first, email: "jonas.brandt@example.org", level: "a_seal" as const }];
    const provider = { ...content.provider, name: "Siegel Vertrauensdienste" };
    const events = content.events.slice(0, 1).map((event) => ({ ...event, who: provider.name }));
    const text = textOf(await rendered({ ...content, signers, provider, events }));
    expect(text).toMatch(/jonas\.brandt@(?:\s|example)/);
    expect(text).toContain("example.org");
    expect(text.match(/Vertrauensdienste/g)).toHaveLength(2 + text.split("\f").length - 2);
    expect(text.replace(/\s+/g, " ")).toContain("fortgeschrittenes");
    expect(text).not.toContain("siegel)");
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
      { ...document, name: title, revisions: document.revisions.map((revision) => ({ ...revision, by: name })) },
    ],
    signers: [{ ...signer, name, organisation: name, signature: { ...signer.signature, certificateHolder: name } }],
    events: [{ at, who: name, what: `E-Mail an ${name} gesendet: Einladung`, hash: sha256 }],
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
    // Letterhead, title, reason, document, revision, signer with organisation and certificate, actor, event.
    expect(solid(text).split(solid(name)).length - 1).toBe(10);
    expect(solid(text)).toContain(solid(`E-Mail an ${name} gesendet`));
  });

  it.skipIf(!poppler).each(Object.entries(titles))(
    "breaks what has no spaces within its column: %s",
    async (_, title) => {
      const pdf = await rendered(reportOn("Ana", title));
      expect(solid(inOrder(pdf)).split(solid(title)).length - 1).toBe(3);
      const columns = placesOf(pdf).filter(({ left, word }) => left < 65 && title.includes(word));
      expect(columns.length).toBeGreaterThan(3);
      // A page is 595 points wide, and the rosette stands from 431 on.
      for (const { right } of placesOf(pdf)) expect(right).toBeLessThan(534);
    },
  );

  it.skipIf(!poppler)("lets no text run over the next column, whatever it is made of", async () => {
    for (const unit of ["王", "김", "क्षि", "น้ำ", "ب", "\u{1f58b}", "x", "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}"]) {
      const [first, ...others] = reportOn(unit.repeat(60), unit).signers;
      if (first === undefined) throw new Error("no signer");
      const pdf = await rendered({ ...content, signers: [first, ...others], events: [] });
      const names = placesOf(pdf).filter(
        ({ left, word }) => left >= 62 && left < 174 && solid(word).includes([...unit][0] ?? ""),
      );
      expect(names.length, unit).toBeGreaterThan(1);
      for (const { right } of names) expect(right, unit).toBeLessThan(174);
    }
  });

  it.skipIf(!poppler)("goes on over the page with what is longer than one", async () => {
    // Letters of Tamil, which no font here has.
    const name = "\u0b95".repeat(200);
    const about = { ...reportOn("Ana", name), signers: reportOn(name, "A").signers };
    const reason = Array.from({ length: 990 }, (_, i) => i % 10).join("\n");
    const pdf = await rendered({ ...about, workflow: { ...about.workflow, refusal: reason } });
    // Title, document, and a signer with organisation and certificate.
    expect(inOrder(pdf).split("\u0b95").length - 1).toBe(5 * 200);
    expect(placesOf(pdf).filter(({ left, word }) => left < 65 && /^\d$/.test(word)).length).toBe(989);
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
