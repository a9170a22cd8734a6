// Glyphs that are contents (Type 3, ISO 32000-2 §9.6.4): operators in and around them that programs make different things of.
import type { Operand } from "./read-operators.ts";

type TextState = { readonly isDrawn: boolean; readonly isHidden: boolean };

/**
 * Follows contents, of a glyph or not, operator by operator; answers what programs make different things of, in words. `isDrawn` tells
 * whether the font that `Tf` or `gs` names is of Type 3, or undefined where none is named.
 */
export function watchingGlyphs(
  isGlyph: boolean,
  isDrawn: (operator: "Tf" | "gs", name: string) => boolean | undefined,
): (operator: string, operands: readonly Operand[]) => string | undefined {
  let isFirst = true;
  let state: TextState = { isDrawn: false, isHidden: false };
  const saved: TextState[] = [];
  return (operator, [operand]) => {
    const isWidth = operator === "d0" || operator === "d1";
    // What comes before it, or without it, has colours in one program and none in another; in other contents pdf.js loses all that follow.
    if (isWidth !== (isGlyph && isFirst)) return "a glyph's width where no glyph begins, or a glyph without";
    isFirst = false;
    switch (operator) {
      case "q":
        saved.push(state);
        return undefined;
      case "Q":
        state = saved.pop() ?? state;
        return undefined;
      case "Tf":
      case "gs":
        if (typeof operand === "string") state = { ...state, isDrawn: isDrawn(operator, operand) ?? state.isDrawn };
        return undefined;
      case "Tr":
        state = { ...state, isHidden: operand === 3 };
        return undefined;
      case "Tj":
      case "TJ":
      case "'":
      case '"':
        // The mode has no effect on such glyphs (§9.3.6): they show, but not in every program.
        return state.isDrawn && state.isHidden ? "glyphs that are drawn, in text that is not" : undefined;
      default:
        return undefined;
    }
  };
}
