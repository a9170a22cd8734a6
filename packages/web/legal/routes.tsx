/** The pages for everybody: each in a chunk of its own, with the texts of this area. */
import { createRoute } from "@tanstack/react-router";
import { type AreaTexts, enterArea } from "../i18n/catalogue.ts";
import { pageWith, rootRoute } from "../root-route.tsx";

const texts: AreaTexts = {
  de: async () => (await import("../i18n/legal-de.ts")).legalDe,
  en: async () => (await import("../i18n/legal-en.ts")).legalEn,
};
const page = pageWith(() => enterArea(texts));

/** Every address of this area. */
export const legalRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/imprint",
    component: page(() => import("./legal-pages.tsx"), "ImprintPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/privacy_policy",
    component: page(() => import("./legal-pages.tsx"), "PrivacyPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/in_person",
    component: page(() => import("./in-person-page.tsx"), "InPersonPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/trust",
    component: page(() => import("./trust-page.tsx"), "TrustPage"),
  }),
] as const;
