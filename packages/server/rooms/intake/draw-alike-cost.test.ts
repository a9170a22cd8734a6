/** What is looked for in colours costs no more than once for each part of a file, however often it is named. */
import { bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { beginUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import { listPages } from "@siegel/kernel/pdf/pages.ts";
import { describe, expect, it } from "vitest";
import { type Drawn, form, made } from "../../../../fixtures/drawn-page-with.ts";
import { inkLook, narrowTable, tabled } from "../../../../fixtures/icc-profile.ts";
import { contentStream, makePdf } from "../../../../fixtures/make-pdf.ts";
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

/** Of those that are found by going through each of others. */
const many = 4_000;
const shared = `/ExtGState << /G << /OP true /OPM 1 >> >> /XObject 7 0 R`;

/** Pages that draw the same contents, each with a dictionary of resources of its own. */
function pagesAlike(contents: string, resources: string, more: readonly string[]): Uint8Array {
  const first = 5 + more.length;
  return makePdf({
    objects: [
      "<< /Type /Catalog /Pages 2 0 R >>",
      `<< /Type /Pages /Kids [${each((i) => `${first + i} 0 R`, many).join(" ")}] /Count ${many} /MediaBox [0 0 9 9] >>`,
      "null",
      contentStream(contents),
      ...more,
      ...each(() => `<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << ${resources} >> >>`, many),
    ],
  });
}

describe("forms and pages that share what they draw with", () => {
  it("are followed where they are drawn, not where they are named", () => {
    const file = {
      resources: `/ExtGState << /G0 << /OP true /OPM 1 >> >> /XObject << ${named(8, many)} >>`,
      contents: `${light} ${each((i) => `/G${i} Do`, many).join(" ")}`,
      more: [
        `<< ${named(8 + many, many)} >>`,
        ...each(() => form("/G gs f", `/Resources << ${shared} >>`), many),
        ...each(() => form("/G gs f"), many),
      ],
    };
    expect(secondsOf(made(file), (alike) => expect(alike()).toBe(true))).toBeLessThan(seconds_max);
  });

  it("are refused where all of them are drawn in each", () => {
    const drawn = each((i) => `/G${i} Do`, many).join(" ");
    const file = pagesAlike(`/G gs ${drawn}`, shared.replace("7", `${5 + many}`), [
      ...each(() => form("/G gs f"), many),
      `<< ${named(5, many)} >>`,
    ]);
    expect(secondsOf(file, (alike) => expect(alike).toThrow("ever other resources"))).toBeLessThan(seconds_max);
  });
});

describe("profiles", () => {
  /** As many nodes as those of printing have at most; the octets of a maker tell one from another. */
  function print(maker: number): Uint8Array {
    const octets = Buffer.from(seventeen);
    octets.writeUInt32BE(maker, 48);
    return octets;
  }
  const seventeen = tabled("CMYK", { A2B0: narrowTable({ components: 4, points: 17, lookOf: inkLook }) });
  const spaces = (length: number): string => each((i) => `/S${i} [/ICCBased ${i + 7} 0 R]`, length).join(" ");
  const withProfiles = (length: number, make: (i: number) => Uint8Array): Uint8Array => {
    const objects = each(
      (i) => contentStream(Buffer.from(make(i)).toString("latin1")).replace("<<", "<< /N 4"),
      length,
    );
    return made({ resources: `/ColorSpace << ${spaces(length)} >>`, contents: "", more: objects });
  };

  it("that are one and the same are taken", () => {
    const file = withProfiles(200, () => print(0));
    expect(secondsOf(file, (alike) => expect(alike()).toBe(false))).toBeLessThan(seconds_max);
  });

  it("that are ever others are looked at for a while, and refused", () => {
    expect(secondsOf(withProfiles(60, print), (alike) => expect(alike()).toBe(false))).toBeLessThan(seconds_max);
    const file = withProfiles(100, print);
    expect(secondsOf(file, (alike) => expect(alike).toThrow("ever other colour profiles"))).toBeLessThan(seconds_max);
  });
});

describe("a hundred thousand", () => {
  it.each(files)(
    "%s are mended in a few seconds",
    (_what, file) => {
      expect(secondsOf(made(file), (alike) => expect(alike()).toBe(true))).toBeLessThan(seconds_max);
    },
    60_000,
  );
});

/** Processor time, where a worker may take ten seconds for all of a file. */
const seconds_max = 6;

function secondsOf(file: Uint8Array, use: (alike: () => boolean) => void): number {
  const doc = openPdf(bytesSource(file));
  const pages = listPages(doc);
  const begun = process.cpuUsage();
  use(() => drawAlike(beginUpdate(doc), pages));
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1_000_000;
}
