import "./signature-image.css";
import type { JSX } from "react";
import { useText } from "../../i18n/catalogue.ts";
import { Icon } from "../../ui/icons.tsx";
import type { Box } from "../reader/document-reader.ts";
import type { ImageOfSignature } from "./drawn-image.ts";
import { useImagePlaces } from "./use-image-places.ts";
import { wayToImage } from "./way-to-image.ts";

type Props = {
  readonly box: Box;
  /** CSS pixels a PDF point. */
  readonly scale: number;
  readonly forSeal: boolean;
  readonly image: ImageOfSignature;
};

/** Where the signature will stand on the paper: with its image, if it gets one, and the way to choose it. */
export function SignaturePlace({ box, scale, forSeal, image }: Props): JSX.Element {
  const t = useText();
  const { png } = image;
  const places = useImagePlaces(
    { width: box.width / scale, height: box.height / scale },
    png === null ? null : image.places,
  );
  const words = t(forSeal ? "viewer.sealHere" : "viewer.signatureHere");
  return (
    <button
      type="button"
      className={png === null ? "pf sig" : "pf sig with-image"}
      style={{ ...box, fontSize: Math.min(13, box.height * (png === null ? 0.3 : 0.2)) }}
      title={t(wayToImage(forSeal, false))}
      onClick={image.open}
    >
      {png === null ? (
        <Icon name="pen" size={18} />
      ) : (
        <img src={png} alt={t(forSeal ? "viewer.sealImageAlt" : "viewer.signatureImageAlt")} style={places.image} />
      )}
      <span style={png === null ? undefined : places.words}>{png === null ? words : places.name}</span>
      <span className="vh">, {t(wayToImage(forSeal, png !== null))}</span>
    </button>
  );
}
