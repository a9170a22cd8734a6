/**
 * What the server writes into the first HTML of a link, in the words of the calls that the page would have to make for it
 * (docs/flows/first-html.md). Types alone: the page reads them without a validator, for they come with it.
 */
import type { z } from "zod";
import type { checkWorkflow, workflowLogin } from "./calls/workflow.ts";
import type { Language } from "./limits.ts";
import type { LinkIds } from "./login-link.ts";

/** A refusal as the call that it stands for would have answered it. */
export type FirstRefusal = { readonly status: number; readonly code: string; readonly messages: readonly string[] };

/** The login page: what it asks for, why there is none, or what was wrong with the form that was sent. */
export type FirstLogin = {
  readonly kind: "login";
  readonly ids: LinkIds;
  /** Null where the link could not be looked up; one that has ended keeps the look of whoever sent it. */
  readonly checked: z.output<(typeof checkWorkflow)["response"]> | null;
  readonly refusal: FirstRefusal | null;
  /** Whether the terms were ticked in the form that was sent; a password is never sent back. */
  readonly ticked: boolean;
};

/** The page after a login without the application: the answer of the login call, handed to the application once. */
export type FirstEntered = {
  readonly kind: "entered";
  readonly ids: LinkIds;
  readonly told: z.output<(typeof workflowLogin)["response"]>;
};

/** Quick login's page: whose documents are being opened, before anybody is logged in. */
export type FirstQuick = {
  readonly kind: "quick";
  readonly ids: LinkIds;
  readonly checked: z.output<(typeof checkWorkflow)["response"]>;
};

/** A page that the application draws: until it is there, the look of its organisation. Nothing of it is told to the application. */
export type FirstShell = {
  readonly kind: "shell";
  /** What follows the ids in the address. */
  readonly place: string;
  readonly checked: z.output<(typeof checkWorkflow)["response"]>;
};

/** The page that `/` leads to. `sandbox_url`: where the mails and messages of a development server arrive; null in production. */
export type FirstStart = { readonly kind: "start"; readonly sandbox_url: string | null };

/** What stands around a page. `encrypted`: people reach the service over https. */
type Around = { readonly provider_name: string; readonly encrypted: boolean };

/** A page, and what stands around it. */
export type FirstFacts = Around & { readonly page: FirstLogin | FirstQuick | FirstEntered | FirstShell | FirstStart };

/** What a browser asks for: the language its person chose, and the header in which it names its own. */
export type AskedLanguage = { readonly chosen: string | null; readonly accept: string };

/** What the application is told, together with the language that the page speaks. */
export type FirstHtml = Around & {
  readonly page: FirstLogin | FirstQuick | FirstEntered | FirstStart;
  readonly language: Language;
};

/** What the build of the web hands to the server: the whole page, made from its index.html. */
export type RenderFirstHtml = (index: string, facts: FirstFacts, asked: AskedLanguage) => string;

/** Id of the element of the page that carries `FirstHtml`, as JSON. */
export const first_html_id = "first";

/** The cookie that keeps the choice of the language switch, so that the server's first page speaks it as well. */
export const language_cookie = "siegel_language";

/** Where a login without the application leads: the page that hands its answer over. */
export function enteredPath({ workflow_id, signer_id }: LinkIds): string {
  return `/login/${encodeURIComponent(workflow_id)}/${encodeURIComponent(signer_id)}/entered`;
}

/** The address of a brand's style sheet; the colour is part of its name, so that it may be kept for ever. */
export function brandSheetPath(style: string): string {
  return `/brand/${style.slice(1).toLowerCase()}.css`;
}
