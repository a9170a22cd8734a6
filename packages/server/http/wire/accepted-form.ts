/** In which form a client wants an answer (RFC 9110 §12.5.1, §12.5.3). Pure. */

/** Whether an Accept header asks for JSON rather than a PDF; wildcards mean the PDF. */
export function asksForJson(accept: string | undefined): boolean {
  return qualityOf(accept ?? "", "application/json") > qualityOf(accept ?? "", "application/pdf");
}

/** How an Accept-Encoding header wants an answer compressed, the smaller way where it wants both alike; null: not at all. Wildcards name none. */
export function acceptedEncoding(accept: string | undefined): "br" | "gzip" | null {
  const [br, gzip] = [qualityOf(accept ?? "", "br"), qualityOf(accept ?? "", "gzip")];
  if (br === 0 && gzip === 0) return null;
  return br >= gzip ? "br" : "gzip";
}

function qualityOf(accept: string, name: string): number {
  const ranges = accept.split(",").map((range) => range.split(";").map((part) => part.trim().toLowerCase()));
  const found = ranges.find(([named]) => named === name);
  if (found === undefined) return 0;
  const weight = found.find((part) => part.startsWith("q="));
  return weight === undefined ? 1 : Number(weight.slice(2)) || 0;
}
