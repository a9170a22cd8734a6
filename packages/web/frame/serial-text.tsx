import type { JSX } from "react";

/** A serial number as people compare it: capital hexadecimal digits, in pairs. */
export const serialText = (serial: string): string => serial.toUpperCase().replace(/(..)(?=.)/g, "$1:");

/** The same where there may be too little room: it breaks after eight pairs, not anywhere. */
export function SerialNumber({ serial }: { readonly serial: string }): JSX.Element {
  const lines = serialText(serial).match(/.{1,24}/g) ?? [];
  return (
    <span className="mono">
      {lines.map((line) => (
        <span className="inline-block" key={line}>
          {line}
        </span>
      ))}
    </span>
  );
}
