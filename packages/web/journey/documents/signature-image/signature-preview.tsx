import type { JSX } from "react";
import { pngUrl } from "./drawn-image.ts";

type Props = {
  readonly base64: string;
  /** Of the box in the document, in whatever unit. */
  readonly box: { readonly width: number; readonly height: number };
  readonly lines: readonly string[];
  readonly label: string;
};

/** A signature as the file will show it: the picture beside the words, in a narrow box above them (kernel/pdf/picture-and-text.ts). */
export function SignaturePreview({ base64, box, lines, label }: Props): JSX.Element {
  const wide = box.width >= 2 * box.height;
  return (
    <div className={wide ? "sig-shown wide" : "sig-shown"} style={{ aspectRatio: `${box.width} / ${box.height}` }}>
      <img src={pngUrl(base64)} alt={label} />
      <div>
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </div>
    </div>
  );
}
