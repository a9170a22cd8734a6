/**
 * What may import what (ARCHITECTURE.md); around the rooms of the server: `scripts/server-boundaries.cjs`. Most rules are
 * generated from the orders below, and room rules match by capture, so that a room is guarded the day its folder is made.
 * `tsPreCompilationDeps` counts `import type` as an import.
 * It needs the TypeScript 6 that stands beside TypeScript 7: with 7 alone it sees no TypeScript file at all.
 */

/** Kernel folders, each may import those before it. */
const kernelOrder = [
  "mac",
  "asn1",
  "x509",
  "revocation",
  "cms",
  "timestamp",
  "pdf",
  "forms",
  "repair",
  "pades",
  "validation",
];

/**
 * Rooms in the order of the journey, each may import the doors of those before it. Those that are not built yet have their place too:
 * what a later room knows reaches an earlier one through a port.
 */
const roomOrder = [
  "audit-trail",
  "accounts",
  "administrators",
  "operators",
  "workflows",
  "login",
  "validation",
  "intake",
  "documents",
  "handover",
  "sending",
  "drafts",
  "challenges",
  "messages",
  "webhooks",
  "paper",
  "password-keys",
  "identity-proofing",
  "authority",
  "certificates",
  "signing",
  "revocation",
  "own-certificates",
  "evidence",
  "leaving",
];

const { error, test, testSupport } = require("./scripts/boundary-patterns.cjs");
const server = require("./scripts/server-boundaries.cjs");

const kernel = [
  ...kernelOrder.map((folder, index) =>
    error(
      `kernel-${folder}-only-before-it`,
      "A kernel folder imports only kernel folders listed before it.",
      { path: `^packages/kernel/${folder}/` },
      { path: "^packages/kernel/", pathNot: `^packages/kernel/(${kernelOrder.slice(0, index + 1).join("|")})/` },
    ),
  ),
  error(
    "kernel-folder-listed",
    "A new kernel folder first gets its place in the order.",
    { path: "^packages/kernel/", pathNot: `^packages/kernel/(${kernelOrder.join("|")})/` },
    {},
  ),
  error(
    "kernel-alone",
    "Bytes in, bytes out: of Node the kernel uses crypto and zlib, of npm and of the house around it nothing.",
    { path: "^packages/kernel/", pathNot: test },
    { path: ".", pathNot: "^packages/kernel/|^(node:)?(crypto|zlib)$" },
  ),
  error(
    "kernel-tests-alone",
    "A kernel test needs the kernel, fixtures and test tools.",
    { path: "^packages/kernel/" },
    { path: "^packages/", pathNot: "^packages/kernel/" },
  ),
];

const contract = [
  error(
    "contract-alone",
    "The wire depends on nobody of ours; zod writes its schemas.",
    { path: "^packages/contract/", pathNot: `${test}|^packages/contract/phone\\.ts$` },
    { path: ".", pathNot: "^packages/contract/|^node_modules/zod/" },
  ),
  error(
    "contract-phone-only-libphonenumber",
    "phone.ts alone knows libphonenumber.",
    { path: "^packages/contract/phone\\.ts$" },
    { path: ".", pathNot: "^packages/contract/|^node_modules/(zod|libphonenumber-js)/" },
  ),
  error(
    "contract-tests-alone",
    "A contract test needs the contract and test tools.",
    { path: "^packages/contract/" },
    { path: "^packages/", pathNot: "^packages/contract/" },
  ),
];

const rooms = [
  error(
    "rooms-reach",
    "A room imports kernel, contract, ports, database types and doors of earlier rooms.",
    { path: "^packages/server/rooms/" },
    {
      path: "^packages/",
      pathNot: `^packages/(kernel|contract|server/(ports|db|rooms))/|${testSupport}`,
    },
  ),
  error(
    "rooms-only-doors",
    "Another room is entered by its door, rooms/x/x.ts.",
    { path: "^packages/server/rooms/([^/]+)/" },
    {
      path: "^packages/server/rooms/([^/]+)/",
      pathNot: "^packages/server/rooms/([^/]+)/\\1\\.ts$|^packages/server/rooms/$1/",
    },
  ),
  ...roomOrder.map((room, index) =>
    error(
      `room-${room}-only-before-it`,
      "A room never imports a room that comes later in the journey.",
      { path: `^packages/server/rooms/${room}/` },
      {
        path: "^packages/server/rooms/",
        pathNot: `^packages/server/rooms/(${roomOrder.slice(0, index + 1).join("|")})/`,
      },
    ),
  ),
  error(
    "room-listed",
    "A new room first gets its place in the journey.",
    { path: "^packages/server/rooms/", pathNot: `^packages/server/rooms/(${roomOrder.join("|")})/` },
    {},
  ),
  error(
    "sql-in-stores",
    "SQL stands in db/ and *-store.ts only; elsewhere a room may name the type of a database.",
    { path: "^packages/server/rooms/", pathNot: `-store\\.ts$|${test}` },
    { path: "^node_modules/(kysely|pg|pg-boss)/", dependencyTypesNot: ["type-only"] },
  ),
  error(
    "sql-nowhere-else",
    "http, ports and the other packages speak to rooms, not to tables.",
    { path: "^packages/(kernel|contract|web|sandbox|server/(http|ports))/", pathNot: test },
    { path: "^node_modules/(kysely|pg)/" },
  ),
];

