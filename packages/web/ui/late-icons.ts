/** Figures that no page shows which a signer sees first: they travel with the pages that do. */

/** A figure by its outline, in a square of 24. */
export type LateIcon = { readonly path: string };

/** By what it shows. */
export const late = {
  shield: { path: "M12 3.5 5 6v6c0 4.200 3 7.300 7 8.500 4-1.200 7-4.300 7-8.500V6z" },
  upload: { path: "M12 15.500V4.500M7.500 9 12 4.500 16.500 9M5 19.500h14" },
  bin: { path: "M4.500 6.500h15M9.500 6.500v-2h5v2M6.500 6.500l1 13h9l1-13" },
  sort: { path: "m8 10 4-4 4 4M8 14l4 4 4-4" },
  camera: {
    path: "M4.500 7.500h3L9 5h6l1.500 2.500h3a1.500 1.500 0 0 1 1.500 1.500v8.500a1.500 1.500 0 0 1-1.500 1.500h-15A1.500 1.500 0 0 1 3 17.500V9a1.500 1.500 0 0 1 1.500-1.500zM8.500 13a3.500 3.500 0 1 0 7 0a3.500 3.500 0 1 0-7 0",
  },
  undo: { path: "M8.500 4.500 4 9l4.500 4.500M4 9h9.500a5.500 5.500 0 0 1 0 11H9" },
  copy: {
    path: "M10 8.500h8a1.500 1.500 0 0 1 1.500 1.500v8a1.500 1.500 0 0 1-1.500 1.500h-8a1.500 1.500 0 0 1-1.500-1.500v-8a1.500 1.500 0 0 1 1.500-1.500zM15.500 8.500v-4h-11v11h4",
  },
  key: { path: "M4 14a4 4 0 1 0 8 0a4 4 0 1 0-8 0M11 11l8-8M15.500 6.500l3 3" },
  screen: {
    path: "M5 5h14a1.500 1.500 0 0 1 1.500 1.500v8A1.500 1.500 0 0 1 19 16H5a1.500 1.500 0 0 1-1.500-1.500v-8A1.500 1.500 0 0 1 5 5zM9 20h6M12 16v4",
  },
  house: { path: "M4 11.500 12 5l8 6.500M6.500 10v9.500h11V10M10 19.500v-5h4v5" },
  rings: { path: "M3.500 12a8.500 8.500 0 1 0 17 0a8.500 8.500 0 1 0-17 0M7 12a5 5 0 1 0 10 0a5 5 0 1 0-10 0" },
} as const satisfies Readonly<Record<string, LateIcon>>;
