import type { OwnField, WorkflowFile } from "@siegel/contract/calls/files.ts";
import type { SignerType } from "@siegel/contract/calls/workflow.ts";
import { isSeal } from "@siegel/contract/signer-kind.ts";
import type { JSX } from "react";
import { LatePart } from "../../frame/late-part.tsx";
import { useText } from "../../i18n/catalogue.ts";
import { Fault } from "../../ui/fault.tsx";
import { Icon } from "../../ui/icons.tsx";
import { wayToImage } from "../../viewer/signature-image/way-to-image.ts";
import type { OwnImage } from "./use-own-image.ts";

// Nobody has to open it: what it is made of is fetched when somebody does.
const fetchDialog = () => import("./own-image-dialog.tsx");

type Props = { readonly file: WorkflowFile; readonly type: SignerType; readonly ownImage: OwnImage };

/** Leads to the dialog from beside the document, for whoever does not want to hit the box on the paper; nothing without a box. */
export function ChooseImage({ file, type, ownImage }: Props): JSX.Element | null {
  const t = useText();
  const signature = file.fields.find(({ kind }) => kind === "signature");
  if (signature === undefined) return null;
  return (
    <>
      {ownImage.lacks === "viewer.imageAway" && (
        <div className="stack mt-4">
          <Fault id="image-away">{t(ownImage.lacks)}</Fault>
          <button className="btn btn-side w-full" type="button" onClick={ownImage.again}>
            <Icon name="again" size={18} />
            {t("frame.tryAgain")}
          </button>
        </div>
      )}
      <button className="btn btn-side w-full mt-4 choose-image" type="button" onClick={ownImage.image.open}>
        <Icon name="pen" size={18} />
        {t(wayToImage(isSeal(type), file.signature_image !== null))}
      </button>
      {ownImage.isOpen && (
        <LatePart fetchIt={fetchDialog} onCancel={ownImage.close}>
          {({ OwnImageDialog }) => (
            <OwnImageDialog
              forSeal={isSeal(type)}
              image={ownImage.image}
              box={sizeOf(signature)}
              hasImage={file.signature_image !== null}
              onSaved={ownImage.saved}
              onCancel={ownImage.close}
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
