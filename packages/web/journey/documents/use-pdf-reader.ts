import { useEffect, useState } from "react";
import type { PdfReader } from "./pdf-reader.ts";

/** opening · open · unreadable: the file cannot be shown here. */
export type ReaderState =
  | { readonly status: "opening" }
  | { readonly status: "open"; readonly reader: PdfReader }
  | { readonly status: "unreadable" };

/** Opens a file for reading; pdf.js comes only when a document is looked at. */
export function usePdfReader(fileId: string): ReaderState {
  const [state, setState] = useState<ReaderState>({ status: "opening" });
  useEffect(() => {
    let opened: PdfReader | null = null;
    let wanted = true;
    import("./pdf-reader.ts")
      .then(({ openReader }) => openReader(fileId))
      .then((reader) => {
        if (!wanted) return reader.close();
        opened = reader;
        setState({ status: "open", reader });
      })
      .catch(() => {
        if (wanted) setState({ status: "unreadable" });
      });
    return () => {
      wanted = false;
      opened?.close();
    };
  }, [fileId]);
  return state;
}
