import type { WorkflowFile } from "@siegel/contract/calls/files.ts";
import type { SignatureImage } from "@siegel/contract/calls/signature-image.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { callOrThrow } from "../../api/client.ts";
import { filesQuery, tellFiles } from "../../api/queries.ts";
import { AnotherImage, imageQuery } from "../../frame/image-query.ts";
import { drawsImage } from "../../frame/shown-files.ts";
import { useHeader } from "../../frame/use-header.ts";
import { pngUrl } from "../../ui/png-url.ts";
import { type DrawnImage, drawnImage, type ImageOfSignature } from "../../viewer/signature-image/drawn-image.ts";
import type { PlacesInFile } from "../../viewer/signature-image/use-image-places.ts";

/** What the page needs to show and to change it. */
export type OwnImage = {
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
export function useOwnImage(file: WorkflowFile, name: string): OwnImage {
  const queries = useQueryClient();
  const header = useHeader();
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
  const of = header.signer_id;
  const image = useMemo(() => ({ png, name, places: { of, ask: askPlaces }, open }), [png, name, of, open]);
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

const askPlaces: PlacesInFile["ask"] = ({ width, height }) =>
  callOrThrow("getImageArea", { params: { width: width.toFixed(1), height: height.toFixed(1) } }, { quiet: true });
