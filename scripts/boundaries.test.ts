/** Plants one forbidden import after the other in a small copy of the house: each must make the check fail. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkBoundaries, type Violation } from "./boundaries.ts";

/** A house in which every import is allowed, file by file. */
const calmHouse: Record<string, string> = {
  "package.json": '{ "type": "module" }',
  "node_modules/zod/package.json": '{ "name": "zod", "version": "4.0.0", "type": "module", "main": "index.js" }',
  "node_modules/zod/index.js": "export const z = 1;",
  "node_modules/kysely/package.json": '{ "name": "kysely", "version": "1.0.0", "type": "module", "main": "index.js" }',
  "node_modules/kysely/index.js": "export const sql = 1;",
  "packages/kernel/asn1/der.ts": 'import { createHash } from "node:crypto";\nexport const der = createHash;',
  "packages/kernel/pdf/open-pdf.ts": 'import { der } from "../asn1/der.ts";\nexport const openPdf = der;',
  "packages/kernel/cms/signed-data.ts": "export const signedData = 1;",
  "packages/kernel/timestamp/token.ts":
    'import { signedData } from "../cms/signed-data.ts";\nexport const token = signedData;',
  "packages/kernel/repair/normalise.ts":
    'import { openPdf } from "../pdf/open-pdf.ts";\nexport const normalisePdf = openPdf;',
  "packages/kernel/pades/embed.ts": "export const embed = 1;",
  "packages/contract/codes.ts": 'import { z } from "zod";\nexport const codes = z;',
  "packages/server/ports/mail.ts":
    'import type { codes } from "../../contract/codes.ts";\nexport type Mail = typeof codes;',
  "packages/server/db/tables.ts": "export type Tables = { id: string };",
  "packages/server/adapters/smtp.ts":
    'import { connect } from "node:net";\nimport type { Mail } from "../ports/mail.ts";\nexport const smtp = (mail: Mail) => [mail, connect];',
  "packages/server/rooms/accounts/accounts.ts": 'import { limit } from "./limit.ts";\nexport const accounts = limit;',
  "packages/server/rooms/accounts/limit.ts": "export const limit = 1;",
  "packages/server/rooms/documents/documents.ts":
    'import { accounts } from "../accounts/accounts.ts";\nimport type { Mail } from "../../ports/mail.ts";\nexport const documents: Mail | number = accounts;',
  "packages/server/rooms/documents/documents-store.ts": 'import { sql } from "kysely";\nexport const store = sql;',
  "packages/server/rooms/signing/signing.ts":
    'import { documents } from "../documents/documents.ts";\nexport const signing = documents;',
  "packages/server/http/signer/files.ts":
    'import { documents } from "../../rooms/documents/documents.ts";\nimport { serve } from "../wire/serve.ts";\nexport const files = [documents, serve];',
  "packages/server/http/sender/send.ts": 'import { serve } from "../wire/serve.ts";\nexport const send = serve;',
  "packages/server/http/wire/serve.ts": "export const serve = 1;",
  "packages/server/main.ts":
    'import { files } from "./http/signer/files.ts";\nimport { smtp } from "./adapters/smtp.ts";\nexport const all = [files, smtp];',
  "packages/server/rooms/intake/intake.ts": 'export { prepare } from "./prepare-document.ts";',
  "packages/server/rooms/intake/prepare-document.ts":
    'import { wish } from "./wish.ts";\nexport const prepare: number = wish;',
  "packages/server/rooms/intake/wish.ts": "export const wish = 1;",
  "packages/server/workers/intake-worker.ts":
    'import { prepare } from "../rooms/intake/intake.ts";\nexport const worker = prepare;',
  "packages/server/adapters/trust/token-key.ts": "export const token = 1;",
  "packages/server/workers/signing-module.ts":
    'import { token } from "../adapters/trust/token-key.ts";\nexport const opened = token;',
  "packages/server/workers/open-intake-workers.ts":
    'import type { documents } from "../rooms/documents/documents.ts";\nexport type Opened = typeof documents;',
  "packages/server/db/database.ts": 'import { sql } from "kysely";\nexport const open = sql;',
  "packages/server/backup/write-backup.ts": 'import { open } from "../db/database.ts";\nexport const write = open;',
  "packages/server/cli/doctor.ts":
    'import { wire } from "../wire-server.ts";\nimport { write } from "../backup/write-backup.ts";\nexport const doctor = [wire, write];',
  "packages/server/jobs/timers.ts": 'import type { Tables } from "../db/tables.ts";\nexport type Timer = Tables;',
  "packages/server/metrics/house.ts":
    'import type { Tables } from "../db/tables.ts";\nimport { signing } from "../rooms/signing/signing.ts";\nexport const house = (tables: Tables) => [tables, signing];',
  "packages/server/demo/seed.ts":
    'import { signing } from "../rooms/signing/signing.ts";\nexport const seed = signing;',
  "packages/server/config.ts": 'import { codes } from "../contract/codes.ts";\nexport const config = codes;',
  "packages/server/deps.ts": 'import type { Mail } from "./ports/mail.ts";\nexport type Deps = { mail: Mail };',
  "packages/server/wire-server.ts": 'import { smtp } from "./adapters/smtp.ts";\nexport const wire = smtp;',
  "packages/web/ui/button.tsx": "export const Button = () => null;",
  "packages/web/journey/login/page.tsx": 'import { Button } from "../../ui/button.tsx";\nexport const Page = Button;',
  "packages/web/journey/summary/page.tsx":
    'import { codes } from "../../../contract/codes.ts";\nexport const Page = codes;',
  "packages/web/session.ts": "export const session = 1;",
  "packages/web/frame/frame.tsx": 'import { session } from "../session.ts";\nexport const Frame = session;',
  "packages/web/frame/loading.tsx": "export const Loading = () => null;",
  "packages/web/viewer/pages/page.tsx":
    'import { Loading } from "../../frame/loading.tsx";\nexport const Paper = Loading;',
  "packages/web/viewer/search/search-bar.tsx":
    'import { Paper } from "../pages/page.tsx";\nexport const SearchBar = Paper;',
  "packages/web/journey/documents/page.tsx":
    'import { Paper } from "../../viewer/pages/page.tsx";\nexport const Page = Paper;',
  "packages/web/journey/routes.tsx": 'import { Page } from "./login/page.tsx";\nexport const journey = Page;',
  "packages/web/administration/users/page.tsx":
    'import { Frame } from "../../frame/frame.tsx";\nexport const Users = Frame;',
  "packages/web/administration/plans/page.tsx": "export const Plans = () => null;",
  "packages/web/administration/routes.tsx":
    'import { Users } from "./users/page.tsx";\nexport const administration = Users;',
  "packages/web/routes.tsx":
    'import { administration } from "./administration/routes.tsx";\nimport { journey } from "./journey/routes.tsx";\nexport const routes = [administration, journey];',
  "packages/web/main.tsx": 'import { Page } from "./journey/login/page.tsx";\nexport const first = Page;',
  "packages/sandbox/test/test-sandbox.ts": "export const start = 1;",
  "packages/sandbox/inbox.ts": 'import { codes } from "../contract/codes.ts";\nexport const inbox = codes;',
};

