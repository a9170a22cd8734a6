import type { JSX, ReactNode } from "react";

type Props = {
  /** What the region is called, and the table where `caption` says nothing else. */
  readonly label: string;
  readonly caption?: string;
  readonly heads: readonly string[];
  /** Its rows. */
  readonly children: ReactNode;
};

/** A list of the desk; on phones its rows are cards. */
export function DeskTable({ label, caption = label, heads, children }: Props): JSX.Element {
  return (
    // A region that scrolls sideways must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className="table-scroll" tabIndex={0} aria-label={label}>
      <table className="table dense opcards">
        <caption className="vh">{caption}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}
