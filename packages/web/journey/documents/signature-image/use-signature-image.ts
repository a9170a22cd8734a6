import type { WorkflowFile } from "@siegel/contract/calls/files.ts";
import type { SignatureImage } from "@siegel/contract/calls/signature-image.ts";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { callOrThrow } from "../../../api/client.ts";
import { requireHeader, tellFiles } from "../../../api/queries.ts";
import type { SessionHeader } from "../../../session.ts";

/** The picture of the signature as an address an <img> takes, or null; whose signature it is; and how the dialog is opened. */
export type ImageOfSignature = { readonly png: string | null; readonly name: string; readonly open: () => void };

/** What the page needs to show and to change it. */
export type SignatureImageState = {
  readonly image: ImageOfSignature;
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly saved: (image: SignatureImage | null) => void;
};

const imageQuery = (header: SessionHeader, id: string | null) =>
  queryOptions({
    queryKey: ["signature-image", header.workflow_id, header.signer_id, id],
    queryFn: () => callOrThrow("getSignatureImage", {}, { quiet: true }),
    enabled: id !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The image in the signer's own signature: fetched once by its id, changed by the dialog. */
export function useSignatureImage(file: WorkflowFile, name: string): SignatureImageState {
  const queries = useQueryClient();
  const header = requireHeader();
  const [isOpen, setOpen] = useState(false);
  const id = file.signature_image;
  const { data } = useQuery(imageQuery(header, id));
  // Another one than the files say is not shown: what is shown is what gets approved.
  const png = id !== null && data?.id === id ? `data:image/png;base64,${data.png}` : null;
  const open = useCallback(() => setOpen(true), []);
  const image = useMemo(() => ({ png, name, open }), [png, name, open]);
  function saved(now: SignatureImage | null): void {
    if (now !== null) queries.setQueryData(imageQuery(header, now.id).queryKey, now);
    void tellFiles(queries, header, (known) => known.map((each) => ({ ...each, signature_image: now?.id ?? null })));
    setOpen(false);
  }
  return { image, isOpen, close: () => setOpen(false), saved };
}
