/** Files that look otherwise once they were taken in, or that are refused, each with the reason. */
const askedAnew =
  "it asks for new appearances (/NeedAppearances), which are drawn as the browser shows them, in our font";
const arrow = "PDFium draws an arrow in a list that has no appearance; it gets an empty one, as other programs show it";
const undrawn = "fields without an appearance get one, which not every program made up before";

/** By the file's name. */
export const looksOtherwise: Readonly<Record<string, string>> = {
  "annots-is-a-dictionary.pdf": "poppler shows nothing of a page with such annotations before they are mended",
  "highlight-without-appearance.pdf": "the highlight gets an appearance, which poppler and MuPDF leave out before",
  "libreoffice-form-export.pdf": askedAnew,
  // LibreOffice names it after the page that it was given.
  "page.pdf": askedAnew,
  "pdfkit.pdf": askedAnew,
  "weasyprint-form.pdf": undrawn,
  "form-i18n/pdfcpu__chineseSimple.pdf": arrow,
  "form-i18n/pdfcpu__german.pdf": arrow,
  "form-i18n/pdfcpu__japanese.pdf": arrow,
  "form-i18n/pdfcpu__russian.pdf": arrow,
  "form/node-signpdf__formexample.pdf": askedAnew,
  "form/pdf-lib__with_combed_fields.pdf": arrow,
  "xfa/pdfjs__annotation-choice-widget.pdf": arrow,
  "xfa/pdfjs__xfa_issue14315.pdf": "is refused: it has nothing but its XFA to show",
  "signed-valid/pyHanko__certified-with-indirect-refs-in-dir.pdf": "is refused: it is certified against any change",
  "signed-valid/pdfcpu__sample1.pdf": "is refused: it is certified against any change",
};
