// The programs beside Node that tests and judges run, in the one list there is: for the tests (`bootstrap.mjs --tools`), and with what
// `.ci/run` wants besides (`node scripts/outside-tools.mjs --ci`). As root on Debian what is missing is installed; elsewhere its command
// is said. Under any Node >= 20.19 and with nothing installed yet.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** By Debian's package; `programs` are what the tests call of it, `instead` what does as well. */
export const toolsOfTests = [
  { package: "chromium", programs: ["chromium"], instead: [process.env.CHROMIUM, "chromium-browser", "google-chrome"] },
  { package: "qpdf", programs: ["qpdf"] },
  { package: "poppler-utils", programs: ["pdfsig", "pdftotext", "pdftoppm", "pdfinfo", "pdffonts"] },
  { package: "mupdf-tools", programs: ["mutool"] },
  { package: "openssl", programs: ["openssl"] },
  { package: "libxml2-utils", programs: ["xmllint"] },
  { package: "softhsm2", programs: ["softhsm2-util"] },
  { package: "g++", programs: ["g++"] },
];

const toolsOfCi = [
  ...toolsOfTests,
  // The app with which people read their ID cards.
  { package: "ausweisapp2", programs: ["AusweisApp2"] },
  { package: "chromium-headless-shell", programs: ["/usr/bin/chromium-headless-shell"] },
  // The fonts of the kept pictures (gallery/fonts.conf).
  { package: "fonts-dejavu-core", programs: ["/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"] },
  {
    package: "fonts-liberation",
    programs: ["/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf"],
  },
  { package: "postgresql-15", programs: ["/usr/lib/postgresql/15/bin/initdb"] },
  { package: "python3-venv", programs: ["python3"], works: ["python3", "-c", "import ensurepip"] },
];

/** Installs what is missing where that is possible. @throws with the command to run where something is missing still */
export function ensureTools(wanted) {
  const missing = missingOf(wanted);
  if (missing.length === 0) return;
  const apt = ["install", "-y", "--no-install-recommends", ...missing];
  if (process.getuid?.() === 0 && isCommand("apt-get")) {
    process.stdout.write(`installing ${missing.join(", ")} …\n`);
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    // The package lists of a fresh image are empty or old: ask again after a refresh.
    if (spawnSync("apt-get", apt, { stdio: ["ignore", "ignore", "ignore"], env }).status !== 0) {
      spawnSync("apt-get", ["update"], { stdio: ["ignore", "ignore", "inherit"], env });
      spawnSync("apt-get", apt, { stdio: ["ignore", "ignore", "inherit"], env });
    }
  }
  const left = missingOf(wanted);
  if (left.length > 0)
    throw new Error(`the tests need ${left.join(", ")}. Run: sudo apt-get install ${left.join(" ")}`);
}

/** The packages of which something is not on this machine. */
export function missingOf(wanted) {
  return wanted.filter((tool) => !isThere(tool)).map((tool) => tool.package);
}

function isThere({ programs, instead = [], works }) {
  if (works !== undefined && spawnSync(works[0], works.slice(1), { stdio: "ignore" }).status !== 0) return false;
  return programs.every(isCommand) || instead.some(isCommand);
}

function isCommand(name) {
  if (name === undefined || name === "") return false;
  if (name.includes("/")) return existsSync(name);
  return (process.env.PATH ?? "").split(":").some((folder) => existsSync(`${folder}/${name}`));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    ensureTools(process.argv.includes("--ci") ? toolsOfCi : toolsOfTests);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
