/** The product's fonts, for tests of rooms. */
import { openTextShaping } from "../adapters/fonts/text-shaping.ts";

/** What shapes texts and cuts fonts in the product. */
export const shaper = openTextShaping();
