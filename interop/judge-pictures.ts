/**
 * What a signer sees (pdf.js, as the web's viewer sets it up), what poppler and what mupdf draw of a signed file agree: the
 * first page, where field and signature were put, has a structural similarity of 0.99 and more for each two of them, and in our
 * own files no place is otherwise (judge-ink.ts). Where two disagree as much about the page before it was touched, they have to agree
 * about what signing added to it.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import { listPages } from "@siegel/kernel/pdf/pages.ts";
import { contractPdf } from "@siegel/server/test/contract-pdf.ts";
import { archivalPdf, taggedPdf } from "../fixtures/archival.ts";
import { formPdf, plainPdf, rotatedPdf } from "../fixtures/documents.ts";
import { ToolMissing } from "../fixtures/outside-tool.ts";
import { type Extent, type Picture, rendersAside } from "../fixtures/pictures.ts";
import { difference, similarity } from "../fixtures/similarity.ts";
import { type Draw, findInk, fontsOutside, inkDpi, type Pair, type Program } from "./judge-ink.ts";
import type { CorpusJudgement } from "./judgement.ts";
import { openViewers, type Viewer } from "./pdfjs-pictures.ts";
import { type Signed, type Signer, takeAndSign } from "./take-and-sign.ts";

const alike = 0.99;
/** The signature alone, where letters are all there is: programs smooth them in ways of their own, and none may leave it out. */
const alikeInBox = 0.85;
const dpi = 72;
/** Small pages are drawn larger: else the edges of letters would be most of what there is. */
const smallerSideMin = 600;

const made: readonly (readonly [string, () => Uint8Array | Promise<Uint8Array>])[] = [
  ["a contract", contractPdf],
  ["a contract turned", () => contractPdf({ turned: 90 })],
  ["plain", plainPdf],
  ["form", formPdf],
  ["turned by 90", () => rotatedPdf(90, 1, "Rent: 1,250.00 EUR")],
  ["turned by 270", () => rotatedPdf(270, 1, "Rent: 1,250.00 EUR")],
  ["PDF/A", archivalPdf],
  ["tagged", taggedPdf],
];

/** The box of the signature in shares of the page's width and height. */
type Seen = Signed & { readonly box: Extent };

/** Judges files of our own. @throws ToolMissing */
export async function judgePictures(folder: string, signer: Signer): Promise<CorpusJudgement> {
  const left = [...made];
  const { viewers, close } = await openViewers(availableParallelism());
  const judged: Judged[] = [];
  // Where a program draws, another may compare: as many files at a time as there are processors.
  const lane = async (viewer: Viewer, n: number): Promise<void> => {
    const own = join(folder, `${n}`);
    mkdirSync(own, { recursive: true });
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [name, make] = next;
      const signed = await signVisibly(await make(), signer);
      if (signed !== null) judged.push(await judgeFile({ name, signed, folder: own, viewer }));
    }
    if (n === 0) judged.push(...(await judgeControls({ folder: own, viewer, signer })));
  };
  try {
    await Promise.all(viewers.map(lane));
  } finally {
    await close();
  }
  return {
    passed: judged.reduce((sum, one) => sum + one.passed, 0),
    notes: judged.flatMap(({ notes }) => notes ?? []),
    remarks: judged.flatMap(({ remarks }) => remarks),
  };
}

/** The controls: pdf.js is shown another signed page than the others, and both it is compared with must notice. */
async function judgeControls(
  judging: Omit<Judging, "name" | "signed"> & { readonly signer: Signer },
): Promise<readonly Judged[]> {
  const sign = async (file: Uint8Array): Promise<Seen> => {
    const signed = await signVisibly(file, judging.signer);
    if (signed === null) throw new Error("a control is taken");
    return signed;
  };
  const [plain, contract] = [await sign(plainPdf()), await sign(await contractPdf())];
  const other = await sign(await contractPdf({ rent: "1,258.00" }));
  return [
    await judgeControl(judging, { what: "a signature that is not drawn", signed: plain, shown: plain.taken }),
    await judgeControl(judging, { what: "one other digit", signed: contract, shown: other.signed }),
  ];
}

type Control = { readonly what: string; readonly signed: Seen; readonly shown: Uint8Array };

