import { describe, expect, it } from "vitest";
import { hasCorpus, listCorpus, readCorpusFile, titledByCorpus } from "../../../../fixtures/corpus.ts";
import { intake } from "../../test/take-in.ts";

describe.skipIf(!hasCorpus)(titledByCorpus("intakeDocuments on real files"), () => {
  // Why these are refused: the reader takes no bytes before the header and no page that is a direct object; XFA-only; certified.
  const refused: Readonly<Record<string, string>> = {
    "pdf20/pdfcpu__withOffsetStart.pdf": "FILE_BROKEN",
    "tiny-plain/pyHanko__page-tree-direct-kid.pdf": "FILE_BROKEN",
    "xfa/pdfjs__xfa_issue14315.pdf": "FILE_XFA_ONLY",
    "xfa/pdfjs__bug1815476.pdf": "FILE_ENCRYPTED",
    "signed-valid/pyHanko__certified-with-indirect-refs-in-dir.pdf": "FILE_CERTIFIED",
  };

  it("takes every sound file in, byte for byte at its beginning, and refuses the others by code", {
    timeout: 120_000,
  }, async () => {
    for (const { file, category, pages } of listCorpus()) {
      const bytes = readCorpusFile(file);
      const result = await intake(bytes);
      const outcome = result.ok ? "taken" : result.code;
      const expected =
        refused[file] ??
        (category === "encrypted" ? "FILE_ENCRYPTED" : /^(xref-broken|loop)$/.test(category) ? outcome : "taken");
      expect(`${file} ${outcome}`).toBe(`${file} ${expected}`);
      if (!result.ok) continue;
      expect(result.prepared.subarray(0, bytes.length).equals(bytes)).toBe(true);
      if (category !== "xref-broken" && pages !== null) expect(`${file} ${result.file.pages}`).toBe(`${file} ${pages}`);
    }
  });
});
