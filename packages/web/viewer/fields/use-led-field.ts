import type { OwnField } from "@siegel/contract/calls/files.ts";
import { useState } from "react";

/** A place in the document; `field`: where the current field stands on that page. A new object leads there again. */
export type Target = { readonly page: number; readonly field: boolean };

/** Where somebody is in a document, and what leads them elsewhere. */
export type LedField = {
  readonly target: Target | null;
  /** Full name of the field that is being filled in. */
  readonly fieldId: string | null;
  readonly setFieldId: (annotationId: string) => void;
  /** Whether they asked to be led: before that a document lies open at its beginning. */
  readonly isLed: boolean;
  /** On a phone: whether the fields make room for the paper. */
  readonly isFolded: boolean;
  readonly fold: (folded: boolean) => void;
  readonly goTo: (page: number) => void;
  readonly goToField: (field: OwnField) => void;
};

/** Begins at `first`. On a phone the paper has the room at first; a person who is led to a field finds it unfolded. */
export function useLedField(first: () => OwnField | undefined): LedField {
  const [target, setTarget] = useState<Target | null>(null);
  const [fieldId, setFieldId] = useState(() => first()?.annotation_id ?? null);
  const [isLed, setLed] = useState(false);
  const [isFolded, fold] = useState(true);
  const goToField = ({ annotation_id, page }: OwnField): void => {
    setLed(true);
    fold(false);
    setFieldId(annotation_id);
    setTarget({ page, field: true });
  };
  const goTo = (page: number): void => setTarget({ page, field: false });
  return { target, fieldId, setFieldId, isLed, isFolded, fold, goTo, goToField };
}
