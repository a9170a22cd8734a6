import type { JSX } from "react";
import { isWideBox } from "./box-shape.ts";
import { pngUrl } from "./drawn-image.ts";

type Props = {
  /** Null before there is one: its place is kept, so that nothing moves under the hand that draws. */
  readonly base64: string | null;
  /** Of the box in the document, in whatever unit. */
  readonly box: { readonly width: number; readonly height: number };
  readonly lines: readonly string[];
  readonly label: string;
};

/** About as the file will show it (there the picture gives way to long words): the picture beside the words, in a narrow box above them (kernel/pdf/picture-and-text.ts). */
export function SignaturePreview({ base64, box, lines, label }: Props): JSX.Element {
  return (
    <div
      className={isWideBox(box) ? "sig-shown wide" : "sig-shown"}
      style={{ aspectRatio: `${box.width} / ${box.height}` }}
    >
      {base64 === null ? <span className="sig-none" /> : <img src={pngUrl(base64)} alt={label} />}
      <div>
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </div>
    </div>
  );
}
