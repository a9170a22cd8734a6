/** The pages of owners of certificates: in a chunk of its own, with the texts of this area. */
import { createRoute, redirect } from "@tanstack/react-router";
import { type AreaTexts, enterArea } from "../i18n/catalogue.ts";
import { paths } from "../paths.ts";
import { pageWith, rootRoute } from "../root-route.tsx";

const texts: AreaTexts = {
  de: async () => (await import("../i18n/owner-de.ts")).ownerDe,
  en: async () => (await import("../i18n/owner-en.ts")).ownerEn,
};
const page = pageWith(() => enterArea(texts));

function toCertificates(): never {
  throw redirect({ href: paths.certificates, replace: true });
}

/** Every address of this area. */
export const ownerRoutes = [
  createRoute({ getParentRoute: () => rootRoute, path: "/revoke", beforeLoad: toCertificates }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/certManager",
    component: page(() => import("./certificates-page.tsx"), "CertificatesPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/certManager/ausweisapp2",
    component: page(() => import("./identity/card-page.tsx"), "OwnerCardPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/nect/$signer_id",
    component: page(() => import("./identity/returned-page.tsx"), "OwnerReturnedPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/certManager/stop/$secret",
    component: page(() => import("./stop/stop-page.tsx"), "StopPage"),
  }),
] as const;
