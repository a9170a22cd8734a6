/**
 * The data that the server writes into the first HTML of a link, in the format of the calls that the page would otherwise make
 * (docs/flows/first-html.md). Types only: the page needs no validator, because the data comes with the page.
 */
import type { z } from "zod";
import type { checkWorkflow, workflowLogin } from "./calls/workflow.ts";
import type { Language } from "./limits.ts";
import type { LinkIds } from "./login-link.ts";

/** A refusal, as the call would have answered it. */
export type FirstRefusal = { readonly status: number; readonly code: string; readonly messages: readonly string[] };

/** The login page: what it asks for, why the link has none, or what was wrong with the submitted form. */
export type FirstLogin = {
  readonly kind: "login";
  readonly ids: LinkIds;
  /** Null if the link could not be looked up. A link that has ended keeps its sender's branding. */
  readonly checked: z.output<(typeof checkWorkflow)["response"]> | null;
  readonly refusal: FirstRefusal | null;
  /** Whether the terms were ticked in the submitted form; a password is never sent back. */
  readonly ticked: boolean;
};

/** The page after a login without the application: it hands the answer of the login call to the application, once. */
export type FirstEntered = {
  readonly kind: "entered";
  readonly ids: LinkIds;
  readonly told: z.output<(typeof workflowLogin)["response"]>;
};

/** Quick login's page: whose documents are being opened, before the login. */
export type FirstQuick = {
  readonly kind: "quick";
  readonly ids: LinkIds;
  readonly checked: z.output<(typeof checkWorkflow)["response"]>;
};

/** A page that the application draws; until it has loaded, the page shows the organisation's branding. The application gets none of this data. */
export type FirstShell = {
  readonly kind: "shell";
  /** The part of the address after the ids. */
  readonly place: string;
  readonly checked: z.output<(typeof checkWorkflow)["response"]>;
};

/** The page that `/` leads to. `sandbox_url`: where the mails and messages of a development server arrive; null in production. */
export type FirstStart = { readonly kind: "start"; readonly sandbox_url: string | null };

/** Data for every page. `encrypted`: the service is reached over https. */
type Around = { readonly provider_name: string; readonly encrypted: boolean };

/** A page with the data for every page. */
export type FirstFacts = Around & { readonly page: FirstLogin | FirstQuick | FirstEntered | FirstShell | FirstStart };

/** The language that the person chose, and the browser's `Accept-Language`. */
export type AskedLanguage = { readonly chosen: string | null; readonly accept: string };

/** What the application gets, with the language of the page. */
export type FirstHtml = Around & {
  readonly page: FirstLogin | FirstQuick | FirstEntered | FirstStart;
  readonly language: Language;
};

/** What the build of the web gives the server: it renders the whole page from index.html. */
export type RenderFirstHtml = (index: string, facts: FirstFacts, asked: AskedLanguage) => string;

/** Id of the element in the page that holds `FirstHtml` as JSON. */
export const first_html_id = "first";

/** The cookie with the language chosen by the switch, so that the server's first page uses it as well. */
export const language_cookie = "siegel_language";

/** The page after a login without the application, which hands over the answer. */
export function enteredPath({ workflow_id, signer_id }: LinkIds): string {
  return `/login/${encodeURIComponent(workflow_id)}/${encodeURIComponent(signer_id)}/entered`;
}

/** The address of a brand's style sheet; its name contains the colour, so that it may be cached for ever. */
export function brandSheetPath(style: string): string {
  return `/brand/${style.slice(1).toLowerCase()}.css`;
}
