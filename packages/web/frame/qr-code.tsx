import type { JSX } from "react";
import { encode } from "uqr";

type Props = { readonly text: string; readonly label: string; readonly className: string };

/** Black on white whatever the page's colours are: cameras expect that. */
export function QrCode({ text, label, className }: Props): JSX.Element {
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")));
  return (
    <svg
      className={className}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={squares.join("")} />
    </svg>
  );
}
