/** The journey of a signer: its addresses, who may be there, and the pages, each in a chunk of its own. */
import { parseLoginPath } from "@siegel/contract/login-link.ts";
import { isQualified } from "@siegel/contract/signer-kind.ts";
import { createRoute, redirect } from "@tanstack/react-router";
import { filesQuery, requireHeader, workflowQuery } from "../api/queries.ts";
import { type EndedAccount, type EndedSession, rememberLink, takeEnded } from "../ended-session.ts";
import { paths, type SignerPath } from "../paths.ts";
import { page, type RouteContext, rootRoute } from "../root-route.tsx";
import { type Outcome, readCameQuickly, readHeader, readOutcome, readShown, readWorkflow } from "../session.ts";
import { authenticationPath } from "./authentication-path.ts";
import { fetchViewerAhead } from "./fetch-ahead.ts";

type Asked = { readonly params: SignerPath; readonly context: RouteContext };

/**
 * Without a stored session for exactly this signer there is nothing to see: to `/` (signer-side.md §2), which leads to the login of this
 * address, for a page for everybody may have ended the session, and the browser's back button brings people here. After the act, its summary.
 */
function requireSession({ params, context }: Asked): void {
  const header = readHeader();
  const here = header?.workflow_id === params.workflow_id && header.signer_id === params.signer_id;
  if (!here || header.accessToken === undefined) {
    const login = loginLeftFor(params, context);
    if (login !== null) throw redirect({ href: login, replace: true });
    rememberLink(params);
    throw redirect({ href: paths.root });
  }
  // Whoever goes back is not asked to sign what they have signed.
  const outcome = readOutcome();
  if (outcome !== null) throw redirect({ href: outcome === "signed" ? paths.finished : paths.revoked, replace: true });
}

/** The login that the browser's forward button leads away from without a login: it ended the session, and there the signer still is. */
function loginLeftFor({ workflow_id, signer_id }: SignerPath, { shownPath }: RouteContext): string | null {
  const left = shownPath();
  const link = parseLoginPath(left)?.ids;
  return link?.workflow_id === workflow_id && link.signer_id === signer_id ? left : null;
}

/** Qualified signers authenticate on pages of their own; an address of the others' leads there. */
const requireKind =
  (qualified: boolean) =>
  ({ params }: Pick<Asked, "params">): void => {
    const type = readWorkflow()?.signer_type;
    if (type === undefined || isQualified(type) === qualified) return;
    throw redirect({ href: authenticationPath(type, params), replace: true });
  };

/** A code is asked for what was seen: whoever comes here otherwise sees that first. */
const requireShown =
  (before: (at: SignerPath) => string) =>
  ({ params }: Pick<Asked, "params">): void => {
    if (Object.keys(readShown()).length === 0) throw redirect({ href: before(params), replace: true });
  };
const [requireShownOnce, requireShownTwice] = [requireShown(paths.authenticate), requireShown(paths.authenticate2fa)];

/** Which document is open, or whether the act is being confirmed. */
type DocumentsPlace = { readonly file?: string; readonly confirm?: true };

function requireOutcome(outcome: Outcome): () => void {
  return () => {
    if (readHeader() === null || readOutcome() !== outcome) throw redirect({ href: paths.root });
  };
}

/** `/` is where people begin who know only our name, and where those end whose session is over. */
function toStart(): never {
  const ended = takeEnded();
  throw redirect({ to: paths.notFound, replace: true, state: ended === null ? { begins: true } : { ended } });
}

function toCredentials(at: SignerPath): never {
  throw redirect({ href: paths.credentials(at), replace: true });
}

/** What was stored may be behind: signed or refused meanwhile, in another tab or on another device, it leads to its summary. */
function leadToOutcome(leadTo: RouteContext["leadTo"]): void {
  const outcome = readOutcome();
  if (outcome === null || !window.location.pathname.startsWith("/workflow/")) return;
  leadTo(outcome === "signed" ? paths.finished : paths.revoked);
}

const loadFiles = ({ context }: Pick<Asked, "context">): void =>
  void context.queries.prefetchQuery(filesQuery(requireHeader()));

/** Nothing is confirmed yet, so there is no act to offer: the documents come first, but for quick login, which leads past them. */
async function leadUnconfirmed({ params, context }: Asked): Promise<void> {
  const query = filesQuery(requireHeader());
  await context.queries.prefetchQuery(query);
  const files = context.queries.getQueryData(query.queryKey);
  if (files === undefined || readCameQuickly()) return;
  if (files.some((file) => file.completed || file.changed_since_confirmed)) return;
  if (/\/authenticate(2fa)?$/.test(window.location.pathname)) context.leadTo(paths.documents(params));
}

const workflowRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/workflow/$workflow_id/$signer_id",
  beforeLoad: requireSession,
  // Asked for while the page's program is still on its way; the page waits for it, the way there does not.
  loader: ({ context }) =>
    void context.queries.prefetchQuery(workflowQuery(requireHeader())).then(() => leadToOutcome(context.leadTo)),
});

