import { describe, expect, it } from "vitest";
import { hasCorpus, listCorpus, readCorpusFile, titledByCorpus } from "../../../../fixtures/corpus.ts";
import { intake } from "../../test/take-in.ts";
import { noticeOf } from "./intake-notices.ts";

describe.skipIf(!hasCorpus)(titledByCorpus("intakeDocuments on real files"), () => {
  /** What becomes of every file that is not taken as it is: a code, or what was done to it. */
  const others: Readonly<Record<string, string>> = {
    "active-content/pdfjs__doc_actions.pdf": "active-content-removed",
    "active-content/pdfjs__js-buttons.pdf": "active-content-removed",
    "attachment/pdfbox__embedded_zip.pdf": "cross-reference-rebuilt",
    "attachment/pdfbox__testPDFPackage.pdf": "active-content-removed portfolio-removed",
    "encrypted/pdfjs__issue9972-1.pdf": "decrypted",
    "encrypted/pdfjs__secHandler.pdf": "decrypted active-content-removed",
    "encrypted/pdfjs__issue17069.pdf": "FILE_SIGNED_ENCRYPTED",
    "form-i18n/pdfcpu__chineseSimple.pdf": "active-content-removed",
    "form-i18n/pdfcpu__german.pdf": "active-content-removed",
    "form-i18n/pdfcpu__japanese.pdf": "active-content-removed",
    "form-i18n/pdfcpu__russian.pdf": "active-content-removed",
    "form/core__5e_character_sheet.pdf": "active-content-removed",
    "form/pdf-lib__dod_character.pdf": "active-content-removed",
    "form/pdf-lib__sample_form.pdf": "active-content-removed",
    "form/pdf-lib__with_rotated_image_button.pdf": "active-content-removed",
    "form/pdf-lib__with_update_sections.pdf": "active-content-removed",
    "form/pdfbox__AcroFormsBasicFields.pdf": "active-content-removed",
    "form/pdfjs__resetform.pdf": "active-content-removed",
    "hybrid-xref/pdfjs__issue12706.pdf": "active-content-removed",
    "loop/core__PDFBOX-6040-nodeloop.pdf": "FILE_NOT_A_PDF",
    "loop/pyHanko__circular-page-tree.pdf": "FILE_BROKEN",
    "loop/pyHanko__form-tree-circular-ref-input.pdf": "FILE_BROKEN",
    "pdf20/pdfcpu__withOffsetStart.pdf": "cross-reference-rebuilt bytes-before-header-removed",
    "signed-valid/pdfcpu__sample1.pdf": "FILE_CERTIFIED",
    "signed-valid/pyHanko__certified-with-indirect-refs-in-dir.pdf": "FILE_CERTIFIED",
    "tiny-plain/pyHanko__page-tree-direct-kid.pdf": "pages-made-indirect",
    "xfa/pdf-lib__with_xfa_fields.pdf": "active-content-removed xfa-removed",
    "xfa/pdfcpu__usageRights.pdf": "active-content-removed xfa-removed",
    "xfa/pdfjs__annotation-button-widget.pdf": "active-content-removed xfa-removed",
    "xfa/pdfjs__annotation-choice-widget.pdf": "active-content-removed xfa-removed",
    "xfa/pdfjs__annotation-text-widget.pdf": "active-content-removed xfa-removed",
    "xfa/pdfjs__bug1815476.pdf": "decrypted active-content-removed xfa-removed",
    "xfa/pdfjs__xfa_issue14315.pdf": "FILE_XFA_ONLY",
    "xref-broken/core__PDFBOX-3977.pdf": "cross-reference-rebuilt outside-parts-removed",
    "xref-broken/core__PDFBOX-4338.pdf": "FILE_BROKEN",
    "xref-broken/core__xref-off-by-one.pdf": "cross-reference-rebuilt",
    "xref-broken/pdf-lib__invalid_root_ref.pdf": "FILE_BROKEN",
    "xref-broken/pdf-lib__missing_xref_trailer_dict.pdf": "cross-reference-rebuilt",
    "xref-broken/pdf-lib__with_invalid_objects.pdf": "cross-reference-rebuilt damaged-objects-dropped",
    "xref-broken/pdfjs__REDHAT-1531897-0.pdf": "FILE_BROKEN",
    "xref-broken/pdfjs__poppler-395-0-fuzzed.pdf": "FILE_BROKEN",
    "xref-broken/pdfjs__poppler-67295-0.pdf": "page-tree-mended",
    "xref-broken/pyHanko__broken-objstream1.pdf": "FILE_BROKEN",
    "xref-broken/pyHanko__malformed-xref-space-padded.pdf": "cross-reference-rebuilt",
    "xref-broken/pyHanko__minimal-badxref.pdf": "cross-reference-rebuilt",
    "xref-broken/pyHanko__minimal-broken-xref-size.pdf": "cross-reference-rebuilt",
    "xref-broken/pyHanko__minimal-illegal-header.pdf": "cross-reference-rebuilt",
    "xref-broken/pyHanko__minimal-startxref-hopeless.pdf": "cross-reference-rebuilt",
    "xref-broken/pyHanko__minimal-startxref-obo4.pdf": "cross-reference-rebuilt",
  };

  it("takes every sound file in, byte for byte at its beginning, mends or refuses the others, and counts their pages", {
    timeout: 120_000,
  }, async () => {
    for (const { file, category, pages } of listCorpus()) {
      const bytes = readCorpusFile(file);
      // Without a page for a mark, which would be counted, too.
      const result = await intake(bytes, { alice: [] }, { mark: "none" });
      const repairs = result.ok ? result.repaired[0]?.repairs.join(" ") : undefined;
      const outcome = result.ok ? (repairs ?? "taken") : result.code;
      const expected = others[file] ?? (category === "encrypted" ? "FILE_ENCRYPTED" : "taken");
      expect(`${file} ${outcome}`).toBe(`${file} ${expected}`);
      if (!result.ok) continue;
      expect(`${file} ${result.notices.includes(noticeOf("fields", "en"))}`).toBe(`${file} false`);
      expect(result.prepared.subarray(0, bytes.length).equals(bytes)).toBe(repairs === undefined);
      if (pages !== null) expect(`${file} ${result.file.pages}`).toBe(`${file} ${pages}`);
    }
  });
});
