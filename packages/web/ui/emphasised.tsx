import { Fragment, type JSX } from "react";

/** A sentence whose `<b>` parts stand out. */
export function Emphasised({ text }: { text: string }): JSX.Element {
  return (
    <>
      {text.split(/(<b>.*?<\/b>)/).map((part) => {
        const strong = /^<b>(.*)<\/b>$/.exec(part);
        return strong === null ? <Fragment key={part}>{part}</Fragment> : <b key={part}>{strong[1]}</b>;
      })}
    </>
  );
}
