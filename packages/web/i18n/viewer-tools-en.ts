/** What the tools of the viewer are called, and what it says when a page does not come, in English. */
import type { viewerToolsDe } from "./viewer-tools-de.ts";

/** Texts of searching, enlarging, and pages at a glance. */
export const viewerToolsEn = {
  "viewer.zoom": "Size",
  "viewer.more": "More: pages, search, zoom, download",
  "viewer.pages": "All pages",
  "viewer.goToPage": "Go to page {n}",
  "viewer.search": "Search the document",
  "viewer.searchFor": "Search for",
  "viewer.searching": "Searching …",
  "viewer.hits": "{n} of {m}",
  "viewer.hitsMore": "{n} of more than {m}",
  "viewer.noHits": "Not found",
  "viewer.previousHit": "Previous match",
  "viewer.nextHit": "Next match",
  "viewer.closeSearch": "Close search",
  "viewer.noText": "This page is a picture and has no readable text.",
  "viewer.notYet": "This page is loaded as soon as it is in view.",
  "viewer.late":
    "Page {n} is not there yet. The connection may be slow, or the page is very complex. Open the document again, or download it.",
  "viewer.lateDocument": "The document is not there yet. The connection may be slow. Open it again, or download it.",
  "viewer.signatureImage": "Add a picture of your signature",
  "viewer.signatureImageChange": "Change the picture of your signature",
  "viewer.sealImage": "Add a picture to the seal",
  "viewer.sealImageChange": "Change the picture in the seal",
  "viewer.signatureImageAlt": "Your signature",
  "viewer.sealImageAlt": "Picture in the seal",
  "viewer.imageLoading": "The chosen picture is still loading.",
  "viewer.imageAway": "The chosen picture could not be loaded. Try again.",
  "viewer.stillLoading": "The document is still loading.",
  "viewer.readElsewhere": "The document cannot be shown here. Download and read it; then you can go on.",
  "viewer.downloaded": "You have downloaded the document. Read it, then go on here.",
  "viewer.imageUnseen": "A picture was chosen that you have not seen here yet. Open “{name}”.",
  "viewer.hideFields": "Hide fields",
  "viewer.showFields": "Show fields",
  "viewer.reopen": "Open again",
  "viewer.showPictures": "Show the pages as pictures",
  "viewer.asPictures":
    "The pages are shown as pictures here, so that this device has less to do. Everything else is as usual.",
  "viewer.drawHere": "Use the full viewer",
  "viewer.noPictures": "Pictures of the pages cannot be had here. This is the full viewer.",
} as const satisfies Readonly<Record<keyof typeof viewerToolsDe, string>>;
