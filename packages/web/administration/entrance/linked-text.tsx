import { Link } from "@tanstack/react-router";
import { Fragment, type JSX } from "react";

/** A sentence with one link in it: `Already here? <login>Log in</login>`. Outside pages open in a tab of their own, so that nothing typed is lost. */
export function LinkedText({
  text,
  to,
  isOutside = false,
}: {
  readonly text: string;
  readonly to: string;
  readonly isOutside?: boolean;
}): JSX.Element {
  return (
    <>
      {text.split(/(<\w+>.*?<\/\w+>)/).map((part) => {
        const label = /^<\w+>(.*)<\//.exec(part)?.[1];
        if (label === undefined) return <Fragment key={part}>{part}</Fragment>;
        return isOutside ? (
          <a key={part} href={to} target="_blank" rel="noreferrer">
            {label}
          </a>
        ) : (
          <Link key={part} to={to}>
            {label}
          </Link>
        );
      })}
    </>
  );
}
