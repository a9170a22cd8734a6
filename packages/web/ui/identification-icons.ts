/** Figures of identification; they travel with its pages. */
import type { LateIcon } from "./late-icons.ts";

/** By what it shows. */
export const identificationIcons = {
  card: {
    path: "M5 5.500h14a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2zM6.750 11a1.750 1.750 0 1 0 3.500 0a1.750 1.750 0 1 0-3.500 0M5.500 15.500c1.500-1.800 4.500-1.800 6 0M14.500 10H18M14.500 13.500H18",
  },
  film: {
    path: "M4.500 6.500h9A1.500 1.500 0 0 1 15 8v8a1.500 1.500 0 0 1-1.500 1.500h-9A1.500 1.500 0 0 1 3 16V8a1.500 1.500 0 0 1 1.500-1.500zM15 11l6-3.500v9L15 13z",
  },
  mobile: {
    path: "M8.500 3h7A1.500 1.500 0 0 1 17 4.500v15a1.500 1.500 0 0 1-1.500 1.500h-7A1.500 1.500 0 0 1 7 19.500v-15A1.500 1.500 0 0 1 8.500 3zM11 18h2",
  },
  outside: { path: "M13.500 5H19v5.500M19 5l-9 9M11 6H5v13h13v-6" },
  box: { path: "M4 8.500h16v11H4zM3 4.500h18v4H3zM10 12.500h4" },
  flag: { path: "M5 4v16M5 5h12l-2.500 4L17 13H5" },
  right: { path: "m9.500 6 6 6-6 6" },
  cross: { path: "M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0m6-3 6 6M15 9l-6 6" },
  alike: { path: "M12 3a9 9 0 1 1-8.900 10.500M4 8.500A9 9 0 0 1 7.500 4.200" },
} as const satisfies Readonly<Record<string, LateIcon>>;
