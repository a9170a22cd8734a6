import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { fetchPart, PartMissing } from "../../program.ts";
import type { DocumentReader, DocumentSource, Opening } from "./document-reader.ts";
import type { LostBytes } from "./part-requests.ts";
import type { Showing } from "./showing.ts";
import { noteDrawing } from "./unclean-ends.ts";
import { useShowing, type WayOfShowing } from "./use-showing.ts";

/** opening · open · missing: what shows documents did not come · unreadable: the file cannot be shown here. */
export type ReaderState =
  | { readonly status: "opening" }
  | { readonly status: "open"; readonly reader: DocumentReader }
  | { readonly status: "missing" | "unreadable" };

/** A document, and what only whoever shows it can do about it. */
export type ShownDocument = DocumentSource & {
  /** Saves it on the person's device; whether that worked. */
  readonly download: () => Promise<boolean>;
  /** It is another by now, or may no longer be read: what it was made from has to be asked for again. */
  readonly onStale: () => void;
};

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
export function useReader(document: ShownDocument): {
  readonly reader: ReaderState;
  readonly way: WayOfReading;
} {
  const { url, size, pages } = document;
  const latest = useRef(document);
  latest.current = document;
  const shown = useShowing();
  const { showing, onNoPictures } = shown;
  // A later revision of a file has more bytes, always.
  const revision = `${url} ${size}`;
  const [held, setHeld] = useState({ revision, state: opening });
  const [times, setTimes] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `times` opens it again
  useEffect(() => {
    const setState = (state: ReaderState): void => setHeld({ revision, state });
    setState(opening);
    let close: () => void = () => undefined;
    let wanted = true;
    const onLost = ({ status, code }: LostBytes): void => {
      if (code === "PAGE_PICTURES_OFF") onNoPictures();
      else setState({ status: "unreadable" });
      if (status === "changed" || status === 401) latest.current.onStale();
    };
    async function open(): Promise<void> {
      const openIt = await fetchPart(() => opener(showing));
      if (!wanted) return;
      const opening = openIt(latest.current, onLost);
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
  }, [revision, pages, showing, onNoPictures, times]);
  const reopen = useCallback(() => setTimes((known) => known + 1), []);
  const [downloaded, setDownloaded] = useState<string | null>(null);
  const isDownloaded = downloaded === revision;
  const save = useCallback(() => {
    void latest.current.download().then((isSaved) => isSaved && setDownloaded(revision));
  }, [revision]);
  const way = useMemo(() => ({ ...shown, reopen, download: save, isDownloaded }), [shown, reopen, save, isDownloaded]);
  // What was opened before is at hand until the effect has closed it: it shows an earlier revision.
  return { reader: held.revision === revision ? held.state : opening, way };
}

type Opener = (source: DocumentSource, onLost: (why: LostBytes) => void) => Opening;

/** The part of the program that opens a document one way; pdf.js is half a megabyte that pictures do without. */
async function opener(showing: Showing): Promise<Opener> {
  return showing === "pictures"
    ? (await import("./picture-reader.ts")).openPictures
    : (await import("./pdf-reader.ts")).openReader;
}
