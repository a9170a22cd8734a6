import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Every project's: walks, outages and races have bounds in time that a machine which others use too must not miss. */
const patience = {
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // A second, as it is otherwise, is over before a busy machine has drawn a page.
  expect: { poll: { timeout: 10_000 } },
};

/** Slow, and rarely red: `npm run check-all` runs them, one at a time, and nothing else does. No row of the ledger is proven here alone. */
const slow = [
  "scripts/{boundaries,test}.test.ts",
  "packages/server/workers/{page-worker,intake-worker}.test.ts",
  "packages/server/rooms/signing/{hostile-documents,crash-after-a-query}.test.ts",
  "packages/server/rooms/{intake/intake-corpus,documents/prepared-corpus}.test.ts",
  "packages/server/adapters/{fonts/{text-shaping,whole-values},database/kept-postgres,time/foreign-clocks}.test.ts",
  "packages/server/adapters/workers/worker-pool.test.ts",
  "packages/server/http/signer/page-turns.test.ts",
  "interop/unmatched-ink.test.ts",
  // Kills the whole process; `killed-qualified` and `killed-module` do the same to one act at a time.
  "packages/server/http/signer/killed-web.test.ts",
  // Measures answers in milliseconds.
  "packages/server/http/{administration/alike,signer/{qualified-alike,cert-manager-time}}.test.ts",
  // Each part of the house away by itself; `faults/rounds` kills them together.
  "e2e/faults/{outages,embedded-database}.test.ts",
  // Many at once, and many processes: `several-signers` and the walks on PostgreSQL 15 do the same on a smaller scale.
  "e2e/{fifty-signers,layouts}.test.ts",
  // Pages for few people and rare moments.
  "e2e/pages/{viewer-for-all,narrow-viewer,slow-phone,missing-parts,lost-answers-web,clumsy-use,guide,banners}.test.ts",
  "e2e/pages/{accessibility-between,ended-links,image-dialog,page-pictures,pages-alike,unseen-values,without-mouse}.test.ts",
];
/** Long, and rarely red: `.ci/run` runs them before every change that lands (`SIEGEL_TESTS=landing`), `npm test` leaves them out. */
const landing = [
  "packages/server/cli/{siegel,root-ceremony}.test.ts",
  "packages/server/adapters/workers/document-workers.test.ts",
  "packages/server/http/signer/{heavy-page,killed-module,qualified-memory}.test.ts",
  "packages/server/http/sender/{intake-turns,many-workflows}.test.ts",
  "packages/server/rooms/signing/{crash-before-a-query,failing-closed,killed-identified,killed-qualified}.test.ts",
  "packages/server/rooms/{intake/intake-limits,revocation/killed-revocation,leaving/killed-runs}.test.ts",
  "packages/server/{rooms/authority/roll-authority,wire-authority-keys,http/trust/pki-roll}.test.ts",
  "packages/server/rooms/evidence/report-structure.test.ts",
  "e2e/faults/!(races).test.ts",
  "e2e/{operating,who-signs,embedded-files,corpus,baseline-profile,lost-answers,signature-image}.test.ts",
  "e2e/pages/{accessibility,code-clock,double-press,entrance,failures,guards,mails,opening-viewer,viewer}.test.ts",
  "e2e/pages/{summary,qualified-pages,owner-identity}.test.ts",
  "e2e/{identification/{pages,real-client},operator/{met-on-site,desk,certificates},administration/{account,ways-in,tokens,users}}.test.ts",
  "e2e/pages/{read-from-the-right,sandbox-inbox,search-in-fields,session-end,unseen-image,without-room}.test.ts",
];
/** Long, and about the database: `.ci/run` runs them once, by name, on PostgreSQL 15. */
const onPostgres15 = [
  "packages/server/backup/backup.test.ts",
  "e2e/{advanced-signature,several-signers,faults/races}.test.ts",
];
/** Which tests run: nothing said, `npm test`; `landing`, what that leaves out; `all`, both; `slow`, what `npm run check-all` adds. */
const asked = process.env.SIEGEL_TESTS || "everyday";
/** Play a part of their cases in `npm test`, and all of them in `npm run check-all` (fixtures/slow-run.ts). */
const shortened = [
  "interop/placing.test.ts",
  "packages/kernel/repair/hostile.test.ts",
  "packages/server/rooms/signing/{crash-before-a-query,killed-identified,killed-qualified}.test.ts",
  "e2e/pages/{accessibility,mails}.test.ts",
  "e2e/faults/{providers,races}.test.ts",
  "e2e/who-signs.test.ts",
  "e2e/identification/real-client.test.ts",
];
/** Tests that fail now and then for a reason that is known and not mended yet: file and reason. Empty is how it should be. */
const quarantine: Readonly<Record<string, string>> = {};

