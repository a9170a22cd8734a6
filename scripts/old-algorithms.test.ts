/** SECURITY.md lists every algorithm that is weaker than what we stand for, with its place: one that is new has to be listed. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root, trackedFiles } from "./tracked-files.ts";

/** Algorithms as they are written where one is asked for; a keyed hash counts as one of its own. */
const literal =
  /(createHmac\(\s*)?["'`]((?:hmac-?)?sha-?1|md[245]|rc[24]|3des|des(?:3|-[a-z0-9-]+)?|blowfish|ripemd-?160|aes-?128[a-z0-9-]*|[a-z0-9-]*sha1[a-z0-9-]*)["'`]/gi;

function nameOf(algorithm: string, isKeyed: boolean): string {
  const short = algorithm.toLowerCase().replaceAll("-", "");
  if (short.includes("sha1")) return isKeyed || short.startsWith("hmac") ? "HMAC-SHA-1" : "SHA-1";
  return short.startsWith("aes128") ? "AES-128" : short.toUpperCase();
}

function used(): string[] {
  const sources = trackedFiles().filter(
    (file) => /^packages\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$|\/test\//.test(file),
  );
  return sources.flatMap((file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(literal)].map(
      ([, keyed, algorithm = ""]) => `${nameOf(algorithm, keyed !== undefined)} in ${file}`,
    ),
  );
}

function listed(): string[] {
  const [, section = ""] = readFileSync(join(root, "SECURITY.md"), "utf8").split("## Old algorithms we have to read\n");
  return section.split("\n").flatMap((line) => {
    const [, algorithm = "", places = "", why = ""] = line.split("|").map((cell) => cell.trim());
    if (why.length < 10) return [];
    return [...places.matchAll(/`([^`]+)`/g)].map(([, file]) => `${algorithm} in ${file}`);
  });
}

it("every weak algorithm of the code is listed in SECURITY.md with its place and why it harms nobody, and no other", () => {
  expect([...new Set(used())].toSorted()).toEqual(listed().toSorted());
});
