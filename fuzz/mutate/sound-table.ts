/** Gives a changed file a cross-reference table that fits again (ISO 32000-2 §7.5.4), as a program that makes such files would. */

const objectsMax = 5_000;

/** The file with one new table and trailer for all objects that can be seen in it; the last definition of a number counts. */
export function withSoundTable(text: string): string {
  const end = cutAt(text);
  const body = text.slice(0, end);
  const offsets = new Map<number, number>();
  let seen = 0;
  for (const match of body.matchAll(/(?<![\w.])(\d{1,7}) 0 obj\b/g)) {
    offsets.set(Number(match[1]), match.index);
    seen += 1;
    if (seen > objectsMax) return text;
  }
  const rows = [...offsets]
    .sort(([a], [b]) => a - b)
    .map(([num, at]) => `${num} 1\n${String(at).padStart(10, "0")} 00000 n \n`);
  const size = Math.max(0, ...offsets.keys()) + 1;
  const trailer = /trailer\s*<<([\s\S]*?)>>\s*startxref/.exec(text.slice(end))?.[1] ?? "/Root 1 0 R";
  const entries = trailer.replace(/\/(Size|Prev|XRefStm) -?\d+/g, "");
  return `${body}\nxref\n0 1\n0000000000 65535 f \n${rows.join("")}trailer\n<< /Size ${size} ${entries} >>\nstartxref\n${body.length + 1}\n%%EOF\n`;
}

/** Where the last table begins, or the last pointer to a stream. */
function cutAt(text: string): number {
  const table = text.lastIndexOf("\nxref");
  if (table >= 0) return table;
  const pointer = text.lastIndexOf("startxref");
  return pointer < 0 ? text.length : pointer;
}