/** Measure how long something takes, or keep the machine busy by themselves: nothing runs beside them. */
const alone = ["e2e/starting.test.ts"];

/** Begin before others of their project, or one of them goes on alone while nothing else is left. */
const longest =
  /e2e\/(pages\/(accessibility|viewer|summary)|identification\/pages|administration\/account|faults\/(rounds|providers)|advanced-signature|signature-image|operating)\.test|repair\/hostile\.test|crash-before-a-query\.test|killed-(identified|qualified)\.test|qualified-memory\.test|cli\/siegel\.test/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const place = new Map(sorted.map((spec, at) => [spec, longest.test(spec.moduleId) ? at - sorted.length : at]));
    const placeOf = (spec: TestSpecification): number => place.get(spec) ?? 0;
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) =>
      sorted.filter((spec) => spec.project === project).toSorted((a, b) => placeOf(a) - placeOf(b)),
    );
  }
}

const leftOut = asked === "everyday" ? [...slow, ...landing, ...onPostgres15] : slow;
const exclude = ["**/node_modules/**", "**/dist/**", ...leftOut, ...Object.keys(quarantine)];
const project = (
  name: string,
  include: readonly string[],
  how: { threads?: true; isolate?: true; alone?: true; order: number },
) => ({
  test: {
    ...patience,
    name,
    include: [...include],
    exclude: how.alone === true ? exclude : [...exclude, ...alone],
    pool: how.threads === true ? ("threads" as const) : ("forks" as const),
    isolate: how.isolate === true,
    // What waits for a database, a browser or an outage leaves the processor to another file.
    maxWorkers: how.alone === true ? 1 : how.threads === true ? 2 : 3,
    sequence: { groupOrder: how.order },
  },
});

const isWalk = (path: string): boolean => path.startsWith("e2e/");

const everyday = [
  // Bytes in, bytes out: they leave nothing behind, so they share threads and what they have loaded.
  project("pure", ["packages/{kernel,contract,sandbox}/**/*.test.ts", "{bench,gallery}/**/*.test.ts"], {
    threads: true,
    order: 0,
  }),
  // Weighs the memory of its own process.
  project("fuzz", ["fuzz/**/*.test.ts"], { isolate: true, order: 1 }),
  // A page has one session and one set of notices, so modules of the web hold state: each file gets its own.
  project("web", ["packages/web/**/*.test.{ts,tsx}"], { threads: true, isolate: true, order: 0 }),
  // Loading the server takes longer than most of its tests; a worker does it once.
  project("server", ["packages/server/**/*.test.ts", "{interop,scripts}/**/*.test.ts"], { order: 1 }),
  // One product and one browser for each worker (e2e/shared-product.ts).
  project("walks", ["e2e/**/*.test.ts"], { order: 1 }),
  project("alone", alone, { alone: true, order: 2 }),
];
const landingProjects = [
  project(
    "server",
    landing.filter((path) => !isWalk(path)),
    { order: 0 },
  ),
  project("walks", landing.filter(isWalk), { order: 0 }),
];
/** Walks by themselves, for all of them share one product; what else is slow has a process for each file. */
const slowly = (
  name: string,
  how: { readonly include: readonly string[]; readonly isolate: boolean; readonly order: number },
) => ({
  test: {
    ...patience,
    name,
    include: [...how.include],
    exclude: ["**/node_modules/**", "**/dist/**"],
    pool: "forks" as const,
    isolate: how.isolate,
    maxWorkers: 1,
    sequence: { groupOrder: how.order },
  },
});
const slowProjects = [
  slowly("slow", { include: [...slow, ...shortened].filter((path) => !isWalk(path)), isolate: true, order: 0 }),
  slowly("slow walks", { include: [...slow, ...shortened].filter(isWalk), isolate: false, order: 1 }),
];

export default defineConfig({
  test: {
    // Once a run, for all projects.
    globalSetup: ["packages/server/test/global-setup.ts"],
    sequence: { sequencer: LongestFirst },
    projects: asked === "slow" ? slowProjects : asked === "landing" ? landingProjects : everyday,
  },
});
