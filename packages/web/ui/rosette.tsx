import { type JSX, useId } from "react";

type Band = { readonly path: string; readonly turns: readonly string[] };

/** Three bands of a guilloche; each is one closed curve r(θ) = R + a(.72 sin nθ + .28 sin nmθ), repeated k times by rotation. */
export function rosetteBands(hex: string): readonly Band[] {
  const bytes = (hex.match(/[0-9a-f]{2}/gi) ?? []).map((pair) => Number.parseInt(pair, 16));
  const byte = (at: number): number => bytes[at] ?? 0;
  return [
    [88, 8],
    [66, 11],
    [44, 9],
  ].map(([radius = 0, swing = 0], band) => {
    const n = 7 + (byte(band * 3) % 8);
    const amplitude = swing + (byte(band * 3 + 1) % 6);
    const m = 2 + (byte(band * 3 + 2) % 2);
    const repeats = 9 + (byte(band + 10) % 4);
    const points = Array.from({ length: 144 }, (_, step) => {
      const angle = (step / 72) * Math.PI;
      const r = radius + amplitude * (0.72 * Math.sin(n * angle) + 0.28 * Math.sin(n * m * angle));
      return `${(100 + r * Math.cos(angle)).toFixed(1)} ${(100 + r * Math.sin(angle)).toFixed(1)}`;
    });
    const turns = Array.from({ length: repeats - 1 }, (_, turn) => ((360 / n / repeats) * (turn + 1)).toFixed(2));
    return { path: `M${points.join("L")}Z`, turns };
  });
}

/** 32 bytes as hex that are always the same for the same name; for a figure only, never for proof. */
export function fingerprintOfName(name: string): string {
  let hash = 0x811c9dc5;
  let hex = "";
  for (let round = 0; round < 8; round += 1) {
    for (const character of `${round}${name}`) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
    hex += (hash >>> 0).toString(16).padStart(8, "0");
  }
  return hex;
}

/** The guilloche of a fingerprint (hex of a SHA-256); hidden from assistive technology, it helps people recognise a document. */
export function Rosette({ hex, size, faint = false }: { hex: string; size: number; faint?: boolean }): JSX.Element {
  const id = useId();
  return (
    <svg
      className={faint ? "rosette faint" : "rosette"}
      width={size}
      height={size}
      viewBox="-6 -6 212 212"
      aria-hidden="true"
    >
      <g>
        {rosetteBands(hex).map((band, at) => (
          <g key={band.path}>
            <path id={`${id}${at}`} d={band.path} />
            {band.turns.map((turn) => (
              <use key={turn} href={`#${id}${at}`} transform={`rotate(${turn} 100 100)`} />
            ))}
          </g>
        ))}
      </g>
    </svg>
  );
}
