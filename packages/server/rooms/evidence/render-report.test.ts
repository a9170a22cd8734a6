import { describe, expect, it } from "vitest";
import { textOf } from "../../../../fixtures/judge-pdf.ts";
import { hasTools } from "../../../../fixtures/outside-tool.ts";
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

const poppler = hasTools("pdftotext");

describe("the audit report", () => {
  it.skipIf(!poppler)("says what it is told, in letters of any alphabet, with times in their zone", async () => {
    const text = textOf(await renderReport(content));
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
    const pages = textOf(await renderReport({ ...content, language: "en" }))
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
    const text = textOf(await renderReport({ ...content, signers, provider, events }));
    expect(text).toMatch(/jonas\.brandt@(?:\s|example)/);
    expect(text).toContain("example.org");
    expect(text.match(/Vertrauensdienste/g)).toHaveLength(2 + text.split("\f").length - 2);
    expect(text.replace(/\s+/g, " ")).toContain("fortgeschrittenes");
    expect(text).not.toContain("siegel)");
  });

  it("is the same page for the same content", async () => {
    expect(await renderReport(content)).toEqual(await renderReport(content));
  });
});
