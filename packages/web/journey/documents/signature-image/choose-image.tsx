import type { OwnField, WorkflowFile } from "@siegel/contract/calls/files.ts";
import type { SignerType } from "@siegel/contract/calls/workflow.ts";
import type { JSX } from "react";
import { LatePart } from "../../../frame/late-part.tsx";
import { imageWords } from "../../../frame/signer-kind.ts";
import { useText } from "../../../i18n/catalogue.ts";
import { Fault } from "../../../ui/fault.tsx";
import { Icon } from "../../../ui/icons.tsx";
import type { SignatureImageState } from "./use-signature-image.ts";

// Nobody has to open it: what it is made of is fetched when somebody does.
const fetchDialog = () => import("./image-dialog.tsx");

type Props = { readonly file: WorkflowFile; readonly type: SignerType; readonly signatureImage: SignatureImageState };

/** Leads to the dialog from beside the document, for whoever does not want to hit the box on the paper; nothing without a box. */
export function ChooseImage({ file, type, signatureImage }: Props): JSX.Element | null {
  const t = useText();
  const signature = file.fields.find(({ kind }) => kind === "signature");
  if (signature === undefined) return null;
  return (
    <>
      {signatureImage.lacks === "viewer.imageAway" && (
        <div className="stack mt-4">
          <Fault id="image-away">{t(signatureImage.lacks)}</Fault>
          <button className="btn btn-side w-full" type="button" onClick={signatureImage.again}>
            <Icon name="again" size={18} />
            {t("frame.tryAgain")}
          </button>
        </div>
      )}
      <button className="btn btn-side w-full mt-4 choose-image" type="button" onClick={signatureImage.image.open}>
        <Icon name="pen" size={18} />
        {t(imageWords(type, file.signature_image !== null))}
      </button>
      {signatureImage.isOpen && (
        <LatePart fetchIt={fetchDialog} onCancel={signatureImage.close}>
          {({ ImageDialog }) => (
            <ImageDialog
              type={type}
              name={signatureImage.image.name}
              box={sizeOf(signature)}
              hasImage={file.signature_image !== null}
              onSaved={signatureImage.saved}
              onCancel={signatureImage.close}
            />
          )}
        </LatePart>
      )}
    </>
  );
}

/** Width and height of a place, whatever corners name it. */
function sizeOf({ rect: [x0 = 0, y0 = 0, x1 = 1, y1 = 1] }: OwnField): { width: number; height: number } {
  return { width: Math.max(1, Math.abs(x1 - x0)), height: Math.max(1, Math.abs(y1 - y0)) };
}
