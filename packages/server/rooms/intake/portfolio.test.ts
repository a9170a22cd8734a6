import { catalogOf } from "@siegel/kernel/pdf/access.ts";
import { bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import { describe, expect, it } from "vitest";
import { foreignSigned } from "../../../../fixtures/foreign-signature.ts";
import { contentStream, makePdf } from "../../../../fixtures/make-pdf.ts";
import { taken } from "../../test/take-in.ts";
import { noticeOf, repairNotices } from "./intake-notices.ts";

/** Page, and another contract embedded that readers of portfolios open in its place. */
function portfolio(collection: string, more: readonly string[] = []): Uint8Array {
  return makePdf({
    objects: [
      `<< /Type /Catalog /Pages 2 0 R /Collection ${collection} /Names << /EmbeddedFiles << /Names [(contract.pdf) 4 0 R] >> >> >>`,
      "<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 595 842] >>",
      "<< /Type /Page /Parent 2 0 R >>",
      "<< /Type /Filespec /F (contract.pdf) /UF (contract.pdf) /EF << /F 5 0 R >> >>",
      contentStream("the other contract").replace("<<", "<< /Type /EmbeddedFile"),
      ...more,
    ],
  });
}

const carried = "The file carries 1 embedded file, which signers are told of and find in the file: contract.pdf.";

describe.each<[string, Uint8Array]>([
  ["that hides the list of files", portfolio("<< /View /H /D (contract.pdf) >>")],
  ["behind a reference", portfolio("6 0 R", ["<< /Type /Collection /View /T /D (contract.pdf) >>"])],
  ["without entries", portfolio("<< >>")],
  ["that is no dictionary", portfolio("[(contract.pdf)]")],
])("a portfolio %s", (_what, bytes) => {
  it.each([true, false])("opens with its pages, and the sender is told (to be signed: %s)", async (isSigned) => {
    const { prepared, notices, repaired, original } = await taken(bytes, { alice: [] }, { isSigned });
    expect(catalogOf(openPdf(bytesSource(prepared))).entries.has("Collection")).toBe(false);
    // No earlier revision in it opens otherwise, and what was embedded stays.
    expect(prepared.toString("latin1")).not.toContain("/Collection");
    expect(prepared.toString("latin1")).toContain("the other contract");
    expect(notices).toEqual([...repairNotices(["portfolio-removed"], "en"), carried]);
    expect(repaired).toMatchObject([{ original: original.sha256, repairs: ["portfolio-removed"] }]);
  });

  it.each([true, false])(
    "stays one where somebody has signed it, and the sender is told (to be signed: %s)",
    async (isSigned) => {
      const { notices } = await taken(await foreignSigned(bytes, {}), { alice: [] }, { isSigned });
      expect(notices).toContain(noticeOf("signed-portfolio", "en"));
    },
  );
});

it("an entry that says nothing makes no portfolio", async () => {
  const { notices, prepared } = await taken(portfolio("null"));
  expect(notices).toEqual([carried]);
  expect(prepared.subarray(0, portfolio("null").length).equals(portfolio("null"))).toBe(true);
});
