// Builds the native part of pkcs11js, which speaks to a token's library (docs/operations/running.md, SIEGEL_PKCS11_MODULE): packages are
// installed without their scripts, and node-gyp would ask the net for headers. Under any Node >= 20.19; about four seconds, once.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const modules = join(dirname(fileURLToPath(import.meta.url)), "../node_modules");
const folder = join(modules, "pkcs11js");
const built = join(folder, "build/Release/pkcs11.node");

/** Builds it unless it is there. @throws with what is missing */
export function ensurePkcs11() {
  if (existsSync(built)) return;
  mkdirSync(dirname(built), { recursive: true });
  // Built beside and then moved: two at once do not read half of it.
  const fresh = `${built}.${process.pid}`;
  const sources = ["dl", "common", "main"].map((name) => `src/${name}.cpp`);
  const headers = [join(modules, "node-api-headers/include"), "includes"].map((path) => `-I${path}`);
  const dynamic = process.platform === "darwin" ? ["-undefined", "dynamic_lookup"] : [];
  const flags = ["-std=c++17", "-shared", "-fPIC", "-DNAPI_DISABLE_CPP_EXCEPTIONS", ...dynamic];
  const run = spawnSync("g++", [...flags, ...headers, ...sources, "-o", fresh], { cwd: folder, encoding: "utf8" });
  if (run.error !== undefined) throw new Error("pkcs11js cannot be built: g++ is missing (sudo apt-get install g++)");
  if (run.status !== 0) throw new Error(`pkcs11js cannot be built:\n${run.stderr}`);
  renameSync(fresh, built);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    ensurePkcs11();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
