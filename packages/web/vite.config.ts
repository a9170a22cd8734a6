/** Builds the web into `dist/`: no inlined assets and no inline script, so that a Content-Security-Policy without exceptions holds. */
import { cpSync } from "node:fs";
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const root = fileURLToPath(new URL(".", import.meta.url));
const pdfjs = fileURLToPath(new URL(".", import.meta.resolve("pdfjs-dist/package.json")));

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

export default defineConfig({
  root,
  plugins: [tailwindcss(), react(), pdfjsFiles],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    chunkSizeWarningLimit: 1_500,
  },
});
