/** How a program that shows documents says which one it is; the audit report tells it (decisions.md §12). */

/** The header of a request for a file, or for a picture of a page: name and version of what shows it, for example `Siegel viewer 1.2.0, pdf.js 6.5.438`. */
export const viewer_header = "siegel-viewer";

/** Characters of a name. */
export const viewer_name_chars_max = 120;
