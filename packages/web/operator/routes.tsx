/** The operator's desk: one address for all of it, so that what every signer loads names one file more. */
import { createRoute } from "@tanstack/react-router";
import { page, rootRoute } from "../root-route.tsx";

/** Every address of this area. */
export const operatorRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/operator/$",
    component: page(() => import("./operator-page.tsx"), "OperatorPage"),
  }),
] as const;
