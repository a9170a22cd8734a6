/** What every route stands on; the areas hang theirs below it, and `routes.tsx` puts them together. */
import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, lazyRouteComponent, Outlet } from "@tanstack/react-router";
import { fetchPage } from "./program.ts";

/** What a route may ask and do besides showing its page. */
export type RouteContext = {
  readonly queries: QueryClient;
  /** The address that is shown, also while one is led elsewhere. */
  readonly shownPath: () => string;
  /** Shows another address in place of this one. */
  readonly leadTo: (href: string) => void;
};

/** Nothing by itself. */
export const rootRoute = createRootRouteWithContext<RouteContext>()({ component: Outlet });

/** A page in a chunk of its own; one that does not come is told by PageMissing, not by a browser that cannot reach us. */
export const page: typeof lazyRouteComponent = (fetchIt, name) => lazyRouteComponent(() => fetchPage(fetchIt), name);

/** The same for the pages of an area that needs something else besides, its texts for example. */
export const pageWith =
  (fetchElse: () => Promise<unknown>): typeof lazyRouteComponent =>
  (fetchIt, name) =>
    page(async () => (await Promise.all([fetchIt(), fetchElse()]))[0], name);
