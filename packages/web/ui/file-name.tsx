import { Fragment, type JSX } from "react";
import { partsOfName } from "./parts-of-name.ts";

/** The name of a file, which breaks between its parts first; only a part that is longer than the line breaks within. */
export function FileName({ name }: { readonly name: string }): JSX.Element {
  return (
    <>
      {partsOfName(name).map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts may be the same, and never change places
        <Fragment key={at}>
          {at > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </>
  );
}
