import type { WorkflowFile } from "@siegel/contract/calls/files.ts";
import type { SignatureImage } from "@siegel/contract/calls/signature-image.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { filesQuery, requireHeader, tellFiles } from "../../../api/queries.ts";
import { AnotherImage, imageQuery, pngUrl } from "../../../frame/image-query.ts";
import { drawsImage } from "../../../frame/shown-files.ts";
import { type DrawnImage, drawnImage } from "./drawn-image.ts";

/** The image as an address an <img> takes, or null; the name of whoever makes it; and how the dialog is opened. */
export type ImageOfSignature = { readonly png: string | null; readonly name: string; readonly open: () => void };

/** What the page needs to show and to change it. */
export type SignatureImageState = {
  readonly image: ImageOfSignature;
  /** Id of the image that the page draws; null where it draws none. */
  readonly drawn: string | null;
  /** What an image that belongs there and is not drawn waits for. */
  readonly lacks: DrawnImage["lacks"];
  /** Asks for it once more. */
  readonly again: () => void;
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly saved: (image: SignatureImage | null) => void;
};

/** The image in the signer's own signature: fetched once by its id, changed by the dialog. */
export function useSignatureImage(file: WorkflowFile, name: string): SignatureImageState {
  const queries = useQueryClient();
  const header = requireHeader();
  const [isOpen, setOpen] = useState(false);
  const id = drawsImage(file) ? file.signature_image : null;
  const { data, error, isFetching, refetch } = useQuery(imageQuery(header, id));
  const drawn = drawnImage(id, { data, isFetching });
  const png = drawn.image === null ? null : pngUrl(drawn.image.png);
  const { queryKey } = filesQuery(header);
  const isAnother = error instanceof AnotherImage;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is as constant as the session
  useEffect(() => {
    if (isAnother) void queries.invalidateQueries({ queryKey });
  }, [isAnother, id]);
  function again(): void {
    void queries.invalidateQueries({ queryKey });
    void refetch();
  }
  const open = useCallback(() => setOpen(true), []);
  const image = useMemo(() => ({ png, name, open }), [png, name, open]);
  function saved(now: SignatureImage | null): void {
    if (now !== null) queries.setQueryData(imageQuery(header, now.id).queryKey, now);
    void tellFiles(queries, header, (known) => known.map((each) => ({ ...each, signature_image: now?.id ?? null })));
    setOpen(false);
  }
  return {
    image,
    drawn: drawn.image?.id ?? null,
    lacks: drawn.lacks,
    again,
    isOpen,
    close: () => setOpen(false),
    saved,
  };
}
