import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { foreignSigned } from "../../../../fixtures/foreign-signature.ts";
import { contentStream, makePdf } from "../../../../fixtures/make-pdf.ts";
import { intake, taken } from "../../test/take-in.ts";
import { earlierSignatures, noticeOf } from "./intake-notices.ts";

const spec = (name: string): string => `<< /Type /Filespec /F (${name}) /EF << /F 5 0 R >> >>`;

/** Object 4 is the specification of `a.xml`, 5 its bytes; 6 and on are `more`. */
function carrying({
  catalog = "",
  page = "",
  more = [],
}: {
  catalog?: string;
  page?: string;
  more?: readonly string[];
}) {
  return makePdf({
    objects: [
      `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
      "<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 595 842] >>",
      `<< /Type /Page /Parent 2 0 R ${page} >>`,
      spec("a.xml"),
      contentStream("inside").replace("<<", "<< /Type /EmbeddedFile"),
      ...more,
    ],
  });
}

const told = (what: string): string => `The file carries ${what}.`;
const one = told("1 embedded file, which signers are told of and find in the file: a.xml");
const pin = (entries: string): string =>
  `/Annots [<< /Type /Annot /Subtype /FileAttachment /Rect [9 9 29 29] /F 4 ${entries} >>]`;
const icon = contentStream("0 0 20 20 re f").replace("<<", "<< /Type /XObject /Subtype /Form /BBox [0 0 20 20]");

describe("files within a document", () => {
  it.each<[string, Parameters<typeof carrying>[0]]>([
    [
      "named, and associated with the document as in an invoice",
      {
        catalog: "/Names << /EmbeddedFiles << /Names [(a) 4 0 R] >> >> /AF [4 0 R]",
      },
    ],
    [
      "in a tree of names with a loop",
      {
        catalog: "/Names << /EmbeddedFiles 6 0 R >>",
        more: ["<< /Kids [7 0 R 6 0 R] >>", "<< /Names [(a) 4 0 R] /Limits [(a) (a)] >>"],
      },
    ],
    ["associated with a page, without an array", { page: "/AF 4 0 R" }],
    [
      "associated with a form that a page draws",
      { page: "/Resources << /XObject << /Fm 6 0 R >> >>", more: [icon.replace("<<", "<< /AF [4 0 R]")] },
    ],
    [
      "associated with an element of the structure",
      {
        catalog: "/StructTreeRoot 6 0 R",
        more: ["<< /Type /StructTreeRoot /K 7 0 R >>", "<< /Type /StructElem /S /Document /P 6 0 R /AF [4 0 R] >>"],
      },
    ],
    [
      "associated with a part of a page's content",
      {
        page: "/Contents 6 0 R /Resources << /Properties << /P << /MCAF [4 0 R] >> >> >>",
        more: [contentStream("/AF /P BDC EMC")],
      },
    ],
    [
      "associated with a document part",
      {
        catalog: "/DPartRoot 6 0 R",
        more: [
          "<< /Type /DPartRoot /DPartRootNode 7 0 R >>",
          "<< /Type /DPart /Parent 6 0 R /Start 3 0 R /AF [4 0 R] >>",
        ],
      },
    ],
    ["behind a pin that has a picture", { page: pin("/FS 4 0 R /AP << /N 6 0 R >>"), more: [icon] }],
  ])("%s: told once, and the bytes stay as they are", async (_what, parts) => {
    const bytes = carrying(parts);
    for (const isSigned of [true, false]) {
      const { notices, prepared } = await taken(bytes, { alice: [] }, { isSigned });
      expect(notices).toEqual([one]);
      expect(prepared.subarray(0, bytes.length).equals(bytes)).toBe(true);
    }
  });

  it("are told of in a signed document too", async () => {
    const { notices } = await taken(await foreignSigned(carrying({ catalog: "/AF [4 0 R]" }), {}));
    expect(notices).toContain(one);
  });

  it("are told of in a signed document that names one first by a generation it has not", async () => {
    const bytes = carrying({ catalog: "/AF [4 0 R]", page: "/PieceInfo << /A [4 1 R] >>" });
    const { notices } = await taken(await foreignSigned(bytes, {}), {}, { isSigned: false });
    expect(notices).toContain(one);
  });

  it.each(["200B200B", "034F", "3164", "200B00A0"])("of a name that nobody sees (%s) have none", async (name) => {
    const unseen = `<< /Type /Filespec /UF <FEFF${name}> /EF << /F 5 0 R >> >>`;
    const { notices, file } = await taken(carrying({ catalog: `/AF [${unseen}]` }));
    expect(notices).toEqual([
      told("1 embedded file, which signers are told of and find in the file: (without a name)"),
    ]);
    expect(JSON.parse(String(file.embedded))).toMatchObject([{ name: "" }]);
  });

  it("have the name that older readers take where the other cannot be seen", async () => {
    const unseen = "<< /Type /Filespec /UF <FEFF200B> /F (a.xml) /EF << /F 5 0 R >> >>";
    expect((await taken(carrying({ catalog: `/AF [${unseen}]` }))).notices).toEqual([one]);
  });

  it("are not what resources happen to be called", async () => {
    const page = "/Resources << /ExtGState << /EF << /CA 1 >> >> /XObject << /EF 6 0 R >> >>";
    expect((await taken(carrying({ page, more: [icon] }))).notices).toEqual([]);
  });

  it("are counted, and the first are named, on one line each", async () => {
    const names = ["b\\n.xml", "", "c".repeat(90), "d", "e", "f"];
    const bytes = carrying({ catalog: `/AF [4 0 R ${names.map(spec).join(" ")}]` });
    const { notices } = await taken(bytes);
    const first = `a.xml, b .xml, (without a name), ${"c".repeat(60)}, d and 2 more`;
    expect(notices).toEqual([told(`7 embedded files, which signers are told of and find in the file: ${first}`)]);
  });

  it("are kept by name, size and digest of what a reader saves, for signers and report", async () => {
    const broken = "<< /Type /Filespec /UF <FEFF00FC002E0070006400660000> /EF << /F 7 0 R >> >>";
    const bytes = carrying({
      catalog: "/AF [4 0 R 6 0 R]",
      more: [broken, contentStream("no such packing").replace("<<", "<< /Filter /Unheard")],
    });
    const sha256 = createHash("sha256").update("inside").digest("hex");
    const { file } = await taken(bytes);
    expect(file.embedded_total).toBe(2);
    expect(JSON.parse(String(file.embedded))).toEqual([
      { name: "a.xml", size: 6, sha256 },
      { name: "ü.pdf", size: null, sha256: null },
    ]);
  });

  it("of which there are many are kept by the first, with the number of all", async () => {
    const many = Array.from({ length: 1_000 }, (_, n) => spec(`${n}`)).join(" ");
    const { file, notices } = await taken(carrying({ catalog: `/AF [${many}]` }));
    const kept: { name: string }[] = JSON.parse(String(file.embedded));
    expect(kept.map(({ name }) => name)).toEqual(Array.from({ length: 100 }, (_, n) => `${n}`));
    expect(file.embedded_total).toBe(1_000);
    const first = "0, 1, 2, 3, 4 and 995 more";
    expect(notices).toEqual([told(`1000 embedded files, which signers are told of and find in the file: ${first}`)]);
  });

  it("of which there are more than anybody can be told of are refused", async () => {
    const many = Array.from({ length: 1_001 }, (_, n) => spec(`${n}`)).join(" ");
    expect(await intake(carrying({ catalog: `/AF [${many}]` }))).toMatchObject({ ok: false, code: "FILE_TOO_COMPLEX" });
  });

  it("kept elsewhere are none of its own", async () => {
    expect((await taken(carrying({ catalog: "/AF [<< /Type /Filespec /F (a.xml) >>]" }))).notices).toEqual([]);
  });

  it("behind a pin without a picture are told of, and the pin stays", async () => {
    const bytes = carrying({ page: pin("/FS 4 0 R") });
    expect((await taken(bytes)).notices).toEqual([one]);
    expect((await taken(await foreignSigned(bytes, {}))).notices).toEqual([earlierSignatures(1, "en"), one]);
  });

  it("behind a pin that acts lose what acts", async () => {
    const acting = pin(
      "/FS 4 0 R /AP << /N 6 0 R >> /A << /S /Launch /F (evil) >> /AA << /E << /S /JavaScript /JS (evil) >> >>",
    );
    const { prepared, notices } = await taken(carrying({ page: acting, more: [icon] }));
    expect(prepared.toString("latin1")).not.toContain("evil");
    expect(notices).toContain(noticeOf("active-content-removed", "en"));
    expect(notices).toContain(one);
  });
});
