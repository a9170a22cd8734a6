/** Real PDFs of many makers through the whole product; skipped visibly where the corpus is not there. */
import { beforeAll, describe, expect, it } from "vitest";
import { hasCorpus, readCorpusFile, titledByCorpus } from "../fixtures/corpus.ts";
import { judge } from "../fixtures/judge-pdf.ts";
import { signThrough } from "../fixtures/signer-client.ts";
import type { Walked } from "./apart.ts";
import { call, download, person, send } from "./sender.ts";
import { sharedProduct } from "./shared-product.ts";

/** Its scripts are left out when it is written anew, so the signed file does not begin with it. */
const withScripts = "form/pdfbox__AcroFormsBasicFields.pdf";
const files = [
  ["form", withScripts],
  ["form", "form/pyHanko__minimal-with-simple-form.pdf"],
  ["rotated", "form/pdfbox__AcroFormsRotation.pdf"],
  ["cross-reference stream", "form/pdfbox__FillFormField.pdf"],
  ["PDF 2.0", "pdf20/pdfcpu__utf8test.pdf"],
  ["many pages", "many-pages/pdf-lib__us_constitution.pdf"],
  ["turned", "rotation-box/pdfbox__rot90.pdf"],
  ["hybrid", "hybrid-xref/pyHanko__minimal-hybrid-xref.pdf"],
  ["already signed", "signed-valid/pyHanko__minimal-two-fields-signed-twice.pdf"],
] as const;

describe.skipIf(!hasCorpus)(titledByCorpus("files of the corpus"), () => {
  let product: Walked;
  beforeAll(async () => {
    product = await sharedProduct();
  }, 120_000);

  it.each(files)("signs a %s file: %s [S-146] [T-002]", async (_kind, name) => {
    const original = readCorpusFile(name);
    const before = judge(original);
    const created = await send(product.demo, original, [person("a_signature")]);
    expect((await signThrough(product.demo, created.signers[0]?.url ?? "", "a_signature")).status).toBe("FINISHED");
    const signed = await download(product.demo, created);
    expect(Buffer.compare(signed.subarray(0, original.length), original) === 0).toBe(name !== withScripts);
    const after = judge(signed);
    expect(after.qpdf).toBe(before.qpdf);
    expect(after.subFilters.slice(before.signatures.length)).toEqual(["ETSI.CAdES.detached", expect.any(String)]);
    expect(after.signatures.slice(0, before.signatures.length + 1)).toEqual([
      ...before.signatures,
      "Signature is Valid.",
    ]);
  });

  it("refuses an encrypted file by name", async () => {
    const pdf = readCorpusFile("encrypted/pyHanko__minimal-aes256.pdf");
    const answer = await call(product.demo, "POST", "/api/v1/workflows", {
      name: "x",
      initiator: { first_name: "A", last_name: "B", email: "a@example.org" },
      documents: [{ name: "x.pdf", content: pdf.toString("base64") }],
      signers: [person("s_signature")],
    });
    expect(answer.body.code).toBe("FILE_ENCRYPTED");
  });
});
