/** Puts the areas together: their routes under one router, with the query cache around them. Nothing else knows more than one area. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRoute, createRouter, RouterProvider, redirect } from "@tanstack/react-router";
import type { JSX } from "react";
import { administrationRoutes } from "./administration/routes.tsx";
import { mayPass } from "./api/answer.ts";
import { CallRefused, onLeave } from "./api/client.ts";
import { PageMissing } from "./frame/page-missing.tsx";
import { pathElsewhere } from "./journey/elsewhere.ts";
import { journeyRoutes } from "./journey/routes.tsx";
import { legalRoutes } from "./legal/routes.tsx";
import { operatorRoutes } from "./operator/routes.tsx";
import { ownerRoutes } from "./owner/routes.tsx";
import { paths } from "./paths.ts";
import { type RouteContext, rootRoute } from "./root-route.tsx";

function toNotFound(): never {
  throw redirect({ href: paths.notFound, replace: true });
}

const routeTree = rootRoute.addChildren([
  ...journeyRoutes,
  ...legalRoutes,
  ...administrationRoutes,
  ...ownerRoutes,
  ...operatorRoutes,
  createRoute({ getParentRoute: () => rootRoute, path: "/$", beforeLoad: toNotFound }),
]);

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // Otherwise a question waits without a word while the browser believes that it is offline: it is asked, fails, and the page says so.
      networkMode: "always",
      // A refusal will be refused again; only a dead network or a broken server is worth another try.
      retry: (tries, error) => tries < 2 && error instanceof CallRefused && mayPass(error.refusal),
    },
    mutations: { networkMode: "always" },
  },
});

const context: RouteContext = {
  queries: queryClient,
  shownPath: () => router.state.resolvedLocation?.pathname ?? "",
  leadTo: (href) => void router.navigate({ href, replace: true }),
};

const router = createRouter({
  routeTree,
  context,
  defaultPreload: false,
  scrollRestoration: true,
  defaultNotFoundComponent: () => null,
  defaultErrorComponent: PageMissing,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}

onLeave((to) => {
  const href = pathElsewhere(to);
  queryClient.clear();
  void router.navigate({ href });
});

/**
 * Fetches what the page of this address is made of: whoever draws the routes before that draws nothing. The router hears of the back
 * button only once it is drawn, so until then we look ourselves whether the address is still the one that was fetched for.
 */
export async function loadPage(): Promise<void> {
  let fetchedFor: string;
  do {
    fetchedFor = router.history.location.href;
    await router.load();
  } while (router.history.location.href !== fetchedFor);
}

/** Everything but the login page, which comes before all this. */
export function Routes(): JSX.Element {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}
