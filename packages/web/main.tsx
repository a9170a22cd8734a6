/** Starts the web. The login page comes without router and query cache, so that it is there at once; both follow when it is done. */
import type { FirstEntered, FirstHtml } from "@siegel/contract/first-html.ts";
import { parseLoginPath } from "@siegel/contract/login-link.ts";
import { type JSX, startTransition } from "react";
import { createRoot, hydrateRoot, type Root } from "react-dom/client";
import { onLeave } from "./api/client.ts";
import { noteProvider, noteSandbox } from "./api/configuration.ts";
import { PageMissing } from "./frame/page-missing.tsx";
import { loadAndSpeak, loadCatalogue } from "./i18n/catalogue.ts";
import { followUser } from "./i18n/follow-user.ts";
import { currentLanguage, keepChosenLanguage, parseLanguage } from "./i18n/language.ts";
import { pathElsewhere } from "./journey/elsewhere.ts";
import { leaveSession, takeSession } from "./journey/login/enter.ts";
import { LoginPage } from "./journey/login/login-page.tsx";
import { QuickPage } from "./journey/login/quick-page.tsx";
import { paths } from "./paths.ts";
import { fetchPart } from "./program.ts";
import { takeFirstHtml } from "./read-first-html.ts";
import { readUser } from "./session.ts";
import { takeDoublePressAsOne } from "./ui/double-press.ts";

/** Shows a page when its texts and its program are there, or says that they are not. */
async function show(root: Root, page: () => Promise<JSX.Element>): Promise<void> {
  try {
    await fetchPart(() => loadCatalogue(currentLanguage()));
    // Until then what stands there stays: the login page, or the first HTML.
    const shown = await page();
    // In slices: what is pressed meanwhile is heard.
    startTransition(() => root.render(shown));
  } catch (error) {
    onLeave((to) => window.location.assign(pathElsewhere(to)));
    // A form that stayed would open a second session.
    root.render(<PageMissing error={error} />);
  }
}

function showRoutes(root: Root): Promise<void> {
  return show(root, async () => {
    const { Routes, loadPage } = await fetchPart(() => import("./routes.tsx"));
    await loadPage();
    return <Routes />;
  });
}

async function start(): Promise<void> {
  const element = document.getElementById("app");
  if (element === null) throw new Error("index.html has no #app");
  keepAskedLanguage();
  takeDoublePressAsOne();
  const first = takeFirstHtml();
  if (first !== null) return await takeOver(element, first);
  const link = parseLoginPath(window.location.pathname);
  await followUser(link === null ? readUser() : null);
  const root = createRoot(element);
  if (link === null) return showRoutes(root);
  const onward = leadOnward(() => root);
  const Page = link.quick ? QuickPage : LoginPage;
  const encrypted = window.location.protocol === "https:";
  await show(root, async () => <Page at={link.ids} onward={onward} encrypted={encrypted} />);
}

function leadOnward(root: () => Root): (path: string) => void {
  const onward = (path: string): void => {
    window.history.pushState(null, "", path);
    void showRoutes(root());
  };
  onLeave((to) => onward(pathElsewhere(to)));
  return onward;
}

/** Goes on where the server began: in its language, with what has been typed meanwhile. */
async function takeOver(element: Element, first: FirstHtml): Promise<void> {
  noteProvider(first.provider_name);
  if (first.page.kind === "entered") return await enter(element, first.page);
  if (first.page.kind === "start") {
    noteSandbox(first.page.sandbox_url);
    await followUser(readUser());
    return await showRoutes(createRoot(element));
  }
  // The session is forgotten before anything is drawn: its links differ (frame/public-link.tsx).
  void leaveSession();
  try {
    await loadAndSpeak(first.language);
  } catch {
    return; // without its texts: the form that stands there works by itself
  }
  const { page, encrypted } = first;
  const onward = leadOnward(() => root);
  const root = hydrateRoot(
    element,
    page.kind === "quick" ? (
      <QuickPage at={page.ids} onward={onward} first={page} />
    ) : (
      <LoginPage at={page.ids} onward={onward} first={page} encrypted={encrypted} />
    ),
  );
  await followUser(page.checked);
}

/** A login that was sent before the application had loaded. */
async function enter(element: Element, { ids, told }: FirstEntered): Promise<void> {
  const path = await takeSession(ids, { told, open: paths.credentials(ids) });
  window.history.replaceState(null, "", path);
  if (told === "REVOKED") await followUser(null);
  await showRoutes(createRoot(element));
}

/** The switch of the first HTML is a form: what was chosen is in the address. */
function keepAskedLanguage(): void {
  const asked = parseLanguage(new URLSearchParams(window.location.search).get("language"));
  if (asked === null) return;
  keepChosenLanguage(asked);
  window.history.replaceState(null, "", window.location.pathname);
}

void start();
