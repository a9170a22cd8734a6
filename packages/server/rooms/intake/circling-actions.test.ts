/** Additional actions that lead back to themselves. */
import { describe, expect, it } from "vitest";
import { makePdf } from "../../../../fixtures/make-pdf.ts";
import { taken } from "../../test/take-in.ts";
import { noticeOf } from "./intake-notices.ts";

const toSecond = "<< /S /GoTo /D [5 0 R /Fit] >>";
/** Two pages; the first with a field. Objects of one's own begin with number 6. */
const document = ({ first = "", field = "", second = "" }, ...more: readonly string[]): Uint8Array =>
  makePdf({
    objects: [
      "<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R] >> >>",
      "<< /Type /Pages /Kids [3 0 R 5 0 R] /Count 2 /MediaBox [0 0 595 842] >>",
      `<< /Type /Page /Parent 2 0 R /Annots [4 0 R] ${first} >>`,
      `<< /Type /Annot /Subtype /Widget /FT /Tx /T (alice.x) /V (a) /Rect [9 9 90 90] ${field} >>`,
      `<< /Type /Page /Parent 2 0 R ${second} >>`,
      ...more,
    ],
  });

async function taking(pdf: Uint8Array) {
  const { prepared, notices, repaired } = await taken(pdf);
  const hasActions = prepared.toString("latin1").includes("/AA");
  return { hasActions, notices: notices.filter((notice) => notice !== noticeOf("drawn", "en")), repaired };
}

describe("additional actions of pages and fields", () => {
  it.each([
    ["a page whose actions are a reference to itself", document({ first: "/AA 6 0 R" }, "7 0 R", "6 0 R")],
    ["a page with an action that is a reference to itself", document({ first: "/AA << /O 6 0 R >>" }, "6 0 R")],
    ["a field whose actions are a reference to itself", document({ field: "/AA 6 0 R" }, "7 0 R", "6 0 R")],
    [
      "a page with steps that lead back",
      document(
        { first: "/AA << /O 6 0 R >>" },
        "<< /S /GoTo /D [5 0 R /Fit] /Next 7 0 R >>",
        "<< /S /GoTo /D [3 0 R /Fit] /Next [6 0 R] >>",
      ),
    ],
    [
      "a field with a step that is its own next",
      document({ field: "/AA << /Fo 6 0 R >>" }, "<< /S /GoTo /D [5 0 R /Fit] /Next 6 0 R >>"),
    ],
    [
      "pages that lead to each other",
      document({ first: `/AA << /O ${toSecond} >>`, second: "/AA << /O << /S /GoTo /D [3 0 R /Fit] >> >>" }),
    ],
    ["a page that cannot be left", document({ second: `/AA << /C ${toSecond} >>` })],
  ])("are taken out where they go in circles, and nobody is asked to look at anything: %s", async (_, pdf) => {
    expect(await taking(pdf)).toMatchObject({
      hasActions: false,
      notices: [],
      repaired: [{ repairs: ["circling-actions-removed"] }],
    });
  });

  it("are told as scripts where they run one on their way in circles", async () => {
    const script = "<< /S /JavaScript /JS (a) /Next 6 0 R >>";
    for (const pdf of [
      document({ field: "/AA << /K 6 0 R >>" }, script),
      document({ field: "/AA << /K << /S /JavaScript /JS (a) /Next 6 0 R >> >>" }, "6 0 R"),
    ])
      expect(await taking(pdf)).toMatchObject({
        hasActions: false,
        notices: [noticeOf("active-content-removed", "en")],
      });
  });

  it("stay where they only go to another page", async () => {
    expect(await taking(document({ first: `/AA << /O ${toSecond} >>` }))).toEqual({
      hasActions: true,
      notices: [],
      repaired: [],
    });
  });
});
