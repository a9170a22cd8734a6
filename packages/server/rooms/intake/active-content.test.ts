import { constants, deflateSync, inflateSync } from "node:zlib";
import { catalogOf, dictionaryOf } from "@siegel/kernel/pdf/access.ts";
import { bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import type { PdfObject } from "@siegel/kernel/pdf/objects.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import { listPages } from "@siegel/kernel/pdf/pages.ts";
import { describe, expect, it } from "vitest";
import { contentStream, makePdf } from "../../../../fixtures/make-pdf.ts";
import { intake, taken } from "../../test/take-in.ts";
import { earlierSignatures, noticeOf } from "./intake-notices.ts";

const unchecked = earlierSignatures(1, "en");
const writtenAnew = [noticeOf("active-content-removed", "en")];

/** All bytes of a file, and what its compressed streams hold, wherever they stand. */
function everything(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString("latin1");
  const inflated = [...text.matchAll(/stream\r?\n/g)].map(({ 0: { length }, index }) => {
    try {
      return inflateSync(bytes.subarray(index + length), { finishFlush: constants.Z_SYNC_FLUSH }).toString("latin1");
    } catch {
      return "";
    }
  });
  return [text, ...inflated].join("\n");
}

describe("active content", () => {
  it("in a compressed script and a compressed object stream is nowhere in the prepared file", async () => {
    const script = deflateSync(Buffer.from("app.launchURL('https://evil')"));
    const objects = [
      "<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS 4 0 R >> >>",
      "<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 595 842] >>",
      "<< /Type /Page /Parent 2 0 R >>",
      `<< /Filter /FlateDecode /Length ${script.length} >>\nstream\n${script.toString("latin1")}\nendstream`,
    ];
    const bytes = makePdf({ objects, xref: "object-streams" });
    expect(everything(bytes)).toContain("evil");
    const { prepared, repaired } = await taken(bytes);
    expect(everything(prepared)).not.toContain("evil");
    expect(everything(prepared)).not.toContain("JavaScript");
    expect(repaired).toMatchObject([{ repairs: ["active-content-removed"] }]);
  });

  it("in the XFA beside a form goes with it, and the fields stay", async () => {
    const bytes = makePdf({
      objects: [
        "<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R] /XFA (<script>evil</script>) >> >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 595 842] >>",
        "<< /Type /Page /Parent 2 0 R /Annots [4 0 R] >>",
        "<< /FT /Tx /T (alice.city) /Subtype /Widget /F 4 /Rect [10 10 90 30] >>",
      ],
    });
    const { prepared, notices, rows } = await taken(bytes);
    expect(everything(prepared)).not.toContain("evil");
    expect(notices).toEqual([noticeOf("xfa-removed", "en")]);
    expect(rows.file_field).toContainEqual(expect.objectContaining({ label: "City" }));
  });

  it("takes scripts and launch actions out, keeps what only goes to a page, and tells the sender", async () => {
    const page =
      "<< /Type /Page /Parent 2 0 R /Annots [4 0 R << /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (x) /Next << /S /Launch /F (x.exe) >> >> >>] /AA << /O << /S /JavaScript /JS (x) >> >> >>";
    const objects = [
      "<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> /Names << /JavaScript << /Names [] >> /Dests << >> >> >>",
      "<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 595 842] >>",
      page,
      "<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /GoTo /D [3 0 R /Fit] >> >>",
    ];
    const { prepared, notices } = await taken(makePdf({ objects }));
    expect(notices.filter((notice) => notice !== noticeOf("drawn", "en"))).toEqual(writtenAnew);
    const doc = openPdf(bytesSource(prepared));
    const catalog = catalogOf(doc);
    expect(catalog.entries.has("OpenAction")).toBe(false);
    expect([...dictionaryOf(doc, catalog.entries.get("Names")).entries.keys()]).toEqual(["Dests"]);
    const shown = dictionaryOf(doc, listPages(doc)[0]?.ref);
    expect(shown.entries.has("AA")).toBe(false);
    const links = doc.resolve(shown.entries.get("Annots"));
    const actions = links?.kind === "array" ? links.items.map((link) => dictionaryOf(doc, link).entries.has("A")) : [];
    // The link to a page stays, the one that goes on to a program is gone; the third is the signature field.
    expect(actions).toEqual([true, false, false]);
    const plain = await taken(
      makePdf({
        objects: [
          "<< /Type /Catalog /Pages 2 0 R /OpenAction [3 0 R /Fit] >>",
          ...objects.slice(1, 2),
          "<< /Type /Page /Parent 2 0 R >>",
        ],
      }),
    );
    expect(plain.notices).toEqual([]);
  });
});

/** What a document carries besides one empty page: entries of its parts, and object 4 (5 and on: `more`). */
type Carried = { catalog?: string; pages?: string; page?: string; four?: string; more?: readonly string[] };
const signatureField = "/FT /Sig /T (s) /V << /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 1 2 3] /Contents <00> >>";

/** Object 5 is the field of a form: the signature of somebody, or an empty field for text. */
function carrying(
  { catalog = "", pages = "", page = "", four = "null", more = [] }: Carried,
  signed: boolean,
): Uint8Array {
  const fields = catalog.includes("/AcroForm") ? "" : "/AcroForm << /Fields [5 0 R] >>";
  return makePdf({
    objects: [
      `<< /Type /Catalog /Pages 2 0 R ${fields} ${catalog.replace("FIELD", "5 0 R")} >>`,
      `<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 595 842] ${pages} >>`,
      `<< /Type /Page /Parent 2 0 R ${page} >>`,
      four,
      `<< ${signed ? signatureField : "/FT /Tx /T (t)"} >>`,
      ...more,
    ],
  });
}

const script = "<< /S /JavaScript /JS (evil) >>";
const annotation = (entries: string): Carried => ({
  page: "/Annots [4 0 R]",
  four: `<< /Type /Annot /Rect [0 0 9 9] /F 4 ${entries} >>`,
});
const link = (action: string): Carried => annotation(`/Subtype /Link /A ${action}`);
const outline = (item: string): Carried => ({
  catalog: "/Outlines << /First 4 0 R /Last 4 0 R >>",
  four: "<< /Title (a) /Next 4 0 R /First 6 0 R >>",
  more: [`<< /Title (b) /Prev 4 0 R /Parent 4 0 R ${item} >>`],
});

/** The strings of everything that can be reached from the catalog. */
function reachableStrings(bytes: Uint8Array): string[] {
  const doc = openPdf(bytesSource(bytes));
  const seen = new Set<number>();
  const strings: string[] = [];
  const visit = (value: PdfObject | undefined): void => {
    if (value?.kind === "ref" && seen.has(value.num)) return;
    if (value?.kind === "ref") seen.add(value.num);
    const found = doc.resolve(value);
    if (found?.kind === "string") strings.push(Buffer.from(found.bytes).toString("latin1"));
    if (found?.kind === "array") found.items.forEach(visit);
    if (found?.kind === "dict" || found?.kind === "stream")
      [...dictionaryOf(doc, found).entries.values()].forEach(visit);
  };
  visit(doc.root);
  return strings;
}

describe.each<[string, Carried]>([
  ["a script when opened", { catalog: `/OpenAction ${script}` }],
  ["another file when opened", { catalog: "/OpenAction << /S /GoToR /F (\\\\\\\\evil\\\\a.pdf) /D (evil) >>" }],
  ["hiding a field when opened", { catalog: "/OpenAction << /S /Hide /T (evil) >>" }],
  ["a web address when opened", { catalog: "/OpenAction << /S /URI /URI (https://evil) >>" }],
  ["an action of no known type", { catalog: "/OpenAction << /S /Surprise /X (evil) >>" }],
  [
    "a chain to a script",
    { catalog: `/OpenAction << /S /GoTo /D (a) /Next [<< /S /Named /N /NextPage /Next ${script} >>] >>` },
  ],
  ["a chain without end", { catalog: "/OpenAction 4 0 R", four: "<< /S /GoTo /D (evil) /Next 4 0 R >>" }],
  ["a script before printing", { catalog: `/AA << /WP ${script} >>` }],
  ["scripts of the document", { catalog: `/Names << /JavaScript << /Names [(evil) ${script}] >> >>` }],
  [
    "scripts behind a reference",
    { catalog: "/Names 4 0 R", four: `<< /JavaScript << /Names [(evil) ${script}] >> >>` },
  ],
  ["media clips", { catalog: "/Names << /Renditions << /Names [(evil) << /S /MR >>] >> >>" }],
  ["a script in the outline", outline(`/A ${script}`)],
  ["a program in the outline", outline("/A << /S /Launch /F (evil) >>")],
  ["pages in waiting", { catalog: "/Names << /Templates << /Names [(evil) 4 0 R] >> >>" }],
  ["a script when a node of pages opens", { pages: `/AA << /O ${script} >>` }],
  [
    "a script in a field above a widget that no form knows",
    { ...annotation("/Subtype /Widget /FT /Tx /Parent 6 0 R"), more: [`<< /T (a) /AA << /F ${script} >> >>`] },
  ],
  ...["Popup", "IRT"].map((link): [string, Carried] => [
    `a script in the /${link} of a note`,
    { ...annotation(`/Subtype /Text /${link} 6 0 R`), more: [`<< /Parent 4 0 R /AA << /E ${script} >> >>`] },
  ]),
  ["a web address when a page opens", { page: "/AA << /O << /S /URI /URI (https://evil) >> >>" }],
  ["layers switched when a page opens", { page: "/AA << /O << /S /SetOCGState /State [/OFF] /X (evil) >> >>" }],
  ["steps of a presentation", { page: `/PresSteps << /Type /NavNode /NA ${script} >>` }],
  ["a program behind a link", link("<< /S /Launch /F (evil) >>")],
  ["a web address, then a script", link(`<< /S /URI /URI (https://a) /Next ${script} >>`)],
  ["a script as a web address", link("<< /S /URI /URI (java\\nscript:evil) >>")],
  ["a file of another computer as a web address", link("<< /S /URI /URI (\\\\\\\\evil\\\\a) >>")],
  ["a file as the base of all web addresses", { catalog: "/URI << /Base (file://evil/) >>" }],
  ["a script as a link's previous action", annotation(`/Subtype /Link /PA ${script}`)],
  ["a script when the pointer passes", annotation(`/Subtype /Square /AA << /E ${script} >>`)],
  ["a web address on what is no link", annotation("/Subtype /Square /A << /S /URI /URI (https://evil) >>")],
  ["a direct annotation", { page: `/Annots [<< /Subtype /Square /Rect [0 0 9 9] /F 4 /A ${script} >>]` }],
  ...["Movie", "Screen", "RichMedia", "3D", "Sound"].map((type): [string, Carried] => [
    `a ${type} annotation that the structure tree knows too`,
    {
      ...annotation(`/Subtype /${type} /Contents (evil) /3DD << /OnInstantiate (evil) >>`),
      catalog: "/StructTreeRoot << /K << /Type /OBJR /Obj 4 0 R >> >>",
    },
  ]),
  [
    "a calculation in a field",
    {
      catalog: "/AcroForm << /Fields [4 0 R FIELD] /CO [4 0 R] >>",
      four: `<< /FT /Tx /T (sum) /AA << /C ${script} >> >>`,
    },
  ],
  [
    "a script between form and field",
    {
      catalog: "/AcroForm << /Fields [4 0 R FIELD] >>",
      four: "<< /T (group) /Kids [6 0 R] >>",
      more: [`<< /T (a) /Parent 4 0 R /AA << /F ${script} >> /Kids [7 0 R] >>`, "<< /FT /Tx /T (b) /Parent 6 0 R >>"],
    },
  ],
  [
    "a button that sends the form",
    {
      catalog: "/AcroForm << /Fields [4 0 R FIELD] >>",
      four: "<< /FT /Btn /T (b) /A << /S /SubmitForm /F (evil) >> >>",
    },
  ],
])("active content: %s", (_what, carried) => {
  it("goes out of an unsigned file, and the sender is told", async () => {
    const bytes = carrying(carried, false);
    expect(reachableStrings(bytes).join()).toContain("evil");
    const { prepared, notices, repaired, original, file } = await taken(bytes);
    expect(notices.filter((notice) => notice !== noticeOf("drawn", "en"))).toEqual(writtenAnew);
    expect(reachableStrings(prepared).join()).not.toContain("evil");
    // No earlier revision in it holds it either; the original is kept as it came.
    expect(everything(prepared)).not.toContain("evil");
    expect(repaired).toMatchObject([{ original: original.sha256, repairs: ["active-content-removed"] }]);
    expect(file.original_sha256).toBe(original.sha256);
  });

  it("refuses a signed file in which a script or program runs, and tells of anything else", async () => {
    const runs = /\/S \/(JavaScript|Launch)/.test(JSON.stringify(carried));
    const answer = await intake(carrying(carried, true));
    if (runs) expect(answer).toMatchObject({ ok: false, code: "FILE_SCRIPTS_SIGNED" });
    else expect(answer).toMatchObject({ ok: true, notices: [unchecked, noticeOf("signed-actions", "en")] });
  });
});

const drawing = (entries: string): string => contentStream("q Q").replace("<<", `<< ${entries}`);

describe.each<[string, Carried]>([
  ["page contents kept outside", { page: "/Contents 4 0 R", four: drawing("/F (evil)") }],
  [
    "an image kept outside, within a form that the page inherits",
    {
      pages: "/Resources << /XObject << /P 4 0 R >> >>",
      four: drawing("/Subtype /Form /Resources << /XObject << /I 6 0 R >> >>"),
      more: [drawing("/Subtype /Image /F << /FS /URL /F (https://evil) >>")],
    },
  ],
  [
    "a reference XObject",
    { page: "/Resources << /XObject << /X 4 0 R >> >>", four: drawing("/Subtype /Form /Ref << /F (evil) /Page 0 >>") },
  ],
  [
    "a reference XObject as an annotation's appearance",
    {
      ...annotation("/Subtype /Square /AP << /N 6 0 R >>"),
      more: [drawing("/Subtype /Form /Ref << /F (evil) /Page 0 >>")],
    },
  ],
  [
    "an image with another in its place on paper",
    {
      page: "/Resources << /XObject << /I 4 0 R >> >>",
      four: drawing("/Subtype /Image /Alternates [<< /Image 6 0 R /DefaultForPrinting true >>]"),
      more: [drawing("/Subtype /Image")],
    },
  ],
])("outside of the file: %s", (_what, carried) => {
  it("goes out of an unsigned file, and the sender is told", async () => {
    const { prepared, notices, repaired } = await taken(carrying(carried, false));
    expect(notices).toContain(noticeOf("outside-parts-removed", "en"));
    expect(repaired).toMatchObject([{ repairs: ["outside-parts-removed"] }]);
    expect(everything(prepared)).not.toMatch(/evil|Alternates/);
  });

  it("stays in a signed file, and the sender is told", async () => {
    const { notices } = await taken(carrying(carried, true));
    expect(notices).toEqual([unchecked, noticeOf("signed-outside-parts", "en")]);
  });
});

it("refuses a script in an outline item that is a direct object, and says so in German", async () => {
  const carried = { catalog: `/Outlines << /First << /Title (a) /A ${script} >> >>` };
  expect(await intake(carrying(carried, false))).toMatchObject({ ok: false, code: "FILE_ACTIVE_CONTENT" });
  const refused = await intake(carrying(carried, true), undefined, { language: "de" });
  expect(refused).toMatchObject({ ok: false, code: "FILE_SCRIPTS_SIGNED" });
  if (!refused.ok) expect(refused.message).toMatch(/^a\.pdf: In der Datei steht ein Skript/);
});

it("names the page of a script in a signed file", async () => {
  const refused = await intake(carrying(annotation(`/Subtype /Link /A ${script}`), true));
  expect(refused.ok ? "" : refused.message).toMatch(/^a\.pdf, page 1: /);
});

describe.each<[string, Carried]>([
  ["a page to begin with", { catalog: "/OpenAction << /S /GoTo /D [3 0 R /Fit] /X (stays) >>" }],
  ["a destination to begin with", { catalog: "/OpenAction (stays)" }],
  ["named destinations", { catalog: "/Names << /Dests << /Names [(stays) [3 0 R /Fit]] >> >>" }],
  ["a web address behind a link", link("<< /S /URI /URI (https://stays) >>")],
  ["a base of web addresses", { catalog: "/URI << /Base (https://stays/) >>" }],
  ["a mail address in the outline", outline("/A << /S /URI /URI (mailto:stays@example.org) >>")],
  ["a page turned by a button", annotation("/Subtype /Widget /A << /S /Named /N /NextPage /X (stays) >>")],
  [
    "a stream's filter by its short name",
    { page: "/Resources << /XObject << /X 4 0 R >> >>", four: drawing("/Subtype /Form /F /A85 /X (stays)") },
  ],
])("harmless: %s", (_what, carried) => {
  it.each([false, true])("stays (signed: %s)", async (signed) => {
    const { prepared, notices } = await taken(carrying(carried, signed));
    expect(notices.join()).not.toContain("removed");
    expect(reachableStrings(prepared).join()).toContain("stays");
  });
});
