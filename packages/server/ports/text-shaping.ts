import type { TextShaper } from "@siegel/kernel/forms/shaped-text.ts";

/** Shapes text into glyphs of an embeddable font and cuts the subset (the kernel only sees values). Never throws on any text. */
export type TextShapingPort = TextShaper;
