/** Functions that lead to others (ISO 32000-2 §7.10.4): whoever asks before their cost is counted goes round in no circle. */
import { describe, expect, it } from "vitest";
import { made, same } from "../../../fixtures/drawn-page-with.ts";
import { bytesSource } from "../pdf/byte-source.ts";
import { defaultLimits } from "../pdf/limits.ts";
import { openPdf } from "../pdf/open-pdf.ts";
import { ambiguityInFunction, tint } from "./function-ambiguity.ts";

const stitched = (encode: string, fn: string): string =>
  `<< /FunctionType 3 /Domain [0 1] /Bounds [] /Encode [${encode}] /Functions [${fn}] >>`;

/** Object 7 is the function. */
function reasonOf(fn: string): string | undefined {
  const doc = openPdf(bytesSource(made({ contents: "", more: [fn] })), defaultLimits);
  return ambiguityInFunction(doc, { kind: "ref", num: 7, gen: 0 }, { inputs: [tint], outputs: 1 });
}

const nested = (count: number): string =>
  Array.from({ length: count }).reduce((fn: string) => stitched("0 1", fn), same);

describe("functions that lead to others", () => {
  it.each([
    ["of eight", nested(8), undefined],
    ["of nine", nested(9), "functions of functions without end"],
    ["of itself", stitched("0 1", "7 0 R"), "a function of itself"],
  ])("%s", (_what, fn, why) => {
    expect(reasonOf(fn)).toBe(why);
  });
});