/** Folders of the web that every area may use; any other folder is an area: today journey and legal. */
const webShared = "(?:api|code|frame|i18n|identity|styles|ui|viewer)";

const web = [
  error(
    "web-knows-only-the-wire",
    "The web knows the server by its contract alone.",
    { path: "^packages/web/", pathNot: test },
    { path: "^packages/", pathNot: "^packages/(web|contract)/" },
  ),
  error(
    "web-takes-types-of-calls",
    "A call's file brings the schemas' validator, which no page carries: constants that pages need stand beside the calls.",
    { path: "^packages/web/", pathNot: test },
    { path: "^packages/contract/calls/", dependencyTypesNot: ["type-only"] },
  ),
  error(
    "web-area-never-another",
    "An area never imports another: where one shows the other, routes.tsx composes them; what they share lies in a shared folder.",
    { path: `^packages/web/(?!${webShared}/)([^/]+)/` },
    { path: `^packages/web/(?!${webShared}/)[^/]+/`, pathNot: "^packages/web/$1/" },
  ),
  error(
    "web-one-place-never-another",
    "A folder of an area never imports its neighbour.",
    { path: `^packages/web/(?!${webShared}/)([^/]+)/([^/]+)/` },
    { path: "^packages/web/$1/[^/]+/", pathNot: "^packages/web/$1/$2/" },
  ),
  error(
    "web-areas-entered-by-routes",
    "routes.tsx puts the areas together; main.tsx and first-html.tsx show the login before it has come. Nothing else knows an area from outside.",
    {
      path: "^packages/web/",
      pathNot: `^packages/web/(?!${webShared}/)[^/]+/|^packages/web/(routes|main|first-html)\\.tsx$`,
    },
    { path: `^packages/web/(?!${webShared}/)[^/]+/` },
  ),
  error(
    "web-viewer-knows-no-signer",
    "What the viewer needs of whoever looks comes as arguments: no area, no session and no call of theirs, no address, no router.",
    { path: "^packages/web/viewer/" },
    {
      path: "^packages/web/|^node_modules/@tanstack/react-router/",
      pathNot: `^packages/web/(viewer|ui|frame|i18n)/|^packages/web/api/(answer|notices)\\.ts$|^packages/web/(program|tab-storage)\\.ts$`,
    },
  ),
  error(
    "web-viewer-reaches-no-session",
    "Nor does anything that the viewer imports, through whatever.",
    { path: "^packages/web/viewer/", pathNot: test },
    { path: "^packages/web/(session|ended-session|api/(client|calls|queries))\\.ts$", reachable: true },
  ),
  error(
    "web-shared-shows-no-document",
    "What stands around every page shows no document: then the first page would carry the viewer.",
    { path: "^packages/web/(ui|api|i18n|frame)/" },
    { path: "^packages/web/viewer/" },
  ),
  error(
    "web-ui-knows-only-itself",
    "Components know no router, query, form or call.",
    { path: "^packages/web/ui/" },
    { path: "^packages/|^node_modules/(@tanstack|react-hook-form|zod)/", pathNot: "^packages/web/ui/" },
  ),
];

const sandbox = [
  error(
    "sandbox-outside-the-house",
    "The outside world knows contract and kernel, never the server or the web.",
    { path: "^packages/sandbox/", pathNot: test },
    { path: "^packages/", pathNot: "^packages/(sandbox|contract|kernel)/" },
  ),
];

const everywhere = [
  error("no-cycles", "No cycles, types included.", {}, { circular: true }),
  error(
    "resolvable",
    "An import that cannot be resolved is checked by nobody. The producers of files have a lock file of their own, installed by the judges.",
    { pathNot: "^interop/producers/" },
    { couldNotResolve: true },
  ),
  error(
    "test-support-in-tests-only",
    "What sets a test up stays out of the product.",
    { path: "^packages/", pathNot: `${test}|${testSupport}` },
    { path: testSupport },
  ),
  error(
    "product-imports-product",
    "Tests, benches and judges look at the product; it never looks at them.",
    { path: "^packages/", pathNot: `${test}|${testSupport}` },
    { path: `${test}|^(e2e|fixtures|interop|bench|fuzz|gallery|scripts)/` },
  ),
];

module.exports = {
  forbidden: [...kernel, ...contract, ...rooms, ...server, ...web, ...sandbox, ...everywhere],
  options: {
    exclude: { path: "/dist[.0-9]*/" },
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default"],
      extensions: [".ts", ".tsx", ".mts", ".js", ".mjs", ".cjs", ".json", ".css"],
    },
  },
};
