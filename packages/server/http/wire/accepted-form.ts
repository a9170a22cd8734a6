/** In which form a client wants an answer (RFC 9110 §12.5.1). Pure. */

/** Whether an Accept header asks for JSON rather than a PDF; wildcards mean the PDF. */
export function asksForJson(accept: string | undefined): boolean {
  return qualityOf(accept ?? "", "application/json") > qualityOf(accept ?? "", "application/pdf");
}

function qualityOf(accept: string, name: string): number {
  const ranges = accept.split(",").map((range) => range.split(";").map((part) => part.trim().toLowerCase()));
  const found = ranges.find(([named]) => named === name);
  if (found === undefined) return 0;
  const weight = found.find((part) => part.startsWith("q="));
  return weight === undefined ? 1 : Number(weight.slice(2)) || 0;
}
