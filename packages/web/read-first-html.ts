/** What the server wrote into the page itself (docs/flows/first-html.md). */
import { type FirstHtml, first_html_id } from "@siegel/contract/first-html.ts";

/** The facts of this page, told once: whoever comes back to its address later asks anew. Null on a page without them. */
export function takeFirstHtml(): FirstHtml | null {
  const block = document.getElementById(first_html_id);
  if (block === null) return null;
  block.remove();
  return JSON.parse(block.textContent) as FirstHtml;
}
