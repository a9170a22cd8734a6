/**
 * `npm run ledger [-- --scope NAME] [--strict]`: lists the requirements that no test names in its title; a row of the kind `judge`
 * counts only where that test asks an outside program.
 * With `--strict` an open row makes the exit status 1; a claim of a row that does not exist always does.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { claimedRows, compareLedger, judgedRows, parseLedger } from "./ledger-rows.ts";
import { asksOutside } from "./outside-proofs.ts";
import { isTest, root, trackedFiles } from "./tracked-files.ts";

const { values } = parseArgs({ options: { scope: { type: "string" }, strict: { type: "boolean" } } });
const rows = parseLedger(readFileSync(join(root, "docs/ledger.md"), "utf8"));
const scopes = [...new Set(rows.map((row) => row.scope))];
if (values.scope !== undefined && !scopes.includes(values.scope)) {
  process.stderr.write(`no scope ${values.scope}; there are ${scopes.join(", ")}\n`);
  process.exit(2);
}

const tests = trackedFiles().filter((path) => isTest(path) && !path.startsWith("scripts/"));
const claims = tests.flatMap((path) => {
  const outside = asksOutside(path);
  return claimedRows(readFileSync(join(root, path), "utf8")).map((id) => ({ id, outside }));
});
const judges = trackedFiles().filter((path) => /^interop\/.*\.ts$/.test(path) && !isTest(path));
const judged = judges.flatMap((path) => judgedRows(readFileSync(join(root, path), "utf8")));
const { open, unknown } = compareLedger(rows, [...claims, ...judged.map((id) => ({ id, outside: true }))]);
const asked = rows.filter((row) => values.scope === undefined || row.scope === values.scope);
const listed = open.filter((row) => asked.includes(row));

for (const row of listed)
  process.stdout.write(`${row.id}  ${row.prove.padEnd(7)}  ${row.scope.padEnd(12)}  ${row.requirement}\n`);
for (const id of unknown) process.stdout.write(`${id}  is claimed by a test and stands in no row\n`);
process.stdout.write(
  `${asked.length - listed.length} of ${asked.length} rows have a test, ${listed.length} have none\n`,
);
process.exitCode = unknown.length > 0 || (values.strict === true && listed.length > 0) ? 1 : 0;
