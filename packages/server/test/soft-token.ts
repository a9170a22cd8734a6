/** A token of SoftHSM2 for tests: its files lie on the disk, so it stands for a token and protects nothing. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hasTools, runTool } from "../../../fixtures/outside-tool.ts";
import type { TokenPlace } from "../adapters/trust/module-language.ts";

const library = ["/usr/lib/softhsm/libsofthsm2.so", "/usr/lib64/pkcs11/libsofthsm2.so"].find((path) =>
  existsSync(path),
);
const addon = join(import.meta.dirname, "../../../node_modules/pkcs11js/build/Release/pkcs11.node");

/** Whether there is one: `node scripts/bootstrap.mjs --tools` installs and builds what it takes. */
export const hasSoftToken = library !== undefined && existsSync(addon) && hasTools("softhsm2-util");

/** Makes a token; processes that are started meanwhile find it. `remove` ends that. */
export function makeSoftToken(): {
  readonly place: TokenPlace;
  readonly environment: Readonly<Record<string, string>>;
  readonly remove: () => void;
} {
  const folder = mkdtempSync(join(tmpdir(), "siegel-token-"));
  mkdirSync(join(folder, "tokens"));
  writeFileSync(join(folder, "softhsm2.conf"), `directories.tokendir = ${folder}/tokens\nlog.level = ERROR\n`);
  const before = process.env.SOFTHSM2_CONF;
  const environment = { SOFTHSM2_CONF: join(folder, "softhsm2.conf") };
  // The library that this process loads finds it there.
  Object.assign(process.env, environment);
  const place = { module: library ?? "", token: "siegel test", pin: "8642-Quitte", key: "siegel passwords" };
  const made = runTool(
    "softhsm2-util",
    "--init-token",
    "--free",
    "--label",
    place.token,
    "--so-pin",
    "so-1357",
    "--pin",
    place.pin,
  );
  if (made.status !== 0) throw new Error(made.out);
  return {
    place,
    environment,
    remove: () => {
      if (before === undefined) delete process.env.SOFTHSM2_CONF;
      else process.env.SOFTHSM2_CONF = before;
      rmSync(folder, { recursive: true });
    },
  };
}