async function judgeControl(
  judging: Omit<Judging, "name" | "signed">,
  { what, signed, shown }: Control,
): Promise<Judged> {
  const viewer: Viewer = async (file, resolution) =>
    await judging.viewer(file === signed.signed ? shown : file, resolution);
  const { remarks } = await judgeFile({ ...judging, name: "control", signed, viewer });
  const isSeen =
    remarks.every((remark) => remark.includes("pdf.js")) &&
    ["poppler", "mupdf"].every((program) => remarks.some((remark) => remark.includes(program)));
  return isSeen
    ? { passed: 1, remarks: [] }
    : { passed: 0, remarks: [`pictures: ${what} in pdf.js went unnoticed`, ...remarks] };
}

/** A text field, where one may be added, and a signature below it; null for a file that intake refuses (intake-corpus.test.ts says which). */
async function signVisibly(file: Uint8Array, signer: Signer): Promise<Seen | null> {
  const unplaced = await unlessRefused("FILE_", takeAndSign(file, { ...signer, level: "B-B" }));
  if (unplaced === null) return null;
  const [page] = listPages(openPdf(bytesSource(unplaced.taken)));
  const [width, height] = [page?.widthPt ?? 0, page?.heightPt ?? 0];
  const [wide, high] = [Math.min(200, width * 0.6), Math.min(30, height / 6)];
  const signature = [width * 0.1, height * 0.1 + 1.5 * high, wide, high] as const;
  const text = [width * 0.1, height * 0.1, wide, high] as const;
  const both = await unlessRefused("INVALID_REQUEST", takeAndSign(file, { ...signer, level: "B-B", signature, text }));
  const signed = both ?? (await takeAndSign(file, { ...signer, level: "B-B", signature }));
  return {
    ...signed,
    box: { left: 0.1, top: signature[1] / height, right: 0.1 + wide / width, bottom: (signature[1] + high) / height },
  };
}

/** null where intake refuses with a code that begins so. @throws whatever else goes wrong */
async function unlessRefused(code: string, signing: Promise<Signed>): Promise<Signed | null> {
  try {
    return await signing;
  } catch (error) {
    if (error instanceof Error && error.message.startsWith(code)) return null;
    throw error;
  }
}

type Judging = {
  readonly name: string;
  readonly signed: Seen;
  readonly folder: string;
  readonly viewer: Viewer;
};
type Judged = CorpusJudgement;

const programs: readonly Program[] = ["pdf.js", "poppler", "mupdf"];
const pairs: readonly Pair[] = [
  ["pdf.js", "poppler"],
  ["pdf.js", "mupdf"],
  ["poppler", "mupdf"],
];

async function judgeFile(judging: Judging): Promise<Judged> {
  const { name, signed } = judging;
  const [page] = listPages(openPdf(bytesSource(signed.taken)));
  const smaller = Math.min(page?.widthPt ?? smallerSideMin, page?.heightPt ?? smallerSideMin);
  const coarse = Math.round(dpi * Math.min(20, Math.max(1, smallerSideMin / smaller)));
  const first = await disagreements(judging, coarse, pairs);
  // Programs smooth and hint letters in ways of their own; drawn finer, only what is really otherwise is left.
  const again = first.map(({ pair }) => pair);
  const lasting = again.length === 0 ? [] : await disagreements(judging, 3 * coarse, again);
  const ink = await findInks(judging);
  const wrong = [...lasting, ...ink.wrong];
  return {
    passed: pairs.filter((pair) => !wrong.some((one) => one.pair === pair)).length,
    remarks: [
      ...wrong.map(({ pair, wrong: what }) => `${name}: ${pair.join(" and ")}: ${what}`),
      ...(ink.why === undefined ? [`${name}: is drawn otherwise before it is signed, and nobody says why`] : []),
    ],
    notes: ink.why ? [`${name}: drawn otherwise in places before it was signed: ${ink.why}`] : [],
  };
}

/** Places that are otherwise; why some were before it was signed: "" where none was, undefined where nobody says it. */
type Inks = { readonly wrong: readonly Disagreement[]; readonly why: string | undefined };

