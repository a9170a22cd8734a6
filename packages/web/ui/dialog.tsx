import { type JSX, type ReactNode, useId, useLayoutEffect, useRef } from "react";

type Props = {
  readonly title: string;
  readonly lead: string;
  /** Esc does what Cancel does. */
  readonly onCancel: () => void;
  /** Twice the width, where something is made and not only asked. */
  readonly wide?: boolean;
  /** A rule of its area that sets another width. */
  readonly className?: string;
  readonly children: ReactNode;
};

/** A modal dialog, at most 400 px wide (signer-side.md §9); the browser keeps the focus inside and gives it back. */
export function Dialog({ title, lead, onCancel, wide = false, className = "", children }: Props): JSX.Element {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Before the element leaves the page: only then does closing give the focus back to the button that opened it.
  useLayoutEffect(() => {
    const opened = element.current;
    opened?.showModal();
    return () => opened?.close();
  }, []);
  return (
    <dialog
      ref={element}
      className={`dialog${wide ? " wide" : ""} ${className}`.trim()}
      aria-labelledby={`${id}t`}
      aria-describedby={`${id}l`}
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
    >
      <h2 id={`${id}t`}>{title}</h2>
      <p className="muted mt-2 mb-5" id={`${id}l`}>
        {lead}
      </p>
      {children}
    </dialog>
  );
}
