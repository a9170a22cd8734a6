import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { textOf } from "../../../../fixtures/judge-pdf.ts";
import { hasTools } from "../../../../fixtures/outside-tool.ts";
import { reported, signedSha256 } from "../../test/reported.ts";
import { shaper } from "../../test/shaper.ts";
import { renderReport } from "./render-report.ts";
import type { ReportContent } from "./report-content.ts";

const poppler = hasTools("pdftotext");
const rendered = (documents: ReportContent["documents"]) => renderReport({ shaper }, { ...reported, documents });

it.skipIf(!poppler)("names the files within a document, with the digest of what a reader saves", async () => {
  const embedded = [
    { name: "factur-x.xml", size: 4_321, sha256: signedSha256 },
    { name: "", size: null, sha256: null },
  ];
  const documents = reported.documents.map((document) => ({ ...document, embedded: { first: embedded, total: 2 } }));
  const text = textOf(await rendered(documents)).replace(/[ \u00a0]+/g, " ");
  for (const said of [
    `factur-x.xml ${signedSha256}`,
    "In das Dokument eingebettete Datei 4.321 Byte",
    "(ohne Namen)",
    "Ließ sich nicht entpacken",
  ])
    expect(text).toContain(said);
  expect(textOf(await rendered(reported.documents))).not.toContain("eingebettete");
});

it.skipIf(!poppler)("[T-049] says that earlier signatures were not checked", async () => {
  const documents = reported.documents.map((document) => ({ ...document, earlierSignatures: 2 }));
  const text = textOf(await rendered(documents)).replace(/\s+/g, " ");
  expect(text).toContain(
    "enthielt beim Versand schon 2 Unterschriften, die Byte für Byte erhalten bleiben; wir haben sie nicht geprüft",
  );
  expect(textOf(await rendered(reported.documents))).not.toContain("beim Versand schon");
});

describe("many files within documents", () => {
  const first = Array.from({ length: 100 }, (_, n) => ({ name: `Anlage ${n}.xml`, size: 4_321, sha256: signedSha256 }));
  const [document] = reported.documents;
  if (document === undefined) throw new Error("a report has a document");
  const documents = Array.from({ length: 5 }, () => ({ ...document, embedded: { first, total: 1_000 } }));

  it.skipIf(!poppler)("are told by the first of each, and by the number of the others", async () => {
    const text = textOf(await rendered(documents));
    expect(text.match(/Anlage 99\.xml/g)).toHaveLength(5);
    expect(text.match(/und 900 weitere eingebettete Dateien/g)).toHaveLength(5);
  });

  it("leave others their turn between two documents", async () => {
    let turns = 0;
    let isDrawn = false;
    const others = (async () => {
      for (; !isDrawn; turns += 1) await turn();
    })();
    const drawnAt: number[] = [];
    const watched = documents.map((one) => ({
      ...one,
      get embedded() {
        if (drawnAt.at(-1) !== turns) drawnAt.push(turns);
        return one.embedded;
      },
    }));
    await rendered(watched);
    isDrawn = true;
    await others;
    expect(drawnAt, "each in a turn of its own").toHaveLength(documents.length);
  });
});
