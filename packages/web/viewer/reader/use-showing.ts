import { useCallback, useMemo, useState } from "react";
import { isOutOfMemory, rememberShowing, type Showing, showingHere } from "./showing.ts";

/** How documents are shown, and how one changes that; the same object until it changes. */
export type WayOfShowing = {
  readonly showing: Showing;
  /** Whether the service draws pages: not known before somebody asked for one. */
  readonly hasPictures: boolean;
  readonly show: (showing: Showing) => void;
  /** A page could not be drawn: where there was no memory for it, the server draws it. */
  readonly onFault: (fault: unknown) => void;
  /** The service draws no pages. Not remembered: nobody chose it, and where it draws again, it is asked again. */
  readonly onNoPictures: () => void;
};

/** The way of showing of this tab. */
export function useShowing(): WayOfShowing {
  const [showing, setShowing] = useState(showingHere);
  const [hasPictures, setHasPictures] = useState(true);
  const show = useCallback((wanted: Showing): void => {
    rememberShowing(wanted);
    setShowing(wanted);
  }, []);
  const onNoPictures = useCallback((): void => {
    setHasPictures(false);
    setShowing("drawn");
  }, []);
  const onFault = useCallback(
    (fault: unknown): void => {
      if (hasPictures && isOutOfMemory(fault)) show("pictures");
    },
    [hasPictures, show],
  );
  return useMemo(
    () => ({ showing, hasPictures, show, onNoPictures, onFault }),
    [showing, hasPictures, show, onNoPictures, onFault],
  );
}
