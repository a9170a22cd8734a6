import { describe, expect, it } from "vitest";
import { judge } from "../../../../fixtures/judge-pdf.ts";
import { hasTools, inFolderOf, runToolIn } from "../../../../fixtures/outside-tool.ts";
import { reported, reportedWithImage, sha256, signedSha256 } from "../../test/reported.ts";
import { shaper } from "../../test/shaper.ts";
import { renderReport } from "./render-report.ts";
import type { ReportContent } from "./report-content.ts";

const rendered = (told: ReportContent): Promise<Uint8Array> => renderReport({ shaper }, told);

/** What a program prints of a file that is called a.pdf; spaces that do not break are spaces. */
const printed = (pdf: Uint8Array, tool: string, ...args: string[]): string =>
  inFolderOf({ "a.pdf": pdf }, (folder) =>
    Buffer.from(runToolIn(folder, tool, ...args).bytes)
      .toString("utf8")
      .replaceAll("\u00a0", " "),
  );

/** Elements with what they hold, one a line, as poppler reads them; what stands before the first lies in no element. */
const structureOf = (pdf: Uint8Array): readonly string[] =>
  printed(pdf, "pdfinfo", "-struct-text", "a.pdf")
    .split("\n")
    .map((line) => line.replace(/ \(\w+\)$/, "").trimEnd())
    .filter((line) => line !== "");

/** Names of another script, so that lines are forms, and more than a page of everything. */
const long: ReportContent = {
  ...reported,
  workflow: { ...reported.workflow, name: "王小明 & <Söhne>\n\u0001", refusal: "Nein. ".repeat(900), state: "REVOKED" },
  documents: reported.documents.flatMap((document) =>
    Array.from({ length: 12 }, (_, i) => ({ ...document, name: `สัญญา ${i}.pdf`, isSigned: i % 2 === 0 })),
  ),
  signers: reported.signers.map((signer) => ({ ...signer, organisation: "محمد بن سلمان ".repeat(80) })),
};

describe.skipIf(!hasTools("pdfinfo"))("the structure of a report", () => {
  it("has a heading for each part and each document, and a list of the versions below it", async () => {
    const structure = structureOf(await rendered(reported));
    expect(structure.filter((line) => /^ +H\d$/.test(line)).map((line) => line.trim())).toEqual([
      ...["H1", "H2", "H2", "H2"],
      ...["H2", "H3", "H3", "H4", "H3", "H3"],
    ]);
    const named = structure.indexOf('    "Größe.pdf"');
    expect(structure.slice(named - 2, named + 10)).toEqual([
      "  H4",
      '    "1 "',
      '    "Größe.pdf"',
      "  P",
      '    "9 Seiten · 1 von 2 Unterschriften"',
      "  L",
      "    LI",
      "      LBody",
      `        "Wie versendet und gezeigt ${sha256} 120.000 Byte"`,
      "    LI",
      "      LBody",
      `        "Unterschrieben von Łukasz Żak Zeitstempel: 21.11.2026, 11:20:44 MEZ Endgültige Fassung ${signedSha256} Referenz 4k2p-9xwm · 123.456 Byte"`,
    ]);
  });

  it("has tables whose headings are read once, however many pages they go over", async () => {
    const structure = structureOf(await rendered(reported));
    const heads = structure.filter((_, i) => structure[i - 1]?.trim() === "/Scope /Column").map((line) => line.trim());
    expect(heads).toEqual(
      [
        ...["Person", "Wie", "Wann"],
        ...["Nr.", "Name", "Seiten", "Ergebnis"],
        ...["Nr.", "Zeit", "Wer", "Was"],
        ...["Person", "Zertifikat", "Zeiten"],
        ...["Nr.", "Zeit", "Was", "Prüfsumme des Ereignisses"],
      ].map((word) => `"${word}"`),
    );
    expect(structure.filter((line) => line.trim() === "TR")).toHaveLength(5 + 2 + 1 + 2 + 1 + 60);
    expect(structure.filter((line) => line.trim() === "TD")).toHaveLength(3 * 2 + 4 * 1 + 4 * 2 + 3 * 1 + 4 * 60);
  });

  it("reads lines with a space between words, and what is one word as one", async () => {
    const [signer] = reported.signers;
    if (signer === undefined) throw new Error("no signer");
    const signers = [{ ...signer, email: "anna.lindqvist@nordlicht.example", organisation: "Nord und Süd" }];
    const structure = structureOf(await rendered({ ...reported, signers }));
    expect(structure).toContain('        "Łukasz Żak anna.lindqvist@nordlicht.example Nord und Süd"');
  });

  it("has the image in a signature as a figure that says whose it is", async () => {
    const pdf = await rendered(reportedWithImage);
    const structure = structureOf(pdf).map((line) => line.trim());
    expect(structure.filter((line) => line === "Figure:")).toHaveLength(1);
    expect(structure.slice(structure.indexOf('"Bild"'))).toContain('"–"');
    const [, alt = ""] =
      /\/Alt <feff([0-9a-f]+)>/.exec(printed(pdf, "qpdf", "--qdf", "--object-streams=disable", "a.pdf", "-")) ?? [];
    expect(Buffer.from(alt, "hex").swap16().toString("utf16le")).toBe("Bild in der Unterschrift von Łukasz Żak");
    expect(printed(pdf, "pdfimages", "-list", "a.pdf")).toMatch(/ image +4 +2 +rgb /);
  });

  it("leaves feet and ornaments out", async () => {
    expect(structureOf(await rendered(reported)).join("\n")).not.toContain("Seite 1");
  });

  it.skipIf(!hasTools("qpdf"))("holds or leaves out all that is drawn, once", async () => {
    for (const told of [reported, long]) {
      const pdf = await rendered(told);
      expect(judge(pdf).qpdf).toBe(0);
      const pages = printed(pdf, "qpdf", "--qdf", "--object-streams=disable", "a.pdf", "-")
        .split(/^stream$/m)
        .map((stream) => stream.split("endstream")[0] ?? "")
        .filter((stream) => stream.startsWith("\n1 0 0 -1 0 "));
      expect(pages.length).toBeGreaterThan(1);
      for (const page of pages) expect(depthsOfPainting(page)).toEqual(new Set([1]));
    }
  });

  it("says its language and its title, whatever stands in it", async () => {
    const pdf = await rendered(long);
    expect(printed(pdf, "pdfinfo", "a.pdf")).toMatch(/^Tagged: +yes$/m);
    expect(printed(pdf, "pdfinfo", "a.pdf")).toMatch(/^Title: +Prüfprotokoll: 王小明 & <Söhne>$/m);
    expect(printed(pdf, "pdfinfo", "-meta", "a.pdf")).toContain("Prüfprotokoll: 王小明 &amp; &lt;Söhne&gt;<");
    const source = Buffer.from(pdf).toString("latin1");
    for (const entry of ["/Lang (de)", "/DisplayDocTitle true", "/Marked true"]) expect(source).toContain(entry);
  });
});

/** How deep in marked contents a page is wherever something is painted. */
function depthsOfPainting(page: string): ReadonlySet<number> {
  const found = new Set<number>();
  let depth = 0;
  for (const line of page.split("\n")) {
    const operator = line.split(" ").at(-1) ?? "";
    if (["BDC", "BMC"].includes(operator)) depth += 1;
    if (operator === "EMC") depth -= 1;
    if (["TJ", "Tj", "Do", "S", "s", "f", "B"].includes(operator)) found.add(depth);
  }
  return found;
}
