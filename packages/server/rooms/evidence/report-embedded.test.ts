import { expect, it } from "vitest";
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
  const documents = reported.documents.map((document) => ({ ...document, embedded }));
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
