/** Builds the web into `dist/`: no inlined assets and no inline script, so that a Content-Security-Policy without exceptions holds. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { languages } from "@siegel/contract/limits.ts";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { build, defineConfig, type Plugin, type Rolldown } from "vite";
import { chunkGroups } from "./chunks.ts";
import { shellPlaces } from "./shell-places.ts";
import { makeSmallFonts } from "./small-fonts.ts";

const root = fileURLToPath(new URL(".", import.meta.url));
const pdfjs = fileURLToPath(new URL(".", import.meta.resolve("pdfjs-dist/package.json")));

/** Advice about which plugin takes how long is nothing for who starts the product, and depends on the machine. */
const checks = { bundlerTimings: false } as const;

/** pdf.js asks for character maps, fonts, colour profiles and decoders by name at run time: they are served beside the page. */
const pdfjsFiles: Plugin = {
  name: "siegel-pdfjs-files",
  apply: "build",
  writeBundle({ dir = `${root}dist` }) {
    for (const folder of ["cmaps", "standard_fonts", "iccs", "wasm"]) {
      cpSync(`${pdfjs}${folder}`, `${dir}/pdfjs/${folder}`, { recursive: true });
    }
  },
};

/** Stands in the records of an approval. */
const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  readonly version: string;
};

/** The style sheets name them by their place. */
const smallFonts: Plugin = { name: "siegel-small-fonts", config: makeSmallFonts };

/** What the pages are made of is compressed once, here: the server sends it as it lies (http/web.ts). */
const compressedFiles: Plugin = {
  name: "siegel-compressed-files",
  apply: "build",
  enforce: "post",
  writeBundle({ dir = `${root}dist` }) {
    for (const name of readdirSync(`${dir}/assets`)) {
      if (!/\.(m?js|css|svg)$/.test(name)) continue;
      const bytes = readFileSync(`${dir}/assets/${name}`);
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
      writeFileSync(`${dir}/assets/${name}.br`, brotliCompressSync(bytes, { params }));
      writeFileSync(`${dir}/assets/${name}.gz`, gzipSync(bytes, { level: 9 }));
    }
  },
};

/** The program that makes the first HTML of a link on the server, from the same components; `.server` is never served as a file. */
const firstHtml: Plugin = {
  name: "siegel-first-html",
  apply: "build",
  enforce: "post",
  async writeBundle({ dir = `${root}dist` }, bundle) {
    const texts = languages.map((language) => [
      language,
      `/${chunkOf(bundle, `i18n/journey-${language}.ts`).fileName}`,
    ]);
    await build({
      root,
      configFile: false,
      logLevel: "warn",
      plugins: [react()],
      // Everything is in the one file: what the server runs is what was built, whatever lies in node_modules then.
      ssr: { noExternal: true },
      define: {
        text_scripts: JSON.stringify(Object.fromEntries(texts)),
        shell_scripts: JSON.stringify(shellScripts(bundle)),
      },
      build: { ssr: "first-html.tsx", outDir: `${dir}/.server`, copyPublicDir: false, rolldownOptions: { checks } },
    });
  },
};

/** @throws when the build has no chunk of this module: then what is told of it would be wrong */
function chunkOf(bundle: Rolldown.OutputBundle, module: string): Rolldown.OutputChunk {
  const id = `${root}${module}`;
  const chunks = Object.values(bundle).filter((each) => each.type === "chunk");
  // A page whose parts others take from it lies in a file with them.
  const chunk =
    chunks.find(({ facadeModuleId }) => facadeModuleId === id) ??
    chunks.find(({ moduleIds }) => moduleIds.includes(id));
  if (chunk === undefined) throw new Error(`the build has no chunk of ${module}`);
  return chunk;
}

/** What the pages of the application need beyond its entry, by their place. */
function shellScripts(bundle: Rolldown.OutputBundle): Readonly<Record<string, readonly string[]>> {
  const entry = withImports(bundle, chunkOf(bundle, "index.html").fileName);
  const routes = withImports(bundle, chunkOf(bundle, "routes.tsx").fileName);
  const scripts = Object.entries(shellPlaces).map(([place, { module }]) => {
    const page = module === "main.tsx" ? [] : withImports(bundle, chunkOf(bundle, module).fileName);
    const all = page.length === 0 ? [] : [...new Set([...routes, ...page])];
    return [place, all.filter((file) => !entry.includes(file)).map((file) => `/${file}`)];
  });
  return Object.fromEntries(scripts);
}

function withImports(bundle: Rolldown.OutputBundle, fileName: string, seen: readonly string[] = []): readonly string[] {
  const chunk = bundle[fileName];
  if (chunk?.type !== "chunk" || seen.includes(fileName)) return seen;
  return chunk.imports.reduce<readonly string[]>(
    (known, next) => withImports(bundle, next, known),
    [...seen, fileName],
  );
}

export default defineConfig({
  root,
  define: { siegel_version: JSON.stringify(version) },
  plugins: [smallFonts, tailwindcss(), react(), pdfjsFiles, compressedFiles, firstHtml],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    chunkSizeWarningLimit: 1_500,
    // Names of files stand in what every signer loads: seven letters of a hash are enough.
    rolldownOptions: {
      output: { codeSplitting: { groups: chunkGroups }, chunkFileNames: "assets/[name]-[hash:7].js" },
      checks,
    },
  },
});
