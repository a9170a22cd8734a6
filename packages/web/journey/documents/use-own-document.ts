/** A document as its signer may read it: by the calls of their session. */

import type { WorkflowFile } from "@siegel/contract/calls/files.ts";
import { useQueryClient } from "@tanstack/react-query";
import { fileUrl } from "../../api/calls.ts";
import { sessionHeaders } from "../../api/client.ts";
import { download } from "../../api/download.ts";
import { useHeader } from "../../frame/use-header.ts";
import type { ShownDocument } from "../../viewer/reader/use-reader.ts";

/** What the viewer has to be told of a document of this signer. */
export function useOwnDocument({ id, name, size, pages }: WorkflowFile): ShownDocument {
  const queries = useQueryClient();
  return {
    ...{ url: fileUrl(id), size, pages, headers: sessionHeaders },
    fieldsOf: useHeader().signer_id,
    download: async () => (await download({ id, name }, { isToldByPage: false })) === null,
    // Somebody has signed meanwhile, or the session has ended: the list of files says which, and its new size opens anew.
    onStale: () => void queries.invalidateQueries({ queryKey: ["files"] }),
  };
}
