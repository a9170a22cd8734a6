/** What a return page's address brings, taken out of it before anything else is asked. */

/** The code of a way back; null: the address has none, or says that something went wrong. */
export type Brought = { readonly code: string | null };

/** What was taken, until the page has asked with it: the router may draw the page anew when its address changes. */
let taken: { readonly path: string; readonly brought: Brought } | null = null;

/** Reads the query; with `error` the cookies alone say which identification is meant. Pure. */
export function broughtBy(search: string): Brought {
  const query = new URLSearchParams(search);
  const code = query.get("code");
  return { code: query.has("error") || code === "" ? null : code };
}

/** Takes it, and leaves an address that neither a history nor a bookmark can use. */
export function takeBrought(): Brought {
  const { pathname, search } = window.location;
  if (search === "") return taken?.path === pathname ? taken.brought : { code: null };
  const brought = broughtBy(search);
  taken = { path: pathname, brought };
  window.history.replaceState(window.history.state, "", pathname);
  return brought;
}
