/**
 * The room `intake`: what is made of a foreign PDF before anybody signs it (docs/flows/intake.md). It knows no database and asks nothing of
 * the world, so that a process of its own can do it; `documents` lends it the file and keeps what comes of it.
 */
export {
  choice_chars_max,
  choiceCharsOf,
  type Field,
  type FieldOption,
  faultOf,
  isTick,
  type Placement,
  tooManyChoices,
} from "./field.ts";
export { refusalSentence } from "./intake-notices.ts";
export type { IntakeSigner } from "./intake-rules.ts";
export type { IntakeTask } from "./intake-task.ts";
export { misplacedLine } from "./misplaced-fields.ts";
export { type PreparedDocument, prepareDocument, type RefusedDocument } from "./prepare-document.ts";
export { sha256Of } from "./sha256-of.ts";
export { type Embedded, toldEmbedded } from "./told-embedded.ts";
export { asksFonts, withDrawableValues } from "./undrawable-values.ts";
export { fitsField, isSetSmall, type Measuring } from "./value-fits.ts";