/** Every address of this area. */
export const journeyRoutes = [
  createRoute({ getParentRoute: () => rootRoute, path: "/", beforeLoad: toStart }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/notfound",
    component: page(() => import("./not-found/not-found-page.tsx"), "NotFoundPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/login/$workflow_id/$signer_id",
    component: page(() => import("./login/login-route.tsx"), "LoginRoute"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/quickn8/$workflow_id/$signer_id",
    component: page(() => import("./login/quick-route.tsx"), "QuickRoute"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/handover",
    component: page(() => import("./documents/handover/phone-page.tsx"), "PhonePage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/personalident/$secret",
    component: page(() => import("./authenticate/personal-ident/ident-page.tsx"), "IdentPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/identified/ausweisapp2",
    component: page(() => import("./authenticate/identified/returned-page.tsx"), "CardReturnedPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/identified/nect/$workflow_id/$signer_id",
    component: page(() => import("./authenticate/identified/returned-page.tsx"), "VideoReturnedPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/identified/phone/$secret",
    component: page(() => import("./authenticate/identified/phone-page.tsx"), "PhoneOfferPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/certificate/$secret",
    component: page(() => import("./authenticate/identified/mailbox-page.tsx"), "MailboxPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/summary/finished",
    beforeLoad: requireOutcome("signed"),
    component: page(() => import("./summary/finished-page.tsx"), "FinishedPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/summary/revoked",
    beforeLoad: requireOutcome("revoked"),
    component: page(() => import("./summary/revoked-page.tsx"), "RevokedPage"),
  }),
  workflowRoute.addChildren([
    createRoute({ getParentRoute: () => workflowRoute, path: "/", beforeLoad: ({ params }) => toCredentials(params) }),
    createRoute({
      getParentRoute: () => workflowRoute,
      path: "/credentials",
      onEnter: fetchViewerAhead,
      component: page(() => import("./credentials/credentials-page.tsx"), "CredentialsPage"),
    }),
    createRoute({
      getParentRoute: () => workflowRoute,
      path: "/documents",
      validateSearch: (search): DocumentsPlace => ({
        ...(typeof search.file === "string" ? { file: search.file } : {}),
        ...(search.confirm === true ? { confirm: true } : {}),
      }),
      loader: loadFiles,
      component: page(() => import("./documents/documents-page.tsx"), "DocumentsPage"),
    }),
    createRoute({
      getParentRoute: () => workflowRoute,
      path: "/authenticate",
      beforeLoad: requireKind(false),
      loader: ({ params, context }) => void leadUnconfirmed({ params, context }),
      component: page(() => import("./authenticate/authenticate-page.tsx"), "AuthenticatePage"),
    }),
    createRoute({
      getParentRoute: () => workflowRoute,
      path: "/authenticate/twilio/sms",
      beforeLoad: requireShownOnce,
      component: page(() => import("./authenticate/code-page.tsx"), "SmsCodePage"),
    }),
    createRoute({
      getParentRoute: () => workflowRoute,
      path: "/authenticate/twilio/phone",
      beforeLoad: requireShownOnce,
      component: page(() => import("./authenticate/code-page.tsx"), "PhoneCodePage"),
    }),
    createRoute({
      getParentRoute: () => workflowRoute,
      path: "/authenticate2fa",
      beforeLoad: requireKind(true),
      loader: ({ params, context }) => void leadUnconfirmed({ params, context }),
      component: page(() => import("./authenticate/qualified/choice-page.tsx"), "QualifiedChoicePage"),
    }),
    createRoute({
      getParentRoute: () => workflowRoute,
      path: "/authenticate2fa/twilio/sms",
      beforeLoad: requireShownTwice,
      component: page(() => import("./authenticate/qualified/code-page.tsx"), "QualifiedSmsPage"),
    }),
    createRoute({
      getParentRoute: () => workflowRoute,
      path: "/authenticate2fa/twilio/phone",
      beforeLoad: requireShownTwice,
      component: page(() => import("./authenticate/qualified/code-page.tsx"), "QualifiedPhonePage"),
    }),
    createRoute({
      getParentRoute: () => workflowRoute,
      path: "/identify",
      beforeLoad: requireKind(true),
      component: page(() => import("./authenticate/qualified/identify-page.tsx"), "IdentifyPage"),
    }),
    createRoute({
      getParentRoute: () => workflowRoute,
      path: "/identify/ausweisapp2",
      beforeLoad: requireKind(true),
      component: page(() => import("./authenticate/identify/card-page.tsx"), "CardPage"),
    }),
    createRoute({
      getParentRoute: () => workflowRoute,
      path: "/identified",
      beforeLoad: requireKind(true),
      component: page(() => import("./authenticate/identified/identified-page.tsx"), "IdentifiedPage"),
    }),
  ]),
] as const;

declare module "@tanstack/react-router" {
  /** Why `/notfound` is shown, kept with the entry of the browser's history: it says the same after a reload and to whoever comes back. */
  interface HistoryState {
    readonly ended?: EndedSession | EndedAccount;
    readonly begins?: true;
    /** Why somebody who was met on site cannot make their certificate now: the code of a refusal. */
    readonly noIdent?: string;
  }
}
