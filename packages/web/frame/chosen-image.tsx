import type { WorkflowFile } from "@siegel/contract/calls/files.ts";
import type { SignerType } from "@siegel/contract/calls/workflow.ts";
import { isSeal } from "@siegel/contract/signer-kind.ts";
import { useQuery } from "@tanstack/react-query";
import type { JSX } from "react";
import { useText } from "../i18n/catalogue.ts";
import { pngUrl } from "../ui/png-url.ts";
import { imageQuery } from "./image-query.ts";
import { drawsImage } from "./shown-files.ts";
import { useHeader } from "./use-header.ts";

type Props = { readonly files: readonly WorkflowFile[]; readonly type: SignerType };

/** The image that will stand in the signature, as the pages have shown it; null without one. */
export function ChosenImage({ files, type }: Props): JSX.Element | null {
  const t = useText();
  const id = files.find(drawsImage)?.signature_image ?? null;
  const { data } = useQuery(imageQuery(useHeader(), id));
  if (id === null || data?.id !== id) return null;
  const said = t(isSeal(type) ? "viewer.sealImageAlt" : "viewer.signatureImageAlt");
  return (
    <section className="part">
      <h2 className="mb-2">{said}</h2>
      <img className="chosen-image" src={pngUrl(data.png)} alt={said} />
    </section>
  );
}
