/** The small copy of the house into which forbidden imports are planted (boundaries.test.ts). */

/** A house in which every import is allowed, file by file. */
export const calmHouse: Record<string, string> = {
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
