/** Which program this is. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/** The version of this program, as its package says it. */
export function readVersion(): string {
  const file = join(import.meta.dirname, "../../package.json");
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(file, "utf8"))).version;
}
