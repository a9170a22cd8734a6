import { useQueryClient } from "@tanstack/react-query";
import type { JSX } from "react";
import type { Answer } from "../../api/answer.ts";
import { callApi } from "../../api/client.ts";
import { filesQuery, requireHeader } from "../../api/queries.ts";
import { ImageDialog, type ImageDialogProps, type ImageKeeper } from "../../viewer/signature-image/image-dialog.tsx";
import { PhoneHandover } from "./handover/phone-handover.tsx";

/** The dialog for the image of this signer: kept by the calls of their session, and made on their phone where they want that. */
export function OwnImageDialog(props: ImageDialogProps): JSX.Element {
  const queries = useQueryClient();
  async function told<Data>(call: Promise<Answer<Data>>): Promise<Answer<Data>> {
    const answer = await call;
    // What failed may stand in the signature all the same, its answer lost: the files say.
    if (!answer.ok) void queries.invalidateQueries(filesQuery(requireHeader()));
    return answer;
  }
  const keeper: ImageKeeper = {
    put: (image) => told(callApi("putSignatureImage", { body: { image } }, { patient: true })),
    take: () => told(callApi("takeHandover", {}, { patient: true })),
    remove: async () => {
      const answer = await told(callApi("deleteSignatureImage", {}, { patient: true }));
      return answer.ok ? { ...answer, data: null } : answer;
    },
  };
  return (
    <ImageDialog
      {...props}
      keeper={keeper}
      phone={(onGiven) => <PhoneHandover forSeal={props.forSeal} onGiven={onGiven} />}
    />
  );
}
