/** Placed fields that no page of their document holds: all at once, each by its path in the request, so that one answer tells everything. */
import type { Language } from "@siegel/contract/limits.ts";
import { isOnPage, type Page } from "@siegel/kernel/pdf/pages.ts";
import { PdfRefusal } from "@siegel/kernel/pdf/refusal.ts";
import type { IntakeSigner } from "./intake-rules.ts";

/** `path` is the field's in the request, `page` what it asks for, from 1; sizes are points. */
export type MisplacedField = { readonly path: string; readonly page: number } & (
  | { readonly kind: "no-page"; readonly pages: number }
  | { readonly kind: "outside"; readonly widthPt: number; readonly heightPt: number }
);

/** The refusal of a document for the places of its fields. */
export class FieldsMisplaced extends PdfRefusal {
  readonly misplaced: readonly MisplacedField[];
  constructor(misplaced: readonly MisplacedField[]) {
    super("FIELD_OUTSIDE_PAGE", misplaced.map(({ path }) => path).join(", "));
    this.misplaced = misplaced;
  }
}

/** @throws FieldsMisplaced, naming all that the pages of the document do not hold */
export function requireOnPages(signers: readonly IntakeSigner[], pages: readonly Page[]): void {
  const misplaced = signers.flatMap(({ fields }) =>
    fields.flatMap(({ path, page, rect }): MisplacedField[] => {
      const shownOn = pages[page - 1];
      if (shownOn === undefined) return [{ kind: "no-page", path, page, pages: pages.length }];
      const { widthPt, heightPt } = shownOn;
      return isOnPage(shownOn, rect) ? [] : [{ kind: "outside", path, page, widthPt, heightPt }];
    }),
  );
  if (misplaced.length > 0) throw new FieldsMisplaced(misplaced);
}

/** One line for the sender: which field, what is wrong with its place, and what to do. */
export function misplacedLine(field: MisplacedField, document: string, language: Language): string {
  const { path, page } = field;
  if (field.kind === "no-page") {
    const [en, de] =
      field.pages === 1
        ? ["page 1", "Seite 1"]
        : [`a page from 1 to ${field.pages}`, `eine Seite von 1 bis ${field.pages}`];
    return language === "de"
      ? `${path}.page: ${document} hat keine Seite ${page}; geben Sie ${de} an`
      : `${path}.page: ${document} has no page ${page}; give ${en}`;
  }
  const [width, height] = [Math.floor(field.widthPt), Math.floor(field.heightPt)];
  return language === "de"
    ? `${path}.rect: das liegt außerhalb von Seite ${page} von ${document}, die ${width} mal ${height} Punkte groß ist; verschieben Sie das Feld auf die Seite`
    : `${path}.rect: this lies outside page ${page} of ${document}, which is ${width} by ${height} points; move the field onto the page`;
}
