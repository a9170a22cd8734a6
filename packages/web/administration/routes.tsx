/** The administration: its addresses, who may be there, and the pages, each in a chunk of its own, with the texts of this area. */
import { createRoute, type RouteComponent, redirect } from "@tanstack/react-router";
import { type AreaTexts, enterArea } from "../i18n/catalogue.ts";
import { type AdminSection, adminSections, paths } from "../paths.ts";
import { pageWith, rootRoute } from "../root-route.tsx";

const texts: AreaTexts = {
  de: async () => (await import("../i18n/administration-de.ts")).administrationDe,
  en: async () => (await import("../i18n/administration-en.ts")).administrationEn,
};
const page = pageWith(() => enterArea(texts));

const askWho = async () => (await import("./who-is-there.ts")).askWhoIsThere();

/** The server says who is there: another tab may have logged in or out. Without an answer the page itself says that. */
async function requireAccount({ location }: { readonly location: { readonly pathname: string } }): Promise<void> {
  const answer = await askWho();
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
  if ((await askWho()).status === "in") throw redirect({ href: paths.admin(), replace: true });
}

/** What stands behind `link=` in the address of a mail. */
const linkOf = (search: Record<string, unknown>): { readonly link?: string } =>
  typeof search.link === "string" ? { link: search.link } : {};

/** The page that a link of a mail leads to. */
const ofMail = <const Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => rootRoute, path, validateSearch: linkOf, component });

const adminRoute = createRoute({ getParentRoute: () => rootRoute, path: "/admin", beforeLoad: requireAccount });

const registerPage = page(() => import("./entrance/register-page.tsx"), "RegisterPage");

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
  ofMail(
    "/reset",
    page(() => import("./entrance/reset-page.tsx"), "ResetPage"),
  ),
  ofMail(
    "/confirm",
    page(() => import("./entrance/confirm-page.tsx"), "ConfirmPage"),
  ),
  ofMail(
    "/new-email",
    page(() => import("./entrance/new-email-page.tsx"), "NewEmailPage"),
  ),
  ofMail(
    "/invitation",
    page(() => import("./entrance/invitation-page.tsx"), "InvitationPage"),
  ),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/oidc",
    component: page(() => import("./entrance/oidc-page.tsx"), "OidcPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/register",
    component: registerPage,
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/register/$child",
    beforeLoad: ({ params }) => {
      if (params.child !== "new-org") throw redirect({ href: paths.notFound, replace: true });
    },
    component: registerPage,
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
