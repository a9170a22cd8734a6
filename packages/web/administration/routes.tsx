/** The administration: its addresses, who may be there, and the pages, each in a chunk of its own, with the texts of this area. */
import { createRoute, redirect } from "@tanstack/react-router";
import { type AreaTexts, enterArea } from "../i18n/catalogue.ts";
import { type AdminSection, adminSections, paths } from "../paths.ts";
import { pageWith, rootRoute } from "../root-route.tsx";

const texts: AreaTexts = {
  de: async () => (await import("../i18n/administration-de.ts")).administrationDe,
  en: async () => (await import("../i18n/administration-en.ts")).administrationEn,
};
const page = pageWith(() => enterArea(texts));

/** The server says who is there: another tab may have logged in or out. Without an answer the page itself says that. */
async function requireAccount({ location }: { readonly location: { readonly pathname: string } }): Promise<void> {
  const { askWhoIsThere } = await import("./who-is-there.ts");
  const answer = await askWhoIsThere();
  if (answer.status === "out") throw redirect({ href: paths.adminLogin(backTo(location.pathname)), replace: true });
  if (answer.status === "away") throw new AccountAway("the server does not say who is logged in");
}

/** The server could not be asked who is there. */
export class AccountAway extends Error {
  override readonly name = "AccountAway";
}

/** Where a login leads on to; the first section needs no mention. */
const backTo = (path: string): string | undefined => (path === "/admin" || path === paths.admin() ? undefined : path);

const isSection = (name: string): name is AdminSection => adminSections.some((section) => section === name);

function toFirstSection(): never {
  throw redirect({ href: paths.admin(), replace: true });
}

/** An administrator who is logged in needs no link: before anything is cleared (decisions.md §8). */
async function toAdminIfLoggedIn(): Promise<void> {
  const { askWhoIsThere } = await import("./who-is-there.ts");
  if ((await askWhoIsThere()).status === "in") throw redirect({ href: paths.admin(), replace: true });
}

/** What stands behind `link=` in the address of a mail. */
const linkOf = (search: Record<string, unknown>): { readonly link?: string } =>
  typeof search.link === "string" ? { link: search.link } : {};

const adminRoute = createRoute({ getParentRoute: () => rootRoute, path: "/admin", beforeLoad: requireAccount });

/** Every address of this area. */
export const administrationRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/adminLogin",
    validateSearch: (search): { readonly back?: string } =>
      typeof search.back === "string" && /^\/admin\/[a-z]+$/.test(search.back) ? { back: search.back } : {},
    component: page(() => import("./entrance/login-page.tsx"), "AdminLoginPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/forgot",
    beforeLoad: toAdminIfLoggedIn,
    component: page(() => import("./entrance/forgot-page.tsx"), "ForgotPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/reset",
    validateSearch: linkOf,
    component: page(() => import("./entrance/reset-page.tsx"), "ResetPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/confirm",
    validateSearch: linkOf,
    component: page(() => import("./entrance/confirm-page.tsx"), "ConfirmPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/new-email",
    validateSearch: linkOf,
    component: page(() => import("./entrance/new-email-page.tsx"), "NewEmailPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/invitation",
    validateSearch: linkOf,
    component: page(() => import("./entrance/invitation-page.tsx"), "InvitationPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/register",
    component: page(() => import("./entrance/register-page.tsx"), "RegisterPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/register/$child",
    beforeLoad: ({ params }) => {
      if (params.child !== "new-org") throw redirect({ href: paths.notFound, replace: true });
    },
    component: page(() => import("./entrance/register-page.tsx"), "RegisterPage"),
  }),
  /** A login without the ids of a link: after a new password one is led here (decisions.md §4). */
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/login",
    beforeLoad: () => {
      throw redirect({ href: paths.adminLogin(), replace: true });
    },
  }),
  adminRoute.addChildren([
    createRoute({ getParentRoute: () => adminRoute, path: "/", beforeLoad: toFirstSection }),
    createRoute({
      getParentRoute: () => adminRoute,
      path: "/$section",
      beforeLoad: ({ params }) => {
        if (!isSection(params.section)) toFirstSection();
      },
      component: page(() => import("./admin-page.tsx"), "AdminPage"),
    }),
  ]),
] as const;
