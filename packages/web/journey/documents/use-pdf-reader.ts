import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { fetchPart, PartMissing } from "../../program.ts";
import type { LostOctets } from "./octets.ts";
import type { PdfReader } from "./pdf-reader.ts";

/** opening · open · missing: what shows documents did not come · unreadable: the file cannot be shown here. */
export type ReaderState =
  | { readonly status: "opening" }
  | { readonly status: "open"; readonly reader: PdfReader }
  | { readonly status: "missing" | "unreadable" };

/** Opens a file for reading; pdf.js comes only when a document is looked at. Another revision is opened anew. */
export function usePdfReader({ id, size }: { readonly id: string; readonly size: number }): {
  readonly reader: ReaderState;
  /** Opens it anew, with another worker: one that hangs does not come back. */
  readonly reopen: () => void;
} {
  const [state, setState] = useState<ReaderState>({ status: "opening" });
  const [times, setTimes] = useState(0);
  const queries = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `times` opens it again
  useEffect(() => {
    setState({ status: "opening" });
    let close: () => void = () => undefined;
    let wanted = true;
    const onLost = ({ status }: LostOctets): void => {
      setState({ status: "unreadable" });
      // Somebody has signed meanwhile, or the session has ended: the list of files says which, and its new size opens anew.
      if (status === "changed" || status === 401) void queries.invalidateQueries({ queryKey: ["files"] });
    };
    async function open(): Promise<void> {
      const { openReader } = await fetchPart(() => import("./pdf-reader.ts"));
      if (!wanted) return;
      const opening = openReader({ id, size }, onLost);
      close = opening.close;
      const reader = await opening.opened;
      if (wanted) setState({ status: "open", reader });
    }
    open().catch((error: unknown) => {
      if (wanted) setState({ status: error instanceof PartMissing ? "missing" : "unreadable" });
    });
    return () => {
      wanted = false;
      close();
    };
  }, [id, size, queries, times]);
  const reopen = useCallback(() => setTimes((known) => known + 1), []);
  return { reader: state, reopen };
}
