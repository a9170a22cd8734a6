/** Which files lead a test to the database that DATABASE_URL names. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isSource, root, trackedFiles } from "./tracked-files.ts";

/** Asking vitest for the server of the run, or the environment for its address. */
const asksForDatabase = /\binject\("maintenanceUrl"\)|\bprocess\.env\.DATABASE_URL\b/;

/** What starts that database is no test's: named with the others, vitest would take it for a reason to run every test. */
const startsDatabase = "packages/server/test/global-setup.ts";

/** Their paths: a test that imports none of them, not even through others, never meets that database. */
export const databaseFiles = (): readonly string[] =>
  trackedFiles()
    .filter((path) => isSource(path) && path !== startsDatabase)
    .map((path) => join(root, path))
    .filter((path) => asksForDatabase.test(readFileSync(path, "utf8")));
