/** The image that the signer has chosen for their signature, by its id. */
import { queryOptions } from "@tanstack/react-query";
import { callOrThrow } from "../api/client.ts";
import type { SessionHeader } from "../session.ts";

/** Since the files were read, another image was chosen, or none. */
export class AnotherImage extends Error {}

/** Asks for the image of that id, once; null asks for nothing. @throws AnotherImage */
export const imageQuery = (header: SessionHeader, id: string | null) =>
  queryOptions({
    queryKey: ["signature-image", header.workflow_id, header.signer_id, id],
    queryFn: async () => {
      const image = await callOrThrow("getSignatureImage", {}, { quiet: true });
      if (image?.id !== id) throw new AnotherImage();
      return image;
    },
    enabled: id !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
