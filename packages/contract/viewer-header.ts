/** How a program that shows documents identifies itself; the audit report prints it (decisions.md §12). */

/** Header of requests for files and pictures of pages: name and version of the viewer, for example `Siegel viewer 1.2.0, pdf.js 6.5.438`. */
export const viewer_header = "siegel-viewer";

/** Most characters of a name. */
export const viewer_name_chars_max = 120;
