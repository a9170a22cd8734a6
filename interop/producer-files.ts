/**
 * Files freshly made by the programs that people make PDF files with (decisions.md §12). They are installed into folders of their own when
 * they are first asked for; as root on Debian the packages too. Programs that cannot be had are named, and nothing is said about their files.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { hasTools, type Run, runTool, runToolIn, ToolMissing } from "../fixtures/outside-tool.ts";
import type { Sent } from "./judge-looks.ts";

const producers = join(import.meta.dirname, "producers");
const venv = join(import.meta.dirname, "../.cache/producers");
const page = join(producers, "page.html");

/** Debian's packages by the program that is looked for. */
const packages = {
  soffice: "libreoffice-writer-nogui",
  wkhtmltopdf: "wkhtmltopdf",
  gs: "ghostscript",
  "rsvg-convert": "librsvg2-bin",
} as const;

/** The files that could be made, and a sentence for each program that made none. */
export function makeProducerFiles(folder: string): {
  readonly files: readonly Sent[];
  readonly missing: readonly string[];
} {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  installPackages();
  const missing = [...fromPython(folder), ...fromNode(folder), ...fromCommands(folder)];
  const names = readdirSync(folder).filter((name) => name.endsWith(".pdf"));
  return { files: names.map((name) => ({ name, read: () => readFileSync(join(folder, name)) })), missing };
}

function installPackages(): void {
  const absent = Object.entries(packages).filter(([program]) => !hasTools(program));
  if (absent.length === 0 || process.getuid?.() !== 0) return;
  runTool("apt-get", "install", "-y", "--no-install-recommends", ...absent.map(([, name]) => name));
}

function fromPython(folder: string): readonly string[] {
  const python = join(venv, "bin/python");
  if (!existsSync(python)) {
    if (runTool("python3", "-m", "venv", "--clear", venv).status !== 0)
      return ["python3 cannot make a virtual environment"];
    const installed = runTool(python, "-m", "pip", "install", "--quiet", "-r", join(producers, "requirements.txt"));
    if (installed.status !== 0) return [`pip: ${installed.out.slice(-300)}`];
  }
  const run = runTool(python, join(producers, "make.py"), folder);
  return run.out.split("\n").filter((line) => line.startsWith("FAILED"));
}

function fromNode(folder: string): readonly string[] {
  if (!existsSync(join(producers, "node_modules"))) {
    const installed = runToolIn(producers, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund");
    if (installed.status !== 0) return [`npm: ${installed.out.slice(-300)}`];
  }
  return saidOf("make.mjs", runTool(process.execPath, join(producers, "make.mjs"), folder));
}

function fromCommands(folder: string): readonly string[] {
  const out = (name: string): string => join(folder, name);
  const source = out("chromium.pdf");
  const commands: readonly (readonly [string, ...string[]])[] = [
    [
      process.env.CHROMIUM ?? "chromium",
      ...[
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-sync",
      ],
      `--user-data-dir=${out("profile")}`,
      `--print-to-pdf=${source}`,
      pathToFileURL(page).href,
    ],
    ["wkhtmltopdf", "--quiet", "--enable-forms", page, out("wkhtmltopdf.pdf")],
    [
      "soffice",
      "--headless",
      `-env:UserInstallation=${pathToFileURL(out("office")).href}`,
      "--convert-to",
      "pdf",
      "--outdir",
      folder,
      page,
    ],
    ["gs", "-q", "-sDEVICE=pdfwrite", "-o", out("ghostscript.pdf"), source],
    ["rsvg-convert", "-f", "pdf", "-o", out("cairo.pdf"), join(producers, "picture.svg")],
  ];
  return commands.flatMap(([command, ...rest]) => {
    try {
      return saidOf(command, runTool(command, ...rest));
    } catch (fault) {
      if (fault instanceof ToolMissing) return [fault.message];
      throw fault;
    }
  });
}

const saidOf = (name: string, run: Run): string[] => (run.status === 0 ? [] : [`${name}: ${run.out.slice(-200)}`]);
