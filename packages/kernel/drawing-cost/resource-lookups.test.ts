/** What is looked up in resources is what contents name, however much more there is: counted in steps from object to object, not timed. */
import { describe, expect, it } from "vitest";
import { form, made } from "../../../fixtures/drawn-page-with.ts";
import { bytesSource } from "../pdf/byte-source.ts";
import { defaultLimits } from "../pdf/limits.ts";
import { requireDrawable } from "./drawing-cost.ts";

const each = (count: number, make: (i: number) => string): string[] => Array.from({ length: count }, (_, i) => make(i));
const named = (count: number, first: number): string => each(count, (i) => `/G${i} ${i + first} 0 R`).join(" ");
const ink = "[/Separation /Gold /DeviceGray << /FunctionType 2 /N 1 /Domain [0 1] >>]";

/** Forms with resources of their own that name a dictionary of as many things as there are forms, and draw one of them each. */
const kinds: readonly (readonly [
  string,
  (count: number) => readonly [table: string, kind: string],
  (i: number) => string,
])[] = [
  ["forms", (count) => [`<< ${named(count, 8 + count)} >>`, "XObject"], (i) => `/G${i} Do`],
  [
    "graphics states",
    (count) => [`<< ${each(count, (i) => `/S${i} << /D [${8 + 2 * count} 0 R 0] >>`).join(" ")} >>`, "ExtGState"],
    (i) => `/S${i} gs [3] 0 d 0 0 m 9 9 l S`,
  ],
  [
    "colour spaces",
    (count) => [`<< ${each(count, (i) => `/S${i} ${ink}`).join(" ")} >>`, "ColorSpace"],
    (i) => `/S${i} cs 1 scn 0 0 9 9 re f BI /W 1 /H 1 /BPC 8 /CS /S${i} ID a EI`,
  ],
];

function fileOf(count: number, [, table, contents]: (typeof kinds)[number]): Uint8Array {
  const [dictionary, kind] = table(count);
  return made({
    resources: `/XObject << ${named(count, 8)} >>`,
    contents: each(count, (i) => `/G${i} Do`).join(" "),
    more: [
      dictionary,
      ...each(count, (i) => form(contents(i), `/Resources << /${kind} 7 0 R >>`)),
      ...each(count, () => form("0 0 9 9 re f")),
      "[3]",
    ],
  });
}

/** An object is read in 40 steps and three for each of its values; each form is one and draws one. */
const stepsOfAForm = 400;

describe("forms that share a dictionary", () => {
  it.each(kinds)("of %s cost what they draw, not what they might", (...kind) => {
    for (const count of [500, 2_000]) {
      const limits = { ...defaultLimits, stepsMax: stepsOfAForm * count };
      expect(() => requireDrawable(bytesSource(fileOf(count, kind)), limits)).not.toThrow();
    }
  });

  it("of more than eight megabytes read it a few times", () => {
    const count = 200;
    const long = "x".repeat(1_000);
    const file = made({
      resources: `/XObject << ${named(count, 8)} >>`,
      contents: each(count, (i) => `/G${i} Do`).join(" "),
      more: [
        `<< ${each(9_000, (i) => `/${long}${i} /DeviceGray`).join(" ")} /S /DeviceGray >>`,
        ...each(count, () =>
          form("BI /W 1 /H 1 /BPC 8 /CS /S ID a EI /S cs 1 scn f", "/Resources << /ColorSpace 7 0 R >>"),
        ),
      ],
    });
    const limits = { ...defaultLimits, scannedBytesMax: 6 * file.length };
    expect(() => requireDrawable(bytesSource(file), limits)).not.toThrow();
  });
});
