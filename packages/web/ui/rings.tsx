import type { JSX } from "react";

type Segment = "done" | "here" | "open";
const colours = {
  done: "var(--color-brand-edge)",
  here: "var(--color-you-fill)",
  open: "var(--color-line-strong)",
} as const;
// A field is full or empty: one that is only being filled in stays grey, else a single field looks complete at once.
const fieldColours = { ...colours, done: "var(--color-ok-edge)", here: colours.open } as const;

function arc(at: number, count: number, circle: { centre: number; radius: number }): string {
  const gap = count === 1 ? 0.001 : 0.16;
  const angle = (part: number): number => ((at + part) / count) * 2 * Math.PI - Math.PI / 2;
  const point = (radians: number): string =>
    `${(circle.centre + circle.radius * Math.cos(radians)).toFixed(2)} ${(circle.centre + circle.radius * Math.sin(radians)).toFixed(2)}`;
  const [from, to] = [angle(0) + gap / 2, angle(1) - gap / 2];
  return `M${point(from)}A${circle.radius} ${circle.radius} 0 ${to - from > Math.PI ? 1 : 0} 1 ${point(to)}`;
}

/** A ring in as many pieces as there are steps or fields. More than twelve fields become twelve pieces. */
export function SegmentRing({
  segments,
  size,
  of,
}: {
  segments: readonly Segment[];
  size: number;
  of: "steps" | "fields";
}): JSX.Element {
  const shown =
    segments.length <= 12
      ? segments
      : Array.from({ length: 12 }, (_, at) => segments[Math.floor((at / 12) * segments.length)] ?? "open");
  const palette = of === "steps" ? colours : fieldColours;
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 56 56"
      fill="none"
      strokeWidth={of === "steps" ? 7 : 5}
      aria-hidden="true"
    >
      {shown.map((segment, at) => {
        const path = arc(at, shown.length, { centre: 28, radius: 23 });
        return <path key={path} d={path} stroke={palette[segment]} />;
      })}
    </svg>
  );
}

/** The ring that runs down. `share` from 1 (all time left) to 0. */
export function TimeRing({ share }: { share: number }): JSX.Element {
  return (
    <svg width="44" height="44" viewBox="0 0 44 44" fill="none" strokeWidth="3.5" aria-hidden="true">
      <circle className="track" cx="22" cy="22" r="19" />
      {share > 0 && (
        <circle
          className="run"
          cx="22"
          cy="22"
          r="19"
          pathLength="100"
          strokeDasharray={`${(share * 100).toFixed(1)} 100`}
        />
      )}
    </svg>
  );
}

/** The ring that closes once, after signing. */
export function ClosingRing(): JSX.Element {
  return (
    <svg
      className="mark closing"
      width="84"
      height="84"
      viewBox="0 0 84 84"
      fill="none"
      stroke="currentColor"
      strokeWidth="4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <circle cx="42" cy="42" r="39" fill="var(--color-canvas)" stroke="none" />
      <circle className="run" cx="42" cy="42" r="33" pathLength="100" transform="rotate(-90 42 42)" />
      <path d="m29 43 9 9 17-19" />
    </svg>
  );
}
