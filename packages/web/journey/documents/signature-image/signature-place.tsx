import "./signature-image.css";
import type { SignerType } from "@siegel/contract/calls/workflow.ts";
import type { JSX } from "react";
import { isSeal } from "../../../frame/signer-kind.ts";
import { useText } from "../../../i18n/catalogue.ts";
import { Icon } from "../../../ui/icons.tsx";
import type { Box } from "../pdf-reader.ts";
import { isWideBox } from "./box-shape.ts";
import type { ImageOfSignature } from "./use-signature-image.ts";

type Props = { readonly box: Box; readonly type: SignerType; readonly image: ImageOfSignature };

/** Where the signature will stand on the paper: with its picture, if it gets one, and the way to choose it. */
export function SignaturePlace({ box, type, image }: Props): JSX.Element {
  const t = useText();
  const { png, name } = image;
  const wide = isWideBox(box);
  const words = t(isSeal(type) ? "viewer.sealHere" : "viewer.signatureHere");
  return (
    <button
      type="button"
      className={png === null ? "pf sig" : `pf sig with-image ${wide ? "wide" : ""}`}
      style={{ ...box, fontSize: Math.min(13, box.height * 0.3) }}
      title={t("viewer.signatureImage")}
      onClick={image.open}
    >
      {png === null ? <Icon name="pen" size={18} /> : <img src={png} alt={t("viewer.signatureImageAlt")} />}
      <span>{png === null ? words : name}</span>
      <span className="vh">, {t(png === null ? "viewer.signatureImage" : "viewer.signatureImageChange")}</span>
    </button>
  );
}
