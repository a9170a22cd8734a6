import type { JSX } from "react";
import type { LateIcon } from "./late-icons.ts";

const shapes = {
  open: "M16.5 4.2A9 9 0 1 0 20.4 9",
  done: "M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0m5 .3 2.8 2.8 5.2-5.8",
  barred: "M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0m3 6L18 6",
  lock: "M7 10.5h10a2 2 0 0 1 2 2V18a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-5.5a2 2 0 0 1 2-2zM8 10.5V8a4 4 0 0 1 8 0v2.5",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM9.25 12a2.75 2.75 0 1 0 5.5 0a2.75 2.75 0 1 0-5.5 0",
  eyeOff:
    "M4 4l16 16M9.9 5.8A8.6 8.6 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a16 16 0 0 1-2.6 3.4M6 7.6A15.500 15.500 0 0 0 2.500 12S6 18.500 12 18.500a9 9 0 0 0 4-1",
  warning: "M12 4 2.8 19.5h18.4zM12 10v4.5M12 17.2v.01",
  clock: "M3.5 12a8.500 8.500 0 1 0 17 0a8.500 8.500 0 1 0-17 0M12 7v5l3.5 2",
  file: "M6 3.5h8l4.5 4.5v12.5H6zM14 3.5V8h4.5M9 12.5h6.5M9 16h6.500",
  download: "M12 4v11M7.5 10.5 12 15l4.500-4.500M5 19.500h14",
  attachment: "m8 12.5 6-6a3 3 0 0 1 4.300 4.300l-8 8a5 5 0 0 1-7-7L11 4",
  leave: "M13.500 4.500H7a2 2 0 0 0-2 2v11a2 2 0 0 0 2 2h6.500M10.500 12H20M16.500 8.500 20 12l-3.500 3.500",
  left: "m14.5 6-6 6 6 6",
  down: "m6 9.5 6 6 6-6",
  cloud: "M7 18.500a4 4 0 0 1-.5-8A5.500 5.500 0 0 1 17 9.500a4.500 4.500 0 0 1 .5 9zM9.500 13.500l2 2 3.500-3.500",
  search: "M4.500 11a6.500 6.500 0 1 0 13 0a6.500 6.500 0 1 0-13 0M16 16l4 4",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  pages: "M5 4.500h5.500v7H5zM13.500 4.500H19v7h-5.500zM5 14.500h5.500v5H5zM13.500 14.500H19v5h-5.500z",
  minus: "M5 12h14",
  plus: "M12 5v14M5 12h14",
  up: "m6 14.500 6-6 6 6",
  close: "M6 6l12 12M18 6 6 18",
  pause: "M8.5 5.5v13M15.500 5.500v13",
  play: "M8 5l11 7-11 7z",
  tick: "m5 12.5 4.5 4.5L19 7.500",
  message: "M4 5.500h16v11H11l-4.500 3.500v-3.500H4zM8 11h.01M12 11h.01M16 11h.01",
  phone:
    "M6 4h3l1.500 4-2 1.500a11 11 0 0 0 6 6l1.500-2 4 1.500v3a2 2 0 0 1-2 2A15.500 15.500 0 0 1 4 6a2 2 0 0 1 2-2z",
  mail: "M5.500 5.500h13a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2zM4 7l8 6.500L20 7",
  again: "M19.500 12a7.500 7.500 0 1 1-2.200-5.300M19.500 4v4.500H15",
  pen: "M4 20l1-4.500L16 4.500l3.500 3.500L8.500 19zM13.500 7 17 10.500",
} as const;

/** The figures of the product; the ring carries most of them. */
export type IconName = keyof typeof shapes | "here" | LateIcon;

/** One figure, hidden from assistive technology: a word always stands beside it. `size` in CSS pixels. */
export function Icon({ name, size = 20, weight }: { name: IconName; size?: number; weight?: number }): JSX.Element {
  const ring = name === "open" || name === "done" || name === "here" || name === "barred";
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={weight ?? (ring ? 2 : 1.75)}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={typeof name === "object" ? name.path : name === "here" ? shapes.open : shapes[name]} />
      {name === "here" && <circle cx="12" cy="12" r="3.5" fill="currentColor" stroke="none" />}
    </svg>
  );
}
