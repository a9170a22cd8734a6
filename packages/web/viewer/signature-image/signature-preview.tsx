import type { JSX } from "react";
import { Icon } from "../../ui/icons.tsx";
import { pngUrl } from "../../ui/png-url.ts";
import type { ImagePlaces, Words } from "./use-image-places.ts";

type Props = {
  /** Null before there is one: the words stand where they will, so that nothing moves under the hand that draws. */
  readonly base64: string | null;
  /** Of the box in the document, in whatever unit. */
  readonly box: { readonly width: number; readonly height: number };
  readonly places: ImagePlaces;
  readonly words: Words;
  readonly label: string;
};

/** As the file will show it (kernel/forms/signature-look.ts): the ring, the image in its room, and the words with the breaks and the size that they have there. */
export function SignaturePreview({ base64, box, places, words, label }: Props): JSX.Element {
  const ratio = box.width / box.height;
  const { name, lines, size } = words;
  return (
    <div className="sig-shown" style={{ aspectRatio: ratio, width: `min(100%, ${Math.max(9 * ratio, 12)}rem)` }}>
      {places.ring !== null && (
        <span className="sig-ring" style={places.ring}>
          <Icon name="done" size={24} />
        </span>
      )}
      {base64 !== null && <img src={pngUrl(base64)} alt={label} style={places.image} />}
      <div style={{ ...places.words, fontSize: `${(size * 100).toFixed(2)}cqh` }}>
        {lines.map((line) => (
          <span key={line} className={name.includes(line) ? "font-bold" : undefined}>
            {line}
          </span>
        ))}
      </div>
    </div>
  );
}
