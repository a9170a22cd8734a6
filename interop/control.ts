/**
 * The control: a judge that accepts everything would look like a good one. One signed file is changed by one octet inside
 * what its signature covers, and every judge of signatures has to refuse it.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Subject } from "./judgement.ts";

/** A copy of `subject` whose page says something else than what was signed; structurally it is still a sound PDF. */
export function tamperedCopy(subject: Subject, folder: string): Subject {
  mkdirSync(folder, { recursive: true });
  const bytes = readFileSync(subject.path);
  const at = bytes.indexOf("Mietvertrag");
  if (at < 0) throw new Error(`${subject.path} has no word to change`);
  bytes.write("B", at, "latin1");
  const copy = { ...subject, name: `control: ${subject.name} changed`, path: join(folder, "signed.pdf"), folder };
  writeFileSync(copy.path, bytes);
  return copy;
}
