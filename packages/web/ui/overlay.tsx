import { type JSX, type ReactNode, useId, useLayoutEffect, useRef } from "react";

/** Covers the page while something irreversible runs; announced, and nothing below can be pressed or reached by keyboard. */
export function Overlay({ title, lead, children }: { title: string; lead: string; children: ReactNode }): JSX.Element {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const opened = element.current;
    opened?.showModal();
    return () => opened?.close();
  }, []);
  return (
    <dialog
      ref={element}
      className="dialog calm max-w-88 text-center"
      aria-labelledby={id}
      tabIndex={-1}
      onCancel={(event) => event.preventDefault()}
      // A browser lets a second Esc through, whatever was prevented.
      onClose={() => element.current?.showModal()}
    >
      <div className="rosette-wrap mx-auto mb-3">{children}</div>
      <div role="status">
        <h2 id={id}>{title}</h2>
        <p className="muted mt-1.5">{lead}</p>
      </div>
    </dialog>
  );
}
