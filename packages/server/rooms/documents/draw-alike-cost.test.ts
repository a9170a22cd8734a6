/** What is looked for in colours costs no more than once for each part of a file, however often it is named. */
import { bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { beginUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import { listPages } from "@siegel/kernel/pdf/pages.ts";
import { describe, expect, it } from "vitest";
import { type Drawn, form, made } from "../../../../fixtures/drawn-page-with.ts";
import { drawAlike } from "./draw-alike.ts";

const count = 100_000;
/** A page that draws five times as many is refused before. */
const forms = 10_000;
const each = (make: (i: number) => string, length = count): string[] => Array.from({ length }, (_, i) => make(i));
const named = (first: number, length = count): string => each((i) => `/G${i} ${i + first} 0 R`, length).join(" ");
const light = "/G0 gs 0 1 0 0 k 0 0 9 9 re f";

const files: readonly (readonly [string, Drawn])[] = [
  [
    "states that are objects",
    { resources: `/ExtGState << ${named(7)} >>`, contents: light, more: each(() => "<< /OP true /OPM 1 >>") },
  ],
  [
    "states that stand in one place",
    { resources: `/ExtGState << ${each((i) => `/G${i} << /OP true /OPM 1 >>`).join(" ")} >>`, contents: light },
  ],
  [
    "forms that draw with the same states",
    {
      resources: `/ExtGState 7 0 R /XObject << ${named(8, forms)} >>`,
      contents: `/G0 gs ${each((i) => `/G${i} Do`, forms).join(" ")}`,
      more: [
        `<< ${each((i) => `/G${i} << /OP true /OPM 1 >>`).join(" ")} >>`,
        ...each(() => form("0 1 0 0 k f"), forms),
      ],
    },
  ],
  [
    "colours that share a profile",
    {
      resources: `/XObject << ${named(8, forms)} >>`,
      contents: "",
      more: [
        `<< /N 3 /Length 60000 >>\nstream\n${"0".repeat(60_000)}\nendstream`,
        ...each(() => form("f", "/Resources << /ColorSpace << /DefaultRGB [/ICCBased 7 0 R] >> >>"), forms),
      ],
    },
  ],
  [
    "inks that are none",
    { contents: "", resources: `/ColorSpace << ${each((i) => `/S${i} [/Separation /None /DeviceGray]`).join(" ")} >>` },
  ],
];

describe("a hundred thousand", () => {
  it.each(files)(
    "%s are mended in a few seconds",
    (_what, file) => {
      const doc = openPdf(bytesSource(made(file)));
      const pages = listPages(doc);
      const begun = process.cpuUsage();
      expect(drawAlike(beginUpdate(doc), pages)).toBe(true);
      const { user, system } = process.cpuUsage(begun);
      expect((user + system) / 1_000_000).toBeLessThan(20);
    },
    60_000,
  );
});
