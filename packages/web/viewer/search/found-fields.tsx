import { type JSX, useEffect, useRef, useState } from "react";
import { showField } from "../fields/show-field.ts";
import type { Box, DocumentReader, ReadPage } from "../reader/document-reader.ts";
import type { FieldMark } from "./find-on-page.ts";

type Props = {
  readonly reader: DocumentReader;
  readonly number: number;
  /** CSS pixels a PDF point. */
  readonly scale: number;
  readonly marks: readonly FieldMark[];
};

/** Marks the fields in which something was found; the search bar says to everybody how many there are. */
export function FoundFields({ reader, number, scale, marks }: Props): JSX.Element | null {
  const [page, setPage] = useState<ReadPage | null>(null);
  useEffect(() => {
    let wanted = true;
    // One that cannot be read is told of where it should be drawn.
    reader.page(number).then(
      (read) => wanted && setPage(read),
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [reader, number]);
  if (page === null) return null;
  return (
    <>
      {marks.map(({ rect, now }) => (
        <FoundField key={rect.join(" ")} box={page.boxOf(rect, scale)} now={now} />
      ))}
    </>
  );
}

function FoundField({ box, now }: { box: Box; now: boolean }): JSX.Element {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (now && element.current !== null) showField(element.current);
  }, [now]);
  return <div className={now ? "found-field now" : "found-field"} ref={element} style={box} aria-hidden="true" />;
}
