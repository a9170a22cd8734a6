/**
 * `npm run judges [-- --ci] [--short] [--only fresh|certified|product|certificates|lives|corpus|conformance|earlier|looks|marks|producers|pictures]`: outside programs judge files that were just signed.
 * `fresh`: the kernel's, each level × key × number of signers. `product`: the running product's, each signer type.
 * `certificates`: the product's certificates, revocation lists and OCSP answers.
 * `lives`: certificates and documents before and after a revocation, and six years after the CAs were rolled.
 * `certified`: files of others, certified or locked before we signed.
 * `corpus`: files of other makers, as they are or mended, which are counted and drawn.
 * `conformance`: PDF/A and PDF/UA stay so. `earlier`: signatures of others stay valid. `looks`: files of others look the same before and after; `marks`: signatures that nobody placed stand on nothing; `producers`: so do files freshly made by the usual programs. `pictures`: three programs draw our own the same.
 * `--short` asks only about files that were made just now: the files of other makers wait for `npm run check-all`.
 * A judge that cannot be asked is shown as skipped; with `--ci` that fails unless `interop/allowed-skips` gives a reason.
 */
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { hasCorpus } from "../fixtures/corpus.ts";
import { ToolMissing } from "../fixtures/outside-tool.ts";
import { useSameFonts } from "../fixtures/same-fonts.ts";
import { hasSoftToken } from "../packages/server/test/soft-token.ts";
import { makeCertifiedFiles } from "./certified-files.ts";
import { makeControls } from "./control.ts";
import { makeFreshFiles } from "./fresh-files.ts";
import { judgeCertificates } from "./judge-certificates.ts";
import { judgeConformance } from "./judge-conformance.ts";
import { judgeCorpus } from "./judge-corpus.ts";
import { judgeEarlierSignatures } from "./judge-earlier-signatures.ts";
import { judgeLives } from "./judge-lives.ts";
import { everydayFiles, judgeLooks } from "./judge-looks.ts";
import { judgeMarks } from "./judge-marks.ts";
import { judgePictures } from "./judge-pictures.ts";
import { pyhankoJudge } from "./judge-pyhanko.ts";
import { ask, type CorpusJudgement, type Judge, type Outcome, type Subject } from "./judgement.ts";
import { chainVerify, cmsVerify, ocspVerify, pdfsig, qpdfCheck, timestampVerify } from "./judges-of-files.ts";
import { makeProducerFiles } from "./producer-files.ts";
import { makeProductFiles, publishedLists } from "./product-files.ts";
import { parseAllowedSkips } from "./skips.ts";
import { makeSigner, type Signer } from "./take-and-sign.ts";

const { values: options } = parseArgs({
  options: { ci: { type: "boolean" }, short: { type: "boolean" }, only: { type: "string" } },
});
const out = join(import.meta.dirname, "out");
const allowed = parseAllowedSkips(readFileSync(join(import.meta.dirname, "allowed-skips"), "utf8"));
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
useSameFonts(join(out, "fonts"));

const skips = new Map<string, string>();

const isWanted = (what: string): boolean => options.only === undefined || options.only === what;
const products = isWanted("product") || isWanted("certificates") ? await makeProductFiles(join(out, "product")) : [];
const subjects: readonly Subject[] = [
  ...(isWanted("fresh") ? await makeFreshFiles(join(out, "fresh")) : []),
  ...(isWanted("certified") ? await makeCertifiedFiles(join(out, "certified")) : []),
  ...(isWanted("product") ? products : []),
];
if (products.length > 0 && !hasSoftToken) skips.set("SoftHSM2", "SoftHSM2 or pkcs11js is not installed");
const [first] = subjects;
const groups = manyFiles().filter(
  ({ name, isShort }) => isWanted(name) && (isShort === true || options.short !== true),
);
if (first === undefined && groups.length === 0) throw new Error("nothing was signed, so there is nothing to judge");
const controls = first === undefined ? [] : await makeControls(subjects, join(out, "control"));
const columns: readonly Judge[] = [
  qpdfCheck,
  pdfsig,
  cmsVerify,
  chainVerify,
  timestampVerify,
  ocspVerify,
  pyhankoJudge([...subjects, ...controls.map(({ subject }) => subject)]),
];
const width = Math.max(0, ...subjects.map((subject) => subject.name.length));
const remarks: string[] = [];
const count = { passed: 0, failed: 0 };

print(["".padEnd(width), ...columns.map((judge) => judge.name)].join("  "));
for (const subject of subjects) {
  const cells = columns.map((judge) => cell(judge, subject).padEnd(judge.name.length));
  print([subject.name.padEnd(width), ...cells].join("  "));
}
for (const { subject, refusedBy } of controls)
  for (const name of refusedBy)
    expectRefusal(
      columns.find((judge) => judge.name === name),
      subject,
    );
if (controls.length > 0)
  for (const { name } of columns)
    if (!controls.some(({ refusedBy }) => refusedBy.includes(name))) {
      count.failed += 1;
      remarks.push(`FAILED ${name} meets no file that it must refuse`);
    }
