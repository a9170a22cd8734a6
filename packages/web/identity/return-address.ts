/** What a return page's address brings, taken out of it before anything else is asked. */

/** The code of a way back, or what went wrong on it, in a word of the server's; both null: the cookies alone tell. */
export type Brought = { readonly code: string | null; readonly error: string | null };

/** What was taken, until the page has asked with it: the router may draw the page anew when its address changes. */
let taken: { readonly path: string; readonly brought: Brought } | null = null;

/** Reads the query; where something went wrong a code counts for nothing. Pure. */
export function broughtBy(search: string): Brought {
  const query = new URLSearchParams(search);
  const error = query.get("error");
  return { code: error === null ? query.get("code") || null : null, error };
}

/** Takes it, and leaves an address that neither a history nor a bookmark can use. */
export function takeBrought(): Brought {
  const { pathname, search } = window.location;
  if (search === "") return taken?.path === pathname ? taken.brought : { code: null, error: null };
  const brought = broughtBy(search);
  taken = { path: pathname, brought };
  window.history.replaceState(window.history.state, "", pathname);
  return brought;
}

/** Keeps with the page of the history that all goes on elsewhere, and whether the document was read: a phone loads its pages anew by itself. */
export function keepElsewhere(isRead: boolean): void {
  window.history.replaceState({ ...window.history.state, readElsewhere: isRead }, "");
}

/** What was kept so; null: nothing. */
export function readElsewhere(): boolean | null {
  const kept: unknown = window.history.state?.readElsewhere;
  return typeof kept === "boolean" ? kept : null;
}
