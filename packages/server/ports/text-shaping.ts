import type { TextShaper } from "@siegel/kernel/forms/shaped-text.ts";

/** Shapes text into glyphs of an embeddable font and makes the font's subset; the kernel sees only values. Never throws, whatever the text. */
export type TextShapingPort = TextShaper;