/** What is imported by name from `to`, relative to the file; `rule` must say no, unless only to what is `loaded` to `import type`. */
type Seed = {
  readonly rule: string;
  readonly in: string;
  readonly to: string;
  readonly name: string;
  readonly loaded?: true;
};
const planted: readonly Seed[] = [
  {
    rule: "workers-load-no-database",
    in: "packages/server/rooms/intake/prepare-document.ts",
    to: "../documents/documents-store.ts",
    name: "store",
    loaded: true,
  },
  {
    rule: "workers-load-no-database",
    in: "packages/server/rooms/intake/wish.ts",
    to: "../../db/database.ts",
    name: "open",
    loaded: true,
  },
  {
    rule: "workers-load-no-database",
    in: "packages/server/rooms/intake/wish.ts",
    to: "node:tls",
    name: "connect",
    loaded: true,
  },
  {
    rule: "workers-read-files-only",
    in: "packages/server/workers/intake-worker.ts",
    to: "../db/tables.ts",
    name: "Tables",
  },
  {
    rule: "signing-module-opens-keys-only",
    in: "packages/server/workers/signing-module.ts",
    to: "../rooms/documents/documents.ts",
    name: "documents",
  },
  {
    rule: "workers-load-no-database",
    in: "packages/server/adapters/trust/token-key.ts",
    to: "node:net",
    name: "connect",
    loaded: true,
  },
  {
    rule: "workers-opened-in-a-pool",
    in: "packages/server/workers/open-intake-workers.ts",
    to: "../db/database.ts",
    name: "open",
  },
  {
    rule: "backup-reach",
    in: "packages/server/backup/write-backup.ts",
    to: "../rooms/signing/signing.ts",
    name: "signing",
  },
  { rule: "cli-reach", in: "packages/server/cli/doctor.ts", to: "../http/signer/files.ts", name: "files" },
  { rule: "cli-imported-by-nobody", in: "packages/server/config.ts", to: "./cli/doctor.ts", name: "doctor" },
  {
    rule: "rooms-entered-by-doors",
    in: "packages/server/cli/doctor.ts",
    to: "../rooms/documents/documents-store.ts",
    name: "store",
  },
  {
    rule: "rooms-entered-by-doors",
    in: "packages/server/wire-server.ts",
    to: "./rooms/accounts/limit.ts",
    name: "limit",
  },
  { rule: "metrics-reach", in: "packages/server/metrics/house.ts", to: "../adapters/smtp.ts", name: "smtp" },
  {
    rule: "metrics-port-database-and-job-types-only",
    in: "packages/server/metrics/house.ts",
    to: "../db/database.ts",
    name: "open",
    loaded: true,
  },
  {
    rule: "http-and-jobs-port-and-database-types-only",
    in: "packages/server/jobs/timers.ts",
    to: "../db/database.ts",
    name: "open",
    loaded: true,
  },
  {
    rule: "http-and-jobs-port-and-database-types-only",
    in: "packages/server/http/signer/files.ts",
    to: "../../db/database.ts",
    name: "open",
    loaded: true,
  },
  { rule: "demo-reach", in: "packages/server/demo/seed.ts", to: "../db/database.ts", name: "open" },
  { rule: "root-reach", in: "packages/server/config.ts", to: "./adapters/smtp.ts", name: "smtp" },
  { rule: "deps-are-types", in: "packages/server/deps.ts", to: "./db/database.ts", name: "open", loaded: true },
  {
    rule: "wiring-imported-by-starters",
    in: "packages/server/http/signer/files.ts",
    to: "../../wire-server.ts",
    name: "wire",
  },
  { rule: "sql-behind-functions", in: "packages/server/cli/doctor.ts", to: "kysely", name: "sql", loaded: true },
  { rule: "sql-behind-functions", in: "packages/server/config.ts", to: "kysely", name: "sql", loaded: true },
  { rule: "kernel-asn1-only-before-it", in: "packages/kernel/asn1/der.ts", to: "../pdf/open-pdf.ts", name: "openPdf" },
  { rule: "kernel-pdf-only-before-it", in: "packages/kernel/pdf/open-pdf.ts", to: "../pades/embed.ts", name: "embed" },
  {
    rule: "kernel-pdf-only-before-it",
    in: "packages/kernel/pdf/open-pdf.ts",
    to: "../repair/normalise.ts",
    name: "normalisePdf",
  },
  {
    rule: "kernel-cms-only-before-it",
    in: "packages/kernel/cms/signed-data.ts",
    to: "../timestamp/token.ts",
    name: "token",
  },
  {
    rule: "kernel-repair-only-before-it",
    in: "packages/kernel/repair/normalise.ts",
    to: "../pades/embed.ts",
    name: "embed",
  },
  { rule: "kernel-alone", in: "packages/kernel/pades/embed.ts", to: "../../contract/codes.ts", name: "codes" },
  { rule: "kernel-alone", in: "packages/kernel/pades/embed.ts", to: "node:fs", name: "Stats" },
  { rule: "kernel-alone", in: "packages/kernel/pades/embed.ts", to: "zod", name: "z" },
  { rule: "contract-alone", in: "packages/contract/codes.ts", to: "../kernel/pades/embed.ts", name: "embed" },
  {
    rule: "room-accounts-only-before-it",
    in: "packages/server/rooms/accounts/accounts.ts",
    to: "../signing/signing.ts",
    name: "signing",
  },
  {
    rule: "rooms-only-doors",
    in: "packages/server/rooms/signing/signing.ts",
    to: "../accounts/limit.ts",
    name: "limit",
  },
  { rule: "rooms-reach", in: "packages/server/rooms/signing/signing.ts", to: "../../adapters/smtp.ts", name: "smtp" },
  {
    rule: "rooms-reach",
    in: "packages/server/rooms/signing/signing.ts",
    to: "../../http/signer/files.ts",
    name: "files",
  },
  {
    rule: "adapters-know-no-room",
    in: "packages/server/adapters/smtp.ts",
    to: "../rooms/signing/signing.ts",
    name: "signing",
  },
  {
    rule: "http-and-jobs-only-doors",
    in: "packages/server/http/signer/files.ts",
    to: "../../rooms/documents/documents-store.ts",
    name: "store",
  },
  {
    rule: "http-and-jobs-only-doors",
    in: "packages/server/http/signer/files.ts",
    to: "../../adapters/smtp.ts",
    name: "smtp",
  },
  {
    rule: "http-and-jobs-only-doors",
    in: "packages/server/http/signer/files.ts",
    to: "../../../kernel/asn1/der.ts",
    name: "der",
  },
  {
    rule: "http-callers-apart",
    in: "packages/server/http/signer/files.ts",
    to: "../sender/send.ts",
    name: "send",
  },
  {
    rule: "http-wire-serves-every-caller",
    in: "packages/server/http/wire/serve.ts",
    to: "../sender/send.ts",
    name: "send",
  },
  { rule: "sql-nowhere-else", in: "packages/server/http/signer/files.ts", to: "kysely", name: "sql" },
  { rule: "ports-are-types", in: "packages/server/ports/mail.ts", to: "../db/tables.ts", name: "Tables" },
  { rule: "main-imported-by-nobody", in: "packages/server/http/signer/files.ts", to: "../../main.ts", name: "all" },
  {
    rule: "web-knows-only-the-wire",
    in: "packages/web/ui/button.tsx",
    to: "../../server/rooms/signing/signing.ts",
    name: "signing",
  },
  {
    rule: "web-one-place-never-another",
    in: "packages/web/journey/login/page.tsx",
    to: "../summary/page.tsx",
    name: "Page",
  },
  {
    rule: "web-one-place-never-another",
    in: "packages/web/administration/users/page.tsx",
    to: "../plans/page.tsx",
    name: "Plans",
  },
  {
    rule: "web-area-never-another",
    in: "packages/web/administration/users/page.tsx",
    to: "../../journey/summary/page.tsx",
    name: "Page",
  },
  {
    rule: "web-area-never-another",
    in: "packages/web/journey/routes.tsx",
    to: "../administration/routes.tsx",
    name: "administration",
  },
  {
    rule: "web-areas-entered-by-routes",
    in: "packages/web/session.ts",
    to: "./journey/login/page.tsx",
    name: "Page",
  },
  {
    rule: "web-areas-entered-by-routes",
    in: "packages/web/frame/frame.tsx",
    to: "../administration/users/page.tsx",
    name: "Users",
  },
  {
    rule: "web-viewer-knows-no-signer",
    in: "packages/web/viewer/pages/page.tsx",
    to: "../../journey/summary/page.tsx",
    name: "Page",
  },
  {
    rule: "web-viewer-knows-no-signer",
    in: "packages/web/viewer/pages/page.tsx",
    to: "../../session.ts",
    name: "session",
  },
  {
    rule: "web-viewer-reaches-no-session",
    in: "packages/web/viewer/search/search-bar.tsx",
    to: "../../frame/frame.tsx",
    name: "Frame",
  },
  {
    rule: "web-shared-shows-no-document",
    in: "packages/web/frame/loading.tsx",
    to: "../viewer/pages/page.tsx",
    name: "Paper",
  },
  { rule: "web-ui-knows-only-itself", in: "packages/web/ui/button.tsx", to: "../../contract/codes.ts", name: "codes" },
  {
    rule: "sandbox-outside-the-house",
    in: "packages/sandbox/inbox.ts",
    to: "../server/rooms/signing/signing.ts",
    name: "signing",
  },
  { rule: "test-support-in-tests-only", in: "packages/sandbox/inbox.ts", to: "./test/test-sandbox.ts", name: "start" },
  { rule: "no-cycles", in: "packages/server/rooms/accounts/limit.ts", to: "./accounts.ts", name: "accounts" },
  { rule: "resolvable", in: "packages/server/rooms/accounts/limit.ts", to: "./gone.ts", name: "gone" },
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "siegel-house-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function build(house: string, files: Record<string, string>): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, house, path)), { recursive: true });
    writeFileSync(join(folder, house, path), `${text}\n`);
  }
  return join(folder, house);
}

