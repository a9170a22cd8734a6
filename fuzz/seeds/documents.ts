/** Documents to begin with: every way to keep a cross-reference, forms, pages turned, revisions, what others signed, and traps. */
import { formPdf, manyPagesPdf, plainPdf, rotatedPdf } from "../../fixtures/documents.ts";
import { foreignSigned } from "../../fixtures/foreign-signature.ts";
import { hostileFiles } from "../../fixtures/hostile.ts";
import { contentStream, makePdf } from "../../fixtures/make-pdf.ts";
import { makeRevisions, type Revision } from "../../fixtures/make-revisions.ts";

const kinds = ["table", "stream", "object-streams", "hybrid"] as const;

/** Hostile files small enough to be changed thousands of times. */
const smallTraps: ReadonlySet<string> = new Set([
  "a page tree that doubles",
  "a field tree that doubles",
  "a page tree with a loop",
  "a field tree with a loop",
  "references in a circle",
  "a /Size of a billion billions",
]);

/** The documents, the same bytes every time. */
export async function documentSeeds(): Promise<readonly Uint8Array[]> {
  return [
    ...kinds.map((xref) => plainPdf({ xref })),
    ...kinds.map((xref) => formPdf({ xref })),
    rotatedPdf(90, 2),
    rotatedPdf(270),
    manyPagesPdf(23),
    activePdf(),
    wishfulPdf(),
    packedPdf(),
    ...kinds.flatMap((kind) => [revised(kind, true), revised(kind, false)]),
    await foreignSigned(formPdf(), { certifies: 2 }),
    await foreignSigned(plainPdf(), { locks: { action: "Include", fields: ["alice"] } }),
    await foreignSigned(formPdf({ xref: "stream" }), { certifies: 1, locks: { action: "All", level: 2 } }),
    ...hostileFiles.filter(({ name }) => smallTraps.has(name)).map(({ make }) => make()),
  ];
}

/** Everything that acts: scripts, actions, an attachment, XFA. */
function activePdf(): Uint8Array {
  return makePdf({
    objects: [
      "<< /Type /Catalog /Pages 2 0 R /OpenAction 5 0 R /AA << /WC 5 0 R >> /Names << /JavaScript << /Names [(a) 5 0 R] >> /EmbeddedFiles << /Names [(b) 6 0 R] >> >> /AcroForm 8 0 R >>",
      "<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 595 842] >>",
      "<< /Type /Page /Parent 2 0 R /Annots [4 0 R 9 0 R] /AA << /O 5 0 R >> >>",
      "<< /Type /Annot /Subtype /Link /Rect [1 1 9 9] /A << /S /URI /URI (http://example.org) /Next [5 0 R] >> >>",
      "<< /S /JavaScript /JS (app.alert\\(1\\)) >>",
      "<< /Type /Filespec /F (a.txt) /EF << /F 7 0 R >> >>",
      contentStream("hello"),
      "<< /Fields [9 0 R] /XFA [(template) 10 0 R] /CO [9 0 R] >>",
      "<< /FT /Tx /T (alice.name) /Type /Annot /Subtype /Widget /Rect [10 10 99 30] /P 3 0 R /AA << /K 5 0 R >> >>",
      contentStream("<xdp/>"),
    ],
  });
}

/** Signature fields that somebody prepared, one with wishes (§12.7.5.5), and marked content. */
function wishfulPdf(): Uint8Array {
  return makePdf({
    objects: [
      "<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R 5 0 R 7 0 R] /SigFlags 3 >> /MarkInfo << /Marked true >> /StructTreeRoot 8 0 R /Extensions << /ADBE << /BaseVersion /1.7 /ExtensionLevel 3 >> >> >>",
      "<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [-50 -50 545 792] >>",
      "<< /Type /Page /Parent 2 0 R /Annots 9 0 R /Tabs /S >>",
      "<< /FT /Sig /T (alice.sig) /Type /Annot /Subtype /Widget /F 4 /P 3 0 R /Rect [72 72 272 120] >>",
      "<< /FT /Sig /T (other) /Type /Annot /Subtype /Widget /Rect [0 0 0 0] /P 3 0 R /Lock << /Type /SigFieldLock /Action /Include /Fields [(x)] >> /SV 6 0 R >>",
      "<< /Type /SV /Ff 0 /SubFilter [/ETSI.CAdES.detached] /Reasons [(a)] >>",
      "<< /T (group) /FT /Tx /Kids [10 0 R] /V (a) >>",
      "<< /Type /StructTreeRoot /K [] /ParentTree << /Nums [] >> /ParentTreeNextKey 0 >>",
      "[4 0 R 5 0 R 10 0 R]",
      "<< /Type /Annot /Subtype /Widget /T (kid) /Parent 7 0 R /Rect [0 200 90 220] /MK << /R 90 /BG [1 0 0] >> >>",
    ],
  });
}

/** Streams in other filters, one behind the other. */
function packedPdf(): Uint8Array {
  const stream = (entries: string, content: string): string =>
    `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`;
  return makePdf({
    objects: [
      "<< /Type /Catalog /Pages 2 0 R /A [4 0 R 5 0 R 6 0 R 7 0 R] >>",
      "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents [4 0 R 5 0 R] >>",
      stream("/Filter /ASCIIHexDecode", "48656C6C6F>"),
      stream("/Filter [/ASCII85Decode /RunLengthDecode]", '!<<*"~>'),
      stream(
        "/Filter /LZWDecode /DecodeParms << /EarlyChange 1 /Predictor 12 /Columns 3 >>",
        "\x80\x0b\x60\x50\x22\x0c\x0c\x85\x01",
      ),
      stream("/Type /ObjStm /N 1 /First 4", "9 0 << /A 1 >>"),
    ],
    trailer: "/Info << /Title (a) >>",
  });
}

function revised(kind: Revision["kind"], isPacked: boolean): Uint8Array {
  const rest = { kind, cut: 3, endOfEntry: " \n", isPacked } as const;
  const first = new Map<number, string | null>([
    [1, "<< /Type /Catalog /Pages 2 0 R /AcroForm 4 0 R >>"],
    [2, "<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 300 300] >>"],
    [3, "<< /Type /Page /Parent 2 0 R /Annots [5 0 R] >>"],
    [4, "<< /Fields [5 0 R] >>"],
    [5, "<< /FT /Tx /T (alice.a) /Subtype /Widget /Rect [0 0 9 9] >>"],
    [6, "[1 2 3]"],
  ]);
  return makeRevisions([
    { ...rest, objects: first },
    {
      ...rest,
      objects: new Map([
        [5, "<< /FT /Tx /T (alice.b) /Subtype /Widget /Rect [0 0 99 20] >>"],
        [6, null],
      ]),
    },
  ]);
}