async function findInks(judging: Judging): Promise<Inks> {
  const draw = drawer(judging, inkDpi);
  await Promise.all(programs.map((program) => draw(program, "after")));
  const found = [];
  for (const pair of pairs) found.push(await findInk(draw, pair));
  const wrong = found.flatMap(({ pair, wrong: what }) => (what === null ? [] : [{ pair, wrong: what }]));
  if (!found.some(({ isOtherwiseBefore }) => isOtherwiseBefore)) return { wrong, why: "" };
  const fonts = fontsOutside(join(judging.folder, "before.pdf"));
  return { wrong, why: fonts.length > 0 ? `not in the file: ${fonts.join(", ")}` : undefined };
}

type Disagreement = { readonly pair: Pair; readonly wrong: string };

async function disagreements(
  judging: Judging,
  resolution: number,
  compared: readonly Pair[],
): Promise<readonly Disagreement[]> {
  const draw = drawer(judging, resolution);
  // All three at once, each a process of its own.
  await Promise.all([...new Set(compared.flat())].map((program) => draw(program, "after")));
  const found: Disagreement[] = [];
  for (const pair of compared) {
    const wrong = await disagreement(draw, pair, judging.signed.box);
    if (wrong !== null) found.push({ pair, wrong });
  }
  return found;
}

function drawer({ signed, folder, viewer }: Judging, resolution: number): Draw {
  const bytes = { before: signed.taken, after: signed.signed };
  const paths = { before: join(folder, "before.pdf"), after: join(folder, "after.pdf") };
  writeFileSync(paths.before, bytes.before);
  writeFileSync(paths.after, bytes.after);
  const drawn = new Map<string, Promise<Picture | string>>();
  return (program, which) => {
    const key = `${program} ${which}`;
    const picture =
      drawn.get(key) ??
      (program === "pdf.js"
        ? viewer(bytes[which], resolution)
        : rendersAside[program](paths[which], 1, resolution)
      ).catch((fault: unknown) => {
        if (fault instanceof ToolMissing) throw fault;
        return (fault instanceof Error ? fault.message : String(fault)).slice(0, 200);
      });
    drawn.set(key, picture);
    return picture;
  };
}

/** What two programs disagree about, or null. The page before it was signed is drawn only where they disagree. */
async function disagreement(draw: Draw, [one, other]: Pair, box: Extent): Promise<string | null> {
  const [a, b] = [await draw(one, "after"), await draw(other, "after")];
  if (typeof a === "string") return a;
  if (typeof b === "string") return b;
  if (Math.abs(a.width - b.width) > 2 || Math.abs(a.height - b.height) > 2)
    return `${a.width} by ${a.height} against ${b.width} by ${b.height} pixels`;
  const signed = similarity(a, b);
  const inBox = similarity(cutOut(a, box), cutOut(b, box));
  if (signed >= alike && inBox >= alikeInBox) return null;
  const [x, y] = [await draw(one, "before"), await draw(other, "before")];
  if (typeof x === "string") return x;
  if (typeof y === "string") return y;
  if (inBox < alikeInBox && similarity(cutOut(x, box), cutOut(y, box)) >= alikeInBox)
    return `the signature is drawn otherwise: ${inBox.toFixed(4)}`;
  const original = similarity(x, y);
  if (signed >= alike) return null;
  if (original >= alike) return `${original.toFixed(4)} before, ${signed.toFixed(4)} after`;
  const [addedByA, addedByB] = [difference(x, a), difference(y, b)];
  if (isEmpty(addedByA) || isEmpty(addedByB)) return "nothing was added";
  const added = similarity(addedByA, addedByB);
  return added >= alike ? null : `${original.toFixed(4)} before; what was added: ${added.toFixed(4)}`;
}

function cutOut({ width, height, rgb }: Picture, box: Extent): Picture {
  const [left, top] = [Math.floor(box.left * width), Math.floor(box.top * height)];
  const [right, bottom] = [Math.ceil(box.right * width), Math.ceil(box.bottom * height)];
  const cut = new Uint8Array(3 * (right - left) * (bottom - top));
  for (let y = top; y < bottom; y += 1)
    cut.set(rgb.subarray(3 * (y * width + left), 3 * (y * width + right)), 3 * (y - top) * (right - left));
  return { width: right - left, height: bottom - top, rgb: cut };
}

const isEmpty = ({ rgb }: Picture): boolean => !rgb.some((value) => value < 128);
