/** Forms of thousands of fields: what nobody could sign is not planned first. */
import type { FileId, SignerId } from "@siegel/contract/ids.ts";
import { bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { describe, expect, it } from "vitest";
import { makePdf } from "../../../../fixtures/make-pdf.ts";
import { shaper } from "../../test/shaper.ts";
import { prepareDocument } from "./prepare-document.ts";

/** `count` fields of the signer with the reference `kaethe`, each filled in. */
function formOf(count: number): Uint8Array {
  const kids = Array.from({ length: count }, (_, i) => `${i + 5} 0 R`).join(" ");
  return makePdf({
    objects: [
      "<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R] /DA (/Helv 9 Tf 0 g) >> >>",
      "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Annots [${kids}] >>`,
      `<< /T (kaethe) /Kids [${kids}] >>`,
      ...Array.from({ length: count }, (_, i) => {
        const [left, bottom] = [10 * (i % 50), 10 * (Math.floor(i / 50) % 70)];
        const rect = `${left} ${bottom} ${left + 9} ${bottom + 9}`;
        return `<< /Type /Annot /Subtype /Widget /FT /Tx /Parent 4 0 R /T (n${i}) /V (1) /Rect [${rect}] /P 3 0 R >>`;
      }),
    ],
  });
}

async function prepared(count: number): Promise<{ readonly code: string; readonly asked: number }> {
  let asked = 0;
  const signer = { signerId: "s".repeat(26) as SignerId, reference: "kaethe", label: "Käthe", fields: [] };
  const task = {
    fileId: "f".repeat(26) as FileId,
    signers: [signer],
    limits: { fileBytesMax: 10_000_000, pagesMax: 10 },
    identity: new Uint8Array(16),
    language: "en" as const,
    isSigned: true,
    marks: { mark: "none" } as const,
  };
  const surroundings = {
    rewrite: (parts: Iterable<Uint8Array>) => bytesSource(Buffer.concat([...parts])),
    fonts: async () => {
      asked += 1;
      return shaper;
    },
  };
  const outcome = await prepareDocument(bytesSource(formOf(count)), task, surroundings);
  return { code: outcome.ok ? "taken" : outcome.code, asked };
}

describe("a form", () => {
  it("of as many fields as nobody could sign is refused before anything of it is drawn", async () => {
    expect(await prepared(6_000)).toEqual({ code: "FILE_TOO_COMPLEX", asked: 0 });
  });

  it("of a thousand fields and more is taken", async () => {
    const { code, asked } = await prepared(1_200);
    expect([code, asked > 0]).toEqual(["taken", true]);
  });
});
