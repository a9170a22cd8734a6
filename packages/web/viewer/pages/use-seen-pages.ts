import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

type Seen = {
  readonly visible: ReadonlySet<number>;
  /** The page that fills most of the upper half. */
  readonly current: number;
  /** Ref of each page's element, which carries `data-page`. */
  readonly watch: (element: HTMLElement | null) => (() => void) | undefined;
};

/** Which pages are in view, asked of the browser instead of computed on every scroll. */
export function useSeenPages(desk: RefObject<HTMLElement | null>): Seen {
  const [visible, setVisible] = useState<ReadonlySet<number>>(new Set([1]));
  const observer = useRef<IntersectionObserver>(undefined);
  const shares = useRef(new Map<number, number>());

  const watcher = useCallback((): IntersectionObserver => {
    observer.current ??= new IntersectionObserver(
      (entries) => {
        for (const entry of entries) {
          const number = Number((entry.target as HTMLElement).dataset.page);
          if (entry.isIntersecting) shares.current.set(number, entry.intersectionRect.height);
          else shares.current.delete(number);
        }
        setVisible(new Set(shares.current.keys()));
      },
      { root: desk.current, threshold: [0, 0.25, 0.5, 0.75, 1] },
    );
    return observer.current;
  }, [desk]);

  const watch = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return undefined;
      watcher().observe(element);
      return () => watcher().unobserve(element);
    },
    [watcher],
  );
  useEffect(() => () => observer.current?.disconnect(), []);

  const current = [...shares.current].reduce(
    (best, [number, height]) => (height > best.height ? { number, height } : best),
    { number: 1, height: 0 },
  );
  return { visible, current: current.number, watch };
}
