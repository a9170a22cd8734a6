import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { download } from "../../api/download.ts";
import { fetchPart, PartMissing } from "../../program.ts";
import type { DocumentReader, Opening } from "./document-reader.ts";
import type { LostOctets } from "./part-requests.ts";
import type { Showing } from "./showing.ts";
import { noteDrawing } from "./unclean-ends.ts";
import { useShowing, type WayOfShowing } from "./use-showing.ts";

/** opening · open · missing: what shows documents did not come · unreadable: the file cannot be shown here. */
export type ReaderState =
  | { readonly status: "opening" }
  | { readonly status: "open"; readonly reader: DocumentReader }
  | { readonly status: "missing" | "unreadable" };

type ReadFile = { readonly id: string; readonly name: string; readonly size: number; readonly pages: number };

/** How a document is shown, and what can be done where it is not: the same object until that changes. */
export type WayOfReading = WayOfShowing & {
  /** Opens it anew, with another worker: one that hangs does not come back. */
  readonly reopen: () => void;
  /** Saves the file on the person's device: what cannot be shown here is read elsewhere. */
  readonly download: () => void;
  readonly isDownloaded: boolean;
};

const opening: ReaderState = { status: "opening" };

/** Opens a file for reading; what draws comes only when a document is looked at. Another revision is opened anew, and was not downloaded either. */
export function useReader({ id, name, size, pages }: ReadFile): {
  readonly reader: ReaderState;
  readonly way: WayOfReading;
} {
  const shown = useShowing();
  const { showing, onNoPictures } = shown;
  // A later revision of a file has more octets, always.
  const octets = `${id} ${size}`;
  const [held, setHeld] = useState({ octets, state: opening });
  const [times, setTimes] = useState(0);
  const queries = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `times` opens it again
  useEffect(() => {
    const setState = (state: ReaderState): void => setHeld({ octets, state });
    setState(opening);
    let close: () => void = () => undefined;
    let wanted = true;
    const onLost = ({ status, code }: LostOctets): void => {
      if (code === "PAGE_PICTURES_OFF") onNoPictures();
      else setState({ status: "unreadable" });
      // Somebody has signed meanwhile, or the session has ended: the list of files says which, and its new size opens anew.
      if (status === "changed" || status === 401) void queries.invalidateQueries({ queryKey: ["files"] });
    };
    async function open(): Promise<void> {
      const openIt = await fetchPart(() => opener(showing));
      if (!wanted) return;
      const opening = openIt({ id, size, pages }, onLost);
      close = opening.close;
      const reader = await opening.opened;
      if (wanted) setState({ status: "open", reader });
    }
    open().catch((error: unknown) => {
      if (wanted) setState({ status: error instanceof PartMissing ? "missing" : "unreadable" });
    });
    const forget = showing === "drawn" ? noteDrawing() : () => undefined;
    return () => {
      wanted = false;
      forget();
      close();
    };
  }, [octets, pages, showing, onNoPictures, queries, times]);
  const reopen = useCallback(() => setTimes((known) => known + 1), []);
  const [downloaded, setDownloaded] = useState<string | null>(null);
  const isDownloaded = downloaded === octets;
  const save = useCallback(() => {
    void download({ id, name }).then((refused) => refused === null && setDownloaded(octets));
  }, [id, name, octets]);
  const way = useMemo(() => ({ ...shown, reopen, download: save, isDownloaded }), [shown, reopen, save, isDownloaded]);
  // What was opened before is at hand until the effect has closed it: it shows an earlier revision.
  return { reader: held.octets === octets ? held.state : opening, way };
}

type Opener = (file: Omit<ReadFile, "name">, onLost: (why: LostOctets) => void) => Opening;

/** The part of the program that opens a document one way; pdf.js is half a megabyte that pictures do without. */
async function opener(showing: Showing): Promise<Opener> {
  return showing === "pictures"
    ? (await import("./picture-reader.ts")).openPictures
    : (await import("./pdf-reader.ts")).openReader;
}
