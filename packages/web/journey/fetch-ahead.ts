/** While somebody reads the page before, what shows documents is fetched: pdf.js and its worker are half a megabyte. */

/** Does nothing where the person asked their browser to save on transfers, and less where the server draws; a failure is for the page itself to meet. */
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
    const { showingHere } = await import("../viewer/reader/showing.ts");
    if (showingHere() === "pictures") return void (await import("../viewer/reader/picture-reader.ts"));
    const { workerScript } = await import("../viewer/reader/pdf-reader.ts");
    await fetch(workerScript);
  } catch {
    // Offline now: it is fetched when a document is opened.
  }
}
