/** Who may import whom around the rooms of the server: one rule a folder, for `.dependency-cruiser.cjs`. */
const { error, test, testSupport } = require("./boundary-patterns.cjs");

/** The door of any room. Its back reference counts groups from the left: it comes first in a pattern. */
const doors = "^packages/server/rooms/([^/]+)/\\1\\.ts$";
/** Files of the server's root that join rooms and adapters; the others are what every process shares. */
const wiring = "(main|start-process|wire-[^/]+|production-faults)";

/** Node modules and libraries that open sockets, files or processes. */
const sockets =
  "^(node:)?(fs|fs/promises|net|http|http2|https|tls|dgram|dns|dns/promises|child_process|cluster|worker_threads)$";
/** Those that speak to other machines. */
const connections = "^(node:)?(net|http|http2|https|tls|dgram|dns|dns/promises)$";
const socketLibraries =
  "^node_modules/(nodemailer|fastify|@fastify/[^/]+|embedded-postgres|pkcs11js|smtp-server|twilio)/";

module.exports = [
  error(
    "sql-behind-functions",
    "Around the rooms a database is passed on or asked through db/; only who makes an embedded one speaks to it.",
    {
      path: "^packages/server/((cli|metrics|demo|jobs|workers|adapters)/|[^/]+\\.ts$)",
      pathNot: `${test}|^packages/server/adapters/database/embedded-postgres\\.ts$`,
    },
    { path: "^node_modules/(kysely|pg|pg-copy-streams)/", dependencyTypesNot: ["type-only"] },
  ),
  error(
    "rooms-entered-by-doors",
    "Whoever is no room opens doors. Workers are held to less than that below.",
    { path: "^packages/server/", pathNot: `^packages/server/(rooms|workers)/|${testSupport}|${test}` },
    { path: "^packages/server/rooms/", pathNot: doors },
  ),
  error(
    "sockets-in-adapters",
    "Sockets, files and processes are opened in adapters, http, jobs and the sandbox only.",
    { path: "^packages/(kernel|contract|server/(rooms|ports))/", pathNot: test },
    { path: `${sockets}|${socketLibraries}` },
  ),
  error(
    "connections-in-adapters",
    "Whoever joins or serves reads files and starts processes, and asks nobody over a network but by adapters.",
    { path: "^packages/server/", pathNot: `^packages/server/(adapters|db|http|jobs|test)/|${test}` },
    { path: `${connections}|${socketLibraries}`, dependencyTypesNot: ["type-only"] },
  ),
  error(
    "ports-are-types",
    "A port names what we ask of the world, in types of kernel and contract. A job is queued within a transaction: the queue names that.",
    { path: "^packages/server/ports/" },
    { path: ".", pathNot: "^packages/(kernel|contract|server/ports)/|^packages/server/db/database\\.ts$" },
  ),
  error(
    "adapters-know-no-room",
    "An adapter is the outside of a port.",
    { path: "^packages/server/adapters/", pathNot: test },
    { path: "^packages/", pathNot: "^packages/(kernel|contract|server/(ports|adapters))/" },
  ),
  error(
    "http-and-jobs-only-doors",
    "http and jobs open doors: they import rooms' doors, contract and config, nothing inside.",
    { path: "^packages/server/(http|jobs)/", pathNot: test },
    {
      path: "^packages/",
      pathNot: `${doors}|^packages/contract/|^packages/server/((config|deps)\\.ts$|http/|jobs/|ports/|db/)`,
    },
  ),
  error(
    "http-wire-serves-every-caller",
    "What every call goes through knows no caller.",
    { path: "^packages/server/http/wire/", pathNot: test },
    { path: "^packages/server/http/", pathNot: "^packages/server/http/wire/" },
  ),
  error(
    "http-callers-apart",
    "The folder of one kind of caller knows the wire, never the calls of another; app.ts and wire-*.ts join them.",
    { path: "^packages/server/http/([^/]+)/", pathNot: test },
    { path: "^packages/server/http/", pathNot: "^packages/server/http/(wire|$1)/" },
  ),
  error(
    "http-and-jobs-port-and-database-types-only",
    "A handler passes ports and a database through; it uses neither.",
    { path: "^packages/server/(http|jobs)/", pathNot: test },
    { path: "^packages/server/(ports|db)/", dependencyTypesNot: ["type-only"] },
  ),
  error(
    "backup-reach",
    "A backup knows tables, blobs and jobs, not what they mean.",
    { path: "^packages/server/backup/", pathNot: test },
    {
      path: "^packages/",
      pathNot:
        "^packages/kernel/|^packages/server/((backup|db|ports)/|adapters/store/(file-blobs|store-mark)\\.ts$|jobs/boss\\.ts$)",
    },
  ),
  error(
    "cli-reach",
    "A command joins parts like main.ts, and serves nothing.",
    { path: "^packages/server/cli/", pathNot: test },
    {
      path: "^packages/",
      pathNot: "^packages/(kernel|contract|server/(cli|adapters|backup|db|ports|rooms))/|^packages/server/[^/]+\\.ts$",
    },
  ),
  error(
    "cli-imported-by-nobody",
    "A command is a leaf, like main.ts.",
    { pathNot: `^packages/server/cli/|${test}` },
    { path: "^packages/server/cli/" },
  ),
  error(
    "metrics-reach",
    "Figures are asked of rooms.",
    { path: "^packages/server/metrics/", pathNot: test },
    { path: "^packages/", pathNot: `${doors}|^packages/server/(metrics|ports|db|jobs)/` },
  ),
  error(
    "demo-reach",
    "The demo does what a sender does.",
    { path: "^packages/server/demo/", pathNot: test },
    { path: "^packages/", pathNot: `${doors}|^packages/contract/|^packages/server/(demo/|deps\\.ts$)` },
  ),
  error(
    "metrics-port-database-and-job-types-only",
    "Figures are read from what is handed in.",
    { path: "^packages/server/metrics/", pathNot: test },
    { path: "^packages/server/(ports|db|jobs)/", dependencyTypesNot: ["type-only"] },
  ),
  error(
    "root-reach",
    "What every process shares knows the wire, ports and names; the wiring is apart.",
    { path: "^packages/server/[^/]+\\.ts$", pathNot: `^packages/server/(${wiring}|deps)\\.ts$|${test}` },
    {
      path: "^packages/",
      pathNot: "^packages/contract/|^packages/server/([^/]+\\.ts$|ports/|db/server-answers\\.ts$|jobs/timers\\.ts$)",
    },
  ),
  error(
    "deps-are-types",
    "deps.ts says what there is and makes none of it.",
    { path: "^packages/server/deps\\.ts$" },
    { path: ".", dependencyTypesNot: ["type-only"] },
  ),
  error(
    "wiring-imported-by-starters",
    "Who joins rooms and adapters is imported by who starts a process or a command.",
    {
      pathNot: `^packages/server/(cli/|${wiring}\\.ts$)|${test}|${testSupport}|^(e2e|bench|fixtures|interop|fuzz|gallery|scripts)/`,
    },
    { path: `^packages/server/${wiring}\\.ts$` },
  ),
  error(
    "workers-opened-in-a-pool",
    "Who opens workers knows the pool, whom it is for and where the files lie.",
    { path: "^packages/server/workers/open-", pathNot: test },
    {
      path: "^packages/",
      pathNot: `${doors}|^packages/server/(adapters/(workers/(worker-pool|document-workers)|store/file-blobs)|ports/(blobs|logo-drawing|page-drawing))\\.ts$`,
    },
  ),
  error(
    "db-knows-no-room",
    "The database knows tables, not their meaning.",
    { path: "^packages/server/db/", pathNot: test },
    { path: "^packages/", pathNot: "^packages/(kernel|contract|server/(db|ports))/" },
  ),
  error(
    "db-kernel-types-only",
    "A table may hold what a kernel type describes.",
    { path: "^packages/server/db/", pathNot: test },
    { path: "^packages/kernel/", dependencyTypesNot: ["type-only"] },
  ),
  error(
    "workers-read-files-only",
    "A process that reads foreign files knows no database and no network; what it reaches through others, boundaries.ts says.",
    { path: "^packages/server/workers/(serve-tasks|.*-worker)\\.ts$" },
    {
      path: ".",
      pathNot:
        "^packages/(kernel|contract|server/(adapters/(workers/(document-workers|give-up-rights|logo-image|pdf-pages|start-worker)|store/file-source|fonts/text-shaping)|ports/(logo-drawing|page-(description|task)|text-shaping)|rooms/(intake/intake|documents/(intake-documents|measure-values))|workers/serve-tasks)\\.ts)|^(node:)?(fs|worker_threads)$",
    },
  ),
  error(
    "signing-module-opens-keys-only",
    "The process that opens a signer's key knows the kernel and its own adapters: no file, database or network of ours.",
    { path: "^packages/server/workers/signing-module\\.ts$" },
    {
      path: ".",
      pathNot:
        "^packages/(kernel/mac|server/adapters/(random|time/clock|trust/(module-(acts|frames|language)|password-wrap|token-key)))[./]|^(node:)?crypto$",
    },
  ),
  error(
    "unit-keys-knows-the-token-only",
    "The process with the token of the authority's keys knows nothing but that token.",
    { path: "^packages/server/workers/unit-keys\\.ts$" },
    {
      path: ".",
      pathNot:
        "^packages/server/(adapters/trust/(module-language|token-(pairs|session)|unit-key-language)|ports/signing-module)\\.ts$",
    },
  ),
  error(
    "main-imported-by-nobody",
    "main.ts wires everything and is a leaf.",
    {},
    { path: "^packages/[^/]+/main\\.tsx?$" },
  ),
];
