/** Documents that would show other things on screen than on paper, or when a reader switches layers. */
import { catalogOf, dictionaryOf, itemsOf, numberOf } from "@siegel/kernel/pdf/access.ts";
import { bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import { listPages } from "@siegel/kernel/pdf/pages.ts";
import { describe, expect, it } from "vitest";
import { contentStream, makePdf } from "../../../../fixtures/make-pdf.ts";
import { taken } from "../../test/take-in.ts";
import { earlierSignatures, noticeOf } from "./intake-notices.ts";

const signature = "/FT /Sig /T (s) /V << /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 1 2 3] /Contents <00> >>";

/** Layers are objects 5 and 6, an annotation object 4. */
type Made = {
  readonly layers?: string;
  readonly usage?: string;
  readonly annotation?: string;
  readonly signed?: boolean;
};

function made({ layers, usage = "", annotation = "null", signed = false }: Made): Uint8Array {
  const properties = layers === undefined ? "" : `/OCProperties << /OCGs [5 0 R 6 0 R] ${layers} >>`;
  return makePdf({
    objects: [
      `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [7 0 R] >> ${properties} >>`,
      "<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 595 842] >>",
      "<< /Type /Page /Parent 2 0 R /Annots [4 0 R] >>",
      annotation === "null"
        ? "null"
        : `<< /Type /Annot ${annotation.includes("/Link") ? "" : "/AP << /N 8 0 R >>"} ${annotation} >>`,
      `<< /Type /OCG /Name (one) ${usage} >>`,
      "<< /Type /OCG /Name (two) >>",
      `<< ${signed ? signature : "/FT /Tx /T (t)"} >>`,
      contentStream("").replace("<<", "<< /BBox [0 0 81 81]"),
    ],
  });
}

const layersNotice = noticeOf("layers", "en");
const onBothNotice = noticeOf("annotations", "en");
const unchecked = earlierSignatures(1, "en");

const occasion = (name: string): string => `/Usage << /${name} << /${name}State /OFF >> /CreatorInfo << >> >>`;

describe("layers of an unsigned file", () => {
  it.each<[string, Made]>([
    ["of which one is hidden", { layers: "/D << /OFF [6 0 R] >>" }],
    ["that follow the occasion", { layers: "/D << /AS [<< /Event /Print /OCGs [5 0 R] /Category [/Print] >>] >>" }],
    ["that readers take the occasion of", { layers: "/D << /Locked [5 0 R 6 0 R] >>", usage: occasion("Print") }],
    ["that can be shown otherwise", { layers: "/D << /Locked [5 0 R 6 0 R] >> /Configs [<< /OFF [5 0 R] >>]" }],
    ["that anybody could switch", { layers: "/D << >>" }],
  ])("%s: are left as they are when it opens, and the sender is told", async (_what, file) => {
    const { prepared, notices } = await taken(made(file));
    expect(notices).toEqual([layersNotice]);
    const doc = openPdf(bytesSource(prepared));
    const properties = dictionaryOf(doc, catalogOf(doc).entries.get("OCProperties"));
    const settings = dictionaryOf(doc, properties.entries.get("D"));
    expect(itemsOf(doc, settings.entries.get("Locked"))).toMatchObject([{ num: 5 }, { num: 6 }]);
    expect(itemsOf(doc, settings.entries.get("OFF"))).toHaveLength(file.layers?.includes("OFF [6") ? 1 : 0);
    expect([settings.entries.has("AS"), properties.entries.has("Configs")]).toEqual([false, false]);
    const usage = dictionaryOf(doc, dictionaryOf(doc, { kind: "ref", num: 5, gen: 0 }).entries.get("Usage"));
    expect([...usage.entries.keys()]).toEqual(file.usage === undefined ? [] : ["CreatorInfo"]);
  });

  it("that are locked and the same everywhere are nothing to tell of", async () => {
    const { notices } = await taken(made({ layers: "/D << /OFF [6 0 R] /Locked [6 0 R 5 0 R] >>" }));
    expect(notices).toEqual([]);
  });
});

describe("annotations of an unsigned file", () => {
  it.each([
    ["on screen only", 0, 4, []],
    ["on paper only", 36, 4, [onBothNotice]],
    ["when a pointer passes", 260, 4, [onBothNotice]],
    ["on screen only, and locked", 128, 132, []],
    ["where Invisible is taken for kinds that are unknown only", 5, 4, [onBothNotice]],
  ])(
    "that show %s show on both; the sender is told where the screen shows more",
    async (_what, flags, wanted, told) => {
      const file = made({ annotation: `/Subtype /Square /Rect [9 9 90 90] /F ${flags}` });
      const { prepared, notices } = await taken(file);
      expect(notices).toEqual(told);
      const doc = openPdf(bytesSource(prepared));
      const [annotation] = itemsOf(doc, listPages(doc)[0]?.dict.entries.get("Annots"));
      expect(numberOf(doc, dictionaryOf(doc, annotation).entries.get("F"))).toBe(wanted);
    },
  );

  it.each([
    ["a link, which shows nothing", "/Subtype /Link /Rect [9 9 90 90]"],
    ["what shows nowhere", "/Subtype /Square /Rect [9 9 90 90] /F 2"],
    ["what has no area", "/Subtype /Widget /Rect [9 9 9 9]"],
    ["what shows on both", "/Subtype /Square /Rect [9 9 90 90] /F 28"],
  ])("%s stays", async (_what, annotation) => {
    expect((await taken(made({ annotation }))).notices).toEqual([]);
  });
});

describe("a prepared field that hides", () => {
  const off = "/OCProperties << /OCGs [5 0 R] /D << /OFF [5 0 R] /Locked [5 0 R] >> >>";
  const hiding = (field: string): Uint8Array =>
    makePdf({
      objects: [
        `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R] >> ${off} >>`,
        "<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 595 842] >>",
        "<< /Type /Page /Parent 2 0 R /Annots [4 0 R] >>",
        `<< /Type /Annot /Subtype /Widget /Rect [9 9 90 90] ${field} >>`,
        "<< /Type /OCG /Name (one) >>",
      ],
    });
  async function shownBy(field: string) {
    const { prepared, notices } = await taken(hiding(field));
    const doc = openPdf(bytesSource(prepared));
    const [widget] = itemsOf(doc, listPages(doc)[0]?.dict.entries.get("Annots"));
    const { entries } = dictionaryOf(doc, widget);
    return { notices, flags: numberOf(doc, entries.get("F")), isLayered: entries.has("OC") };
  }

  it.each([
    ["by its flag", "/FT /Tx /T (alice.x) /F 6"],
    ["by its flag, locked", "/FT /Tx /Ff 2 /T (alice.x) /V (a) /F 130"],
    ["as a tick", "/FT /Btn /T (alice.x) /F 2"],
    ["with a layer", "/FT /Tx /T (alice.x) /F 4 /OC 5 0 R"],
  ])("%s shows where its signer fills it in, and the sender is told", async (_what, field) => {
    const flags = field.includes("/F 130") ? 132 : 4;
    expect(await shownBy(field)).toEqual({ notices: [onBothNotice], flags, isLayered: false });
  });

  it.each([
    ["of nobody", "/FT /Tx /T (nobody) /F 6"],
    ["that is read-only", "/FT /Tx /Ff 1 /T (alice.x) /F 6"],
  ])("%s stays hidden", async (_what, field) => {
    expect(await shownBy(field)).toMatchObject({ notices: [], flags: 6 });
  });
});

describe("a signed file", () => {
  it.each<[string, Made, readonly string[]]>([
    ["a hidden layer", { layers: "/D << /OFF [6 0 R] >>" }, [noticeOf("signed-layers", "en")]],
    [
      "layers hidden but for some",
      { layers: "/D << /BaseState /OFF /ON [5 0 R] >>" },
      [noticeOf("signed-layers", "en")],
    ],
    ["layers that all show", { layers: "/D << >>" }, []],
    ["an annotation for paper only", { annotation: "/Subtype /Square /Rect [9 9 90 90] /F 36" }, []],
  ])("with %s is taken as it is, and the sender is told what they can act on", async (_what, file, told) => {
    const bytes = made({ ...file, signed: true });
    const { prepared, notices } = await taken(bytes);
    expect(notices).toEqual([unchecked, ...told]);
    expect(prepared.subarray(0, bytes.length).equals(bytes)).toBe(true);
  });
});

describe("layers that no list names", () => {
  /** A page that draws with objects 4 and 5; object 6 is a listed layer. */
  const drawing = (named: string, { settings = "", signed = false } = {}): Uint8Array =>
    makePdf({
      objects: [
        `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [7 0 R] >> /OCProperties << /OCGs [6 0 R] /D << ${settings} >> >> >>`,
        "<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 595 842] >>",
        "<< /Type /Page /Parent 2 0 R /Resources << /Properties << /A 4 0 R /B 5 0 R >> >> >>",
        named,
        "null",
        "<< /Type /OCG /Name (listed) >>",
        `<< ${signed ? signature : "/FT /Tx /T (t)"} >>`,
      ],
    });
  const unlisted = `<< /Type /OCG /Name (unlisted) ${occasion("View")} >>`;

  it("are listed and fixed like others", async () => {
    const { prepared, notices } = await taken(drawing(unlisted, { settings: "/Locked [6 0 R] /OFF [4 0 R]" }));
    expect(notices).toEqual([layersNotice]);
    const doc = openPdf(bytesSource(prepared));
    const properties = dictionaryOf(doc, catalogOf(doc).entries.get("OCProperties"));
    const settings = dictionaryOf(doc, properties.entries.get("D"));
    for (const list of [properties.entries.get("OCGs"), settings.entries.get("Locked")])
      expect(itemsOf(doc, list)).toMatchObject([{ num: 6 }, { num: 4 }]);
    const usage = dictionaryOf(doc, dictionaryOf(doc, { kind: "ref", num: 4, gen: 0 }).entries.get("Usage"));
    expect([...usage.entries.keys()]).toEqual(["CreatorInfo"]);
  });
});