for (const group of groups) await judgeMany(group);
for (const remark of remarks) print(remark);
for (const [judge, reason] of skips) settleSkip(judge, reason);
print(`${count.passed} passed, ${count.failed} failed`);
process.exitCode = count.failed === 0 && count.passed > 0 ? 0 : 1;

function cell(judge: Judge, subject: Subject): string {
  if (!appliesTo(judge, subject)) return "–";
  const outcome: Outcome = ask(judge, subject);
  if (outcome.status === "skipped") {
    skips.set(judge.name, outcome.reason);
    return "skipped";
  }
  count[outcome.status] += 1;
  if (outcome.status === "failed") remarks.push(`FAILED ${judge.name}, ${subject.name}: ${outcome.reason}`);
  return outcome.status === "passed" ? "ok" : "FAILED";
}

/** The control must be refused; a missing judge is a skip there as everywhere. */
function expectRefusal(judge: Judge | undefined, control: Subject): void {
  if (judge === undefined) throw new Error(`nobody is there to refuse ${control.name}`);
  const outcome = ask(judge, control);
  if (outcome.status === "skipped") return;
  count[outcome.status === "failed" ? "passed" : "failed"] += 1;
  if (outcome.status === "passed") remarks.push(`FAILED ${judge.name} accepts ${control.name}`);
}

type Group = {
  readonly name: string;
  readonly found: string;
  readonly needsCorpus?: boolean;
  /** Asked in a short round too, about our own files only. */
  readonly isShort?: boolean;
  readonly judge: (folder: string) => CorpusJudgement | Promise<CorpusJudgement>;
};

function manyFiles(): readonly Group[] {
  const withSigner =
    (judge: (folder: string, signer: Signer) => Promise<CorpusJudgement>) =>
    async (folder: string): Promise<CorpusJudgement> =>
      await judge(folder, await makeSigner());
  return [
    {
      name: "corpus",
      found: "files of other makers are as qpdf, mutool and poppler see them",
      needsCorpus: true,
      judge: judgeCorpus,
    },
    {
      name: "certificates",
      found: "certificates, lists and answers are as they should be, say pkilint and zlint",
      judge: (folder) =>
        judgeCertificates(
          folder,
          products,
          publishedLists.map((name) => join(out, "product", name)),
        ),
    },
    {
      name: "lives",
      isShort: true,
      found:
        "times OpenSSL and pyHanko see a certificate or document as it is: revoked, unknown, or good, and six years after a roll",
      judge: judgeLives,
    },
    {
      name: "conformance",
      found: "promises of PDF/A and PDF/UA are kept, says veraPDF",
      judge: withSigner(judgeConformance),
    },
    {
      name: "earlier",
      found: "times the signatures of others stand after ours, says pyHanko",
      needsCorpus: true,
      judge: withSigner(judgeEarlierSignatures),
    },
    {
      name: "looks",
      isShort: true,
      found: "files of others look the same once they are taken in and signed, say poppler, MuPDF and PDFium",
      judge: withSigner((folder, signer) => judgeLooks(folder, signer, everydayFiles())),
    },
    {
      name: "marks",
      found: "times the marks of signatures in a margin stand on nothing, says poppler",
      judge: judgeMarks,
    },
    {
      name: "producers",
      found: "files freshly made by the usual programs look the same once they are taken in and signed",
      judge: withSigner(async (folder, signer) => {
        const { files, missing } = makeProducerFiles(join(folder, "made"));
        const judged = await judgeLooks(folder, signer, files);
        return { ...judged, notes: [...(judged.notes ?? []), ...missing] };
      }),
    },
    {
      name: "pictures",
      isShort: true,
      found: "times two of pdf.js, poppler and mupdf draw the same",
      judge: withSigner(judgePictures),
    },
  ];
}

/** Judges that look at many files at once and say what is wrong with each. */
async function judgeMany({ name, found, needsCorpus, judge }: Group): Promise<void> {
  if (needsCorpus === true && !hasCorpus) {
    skips.set("corpus", "the files of other makers are not here");
    return;
  }
  try {
    const judged = await judge(join(out, name));
    print(`${judged.passed} ${found}`);
    for (const note of judged.notes ?? []) print(`  ${note}`);
    remarks.push(...judged.remarks.map((remark) => `FAILED ${remark}`));
    count.passed += judged.passed;
    count.failed += judged.remarks.length;
  } catch (error) {
    if (!(error instanceof ToolMissing)) throw error;
    skips.set(name, error.message);
  }
}

/** B-B has no timestamp, and only LT and LTA carry revocation data. */
function appliesTo(judge: Judge, subject: Subject): boolean {
  if (judge === timestampVerify) return subject.level !== "B-B";
  return judge !== ocspVerify || subject.level === "B-LT" || subject.level === "B-LTA";
}

function settleSkip(judge: string, reason: string): void {
  const excuse = allowed.get(judge);
  const isFailure = options.ci === true && excuse === undefined;
  if (isFailure) count.failed += 1;
  print(
    `${isFailure ? "FAILED" : "skipped"} ${judge}: ${reason}${excuse === undefined ? "" : ` (allowed: ${excuse})`}`,
  );
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
