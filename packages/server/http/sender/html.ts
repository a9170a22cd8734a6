/** Text for the API page, as HTML. */

/** A text as it is shown. */
export function escapeHtml(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}

/** A sentence of the description, where `…` is code. */
export const sentence = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, "<code>$1</code>");

/** Something to copy. It keeps its lines and scrolls, with the keyboard too. */
export const copied = (text: string): string => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>`;

/** JSON, indented; numbers of a list stand on one line. */
export const jsonText = (value: unknown): string =>
  (JSON.stringify(value, null, 2) ?? "").replace(
    /\[\s+(-?[\d.]+(?:,\s+-?[\d.]+)*)\s+\]/g,
    (_, numbers: string) => `[${numbers.replace(/\s+/g, " ")}]`,
  );

/** JSON to copy. */
export const json = (value: unknown): string => copied(jsonText(value));

/** A column of a table: what it is called, and what stands in each of its cells, as HTML. */
export type Column<Row> = { readonly head: string; readonly cell: (row: Row) => string };

/** A table that a phone shows as one block a row; the roles say so to screen readers, which forget tables that are no grids. */
export function table<Row>(caption: string, columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const heads = columns.map(({ head }) => `<th role="columnheader" scope="col">${escapeHtml(head)}</th>`).join("");
  const body = rows.map((row) => {
    const [first, ...others] = columns.map(({ cell }) => cell(row));
    const cells = others.map((cell) => `<td role="cell">${cell}</td>`).join("");
    return `<tr role="row"><th role="rowheader" scope="row">${first}</th>${cells}</tr>`;
  });
  return `<table role="table"><caption>${escapeHtml(caption)}</caption><thead role="rowgroup"><tr role="row">${heads}</tr></thead>
<tbody role="rowgroup">${body.join("\n")}</tbody></table>`;
}
