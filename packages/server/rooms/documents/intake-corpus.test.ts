import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { intake } from "../../test/take-in.ts";

const corpus = join(import.meta.dirname, "../../../../../shared/corpus");
const manifest = join(corpus, "manifest.tsv");
describe.skipIf(!existsSync(manifest))("intakeDocuments on real files", () => {
  const [header = "", ...lines] = existsSync(manifest) ? readFileSync(manifest, "utf8").trim().split("\n") : [];
  const names = header.split("\t");
  const files = lines.map((line) => Object.fromEntries(line.split("\t").map((value, at) => [names[at] ?? "", value])));
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
    for (const { file = "", category = "", pages = "" } of files) {
      const path = join(corpus, file);
      if (!existsSync(path)) continue;
      const bytes = readFileSync(path);
      const result = await intake(bytes);
      const outcome = result.ok ? "taken" : result.code;
      const expected =
        refused[file] ??
        (category === "encrypted" ? "FILE_ENCRYPTED" : /^(xref-broken|loop)$/.test(category) ? outcome : "taken");
      expect(`${file} ${outcome}`).toBe(`${file} ${expected}`);
      if (!result.ok) continue;
      expect(result.prepared.subarray(0, bytes.length).equals(bytes)).toBe(true);
      if (category !== "xref-broken" && pages !== "") expect(`${file} ${result.file.pages}`).toBe(`${file} ${pages}`);
    }
  });
});
