/** How this viewer is called in the records of an approval (decisions.md §12). */
import { viewer_header } from "@siegel/contract/viewer-header.ts";

/** Of the product; the build writes it here (vite.config.ts). */
declare const siegel_version: string | undefined;

/** The header that names this viewer, and what it draws with, where that is not the server. */
export function viewerHeaders(drawnWith?: string): Readonly<Record<string, string>> {
  const version = typeof siegel_version === "string" ? ` ${siegel_version}` : "";
  return { [viewer_header]: [`Siegel viewer${version}`, ...(drawnWith === undefined ? [] : [drawnWith])].join(", ") };
}
