import type { JSX } from "react";
import { Icon } from "../../ui/icons.tsx";
import { pngUrl } from "../../ui/png-url.ts";
import type { ImagePlaces } from "./use-image-places.ts";

type Props = {
  /** Null before there is one: the words stand where they will, so that nothing moves under the hand that draws. */
  readonly base64: string | null;
  /** Of the box in the document, in whatever unit. */
  readonly box: { readonly width: number; readonly height: number };
  readonly places: ImagePlaces;
  readonly lines: readonly string[];
  readonly label: string;
};

/** As the file will show it: the ring, and the image beside the words, in a narrow box above them, in the room that these leave (kernel/forms/signature-look.ts). */
export function SignaturePreview({ base64, box, places, lines, label }: Props): JSX.Element {
  const ratio = box.width / box.height;
  return (
    <div className="sig-shown" style={{ aspectRatio: ratio, width: `min(100%, ${9 * ratio}rem)` }}>
      {places.ring !== null && (
        <span className="sig-ring" style={places.ring}>
          <Icon name="done" size={24} />
        </span>
      )}
      {base64 !== null && <img src={pngUrl(base64)} alt={label} style={places.image} />}
      <div style={places.words}>
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </div>
    </div>
  );
}