type Keyword = "import" | "import type";

/** The calm house with all seeds sown by one keyword; a file may get several. */
function sow(keyword: Keyword): readonly Violation[] {
  const files = { ...calmHouse };
  for (const [index, seed] of planted.entries()) {
    if (keyword === "import type" && seed.loaded) continue;
    const line = `${keyword} { ${seed.name} as Planted${index} } from "${seed.to}";`;
    files[seed.in] = `${line}\n${files[seed.in]}\nexport type Use${index} = typeof Planted${index};`;
  }
  return checkBoundaries(build(keyword.replace(" ", "-"), files)).violations;
}

/** What a seed's address ends in once it is resolved. */
const resolved = (to: string): string => to.replace(/^(\.\.?\/)+|^node:/, "");

describe("boundaries", () => {
  it("says nothing against a house in which every import is allowed, and reads all of it", () => {
    const found = checkBoundaries(build("calm", calmHouse));
    expect(found.violations).toEqual([]);
    const sources = Object.keys(calmHouse).filter((path) => /\.tsx?$/.test(path));
    expect(sources.filter((path) => !found.modules.includes(path))).toEqual([]);
  });

  for (const keyword of ["import", "import type"] as const) {
    describe(`a planted \`${keyword}\``, () => {
      let said: readonly Violation[];
      beforeAll(() => {
        said = sow(keyword);
      });
      for (const seed of planted.filter(({ loaded }) => keyword === "import" || !loaded)) {
        it(`${seed.in} → ${seed.to} breaks ${seed.rule}`, () => {
          // A cycle is reported once, from any of its files.
          const mine = (v: Violation) => v.rule === seed.rule && (v.from === seed.in || v.via.includes(seed.in));
          const ends = said.filter(mine).flatMap((violation) => [violation.to, ...violation.via]);
          expect(ends.join()).toContain(resolved(seed.to));
        });
      }
    });
  }
});
