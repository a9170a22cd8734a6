/** While somebody reads the page before, what shows documents is fetched: pdf.js and its worker are half a megabyte. */

/** Does nothing where the person asked their browser to save on transfers; a failure is for the page itself to meet. */
export function fetchViewerAhead(): void {
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } };
  if (connection?.saveData === true) return;
  // Safari has no idle time to offer.
  if ("requestIdleCallback" in window) window.requestIdleCallback(() => void fetchViewer());
  else setTimeout(() => void fetchViewer(), 1_000);
}

async function fetchViewer(): Promise<void> {
  try {
    await import("./documents/documents-page.tsx");
    await import("./documents/draw-page.ts");
    const { workerScript } = await import("./documents/pdf-reader.ts");
    await fetch(workerScript);
  } catch {
    // Offline now: it is fetched when a document is opened.
  }
}
