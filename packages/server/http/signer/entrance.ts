/** A signer's way in, whether a call asks for it or the first HTML is being made: where a link leads, what it asks for, the login. */
import type { checkWorkflow as checkWorkflowCall, workflowLogin } from "@siegel/contract/calls/workflow.ts";
import type { ErrorCode } from "@siegel/contract/codes.ts";
import type { SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import type { Language } from "@siegel/contract/limits.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { ServerDeps } from "../../deps.ts";
import type { RefusedActKind } from "../../ports/security-log.ts";
import { checkPath, checkWorkflow, logIn, surplusCookies } from "../../rooms/login/login.ts";
import { networkOf } from "../wire/network-of.ts";
import { packOf } from "../wire/pack.ts";
import { clearSignerCookies, cookiesOf, setSignerCookie } from "../wire/security.ts";
import type { WireRefusal } from "../wire/send-refusal.ts";
import { viewOf } from "./workflow-view.ts";

/** The two ids of a link, known to be ids. */
export type LinkTarget = { readonly workflow_id: WorkflowId; readonly signer_id: SignerId };

type Told<C extends { readonly response: z.ZodType }> =
  | { readonly ok: true; readonly data: z.input<C["response"]> }
  | WireRefusal;

/** Why a link leads nowhere, or null where it leads to a login. */
export async function refusalOfLink(deps: ServerDeps, at: LinkTarget): Promise<WireRefusal | null> {
  const checked = await checkPath(deps, { workflowId: at.workflow_id, signerId: at.signer_id });
  if (checked.ok) return null;
  if (checked.kind === "unknown")
    return {
      ok: false,
      code: "NO_WORKFLOW_FOUND",
      message: { en: "There is no workflow at this address.", de: "Unter dieser Adresse gibt es keinen Vorgang." },
    };
  const code = checked.kind === "cancelled" ? "WORKFLOW_CANCELLED" : "NO_WORKFLOW_FOUND";
  return noEntrance({ code, initiator: checked.initiator });
}

/** What the login of a link asks for. */
export async function checkedLink(deps: ServerDeps, at: LinkTarget): Promise<Told<typeof checkWorkflowCall>> {
  const needs = await checkWorkflow(deps, { workflowId: at.workflow_id, signerId: at.signer_id });
  if (!needs.ok) return needs;
  const { password, type, opened, termsAccepted, awaitsSigner, declined, quickLogin, branding, language } = needs;
  const data = {
    password,
    type,
    workflow_checked: opened,
    terms_accepted: termsAccepted,
    awaits_signer: awaitsSigner,
    declined,
    quick_login: quickLogin,
    whitelabeling_pack: packOf(deps, branding),
    language_id: language,
  };
  return { ok: true, data };
}

/** The caller as the server sees it, and where the cookies of the answer go. */
export type Asking = {
  readonly ip: string;
  readonly userAgent: string;
  readonly raw: FastifyRequest;
  readonly reply: FastifyReply;
};

/** Logs in and gives the cookie to the browser; the answer carries the access token, once. */
export async function logInAt(
  deps: ServerDeps,
  at: LinkTarget,
  claim: {
    readonly password?: string | undefined;
    readonly gtcChecked?: boolean | undefined;
    readonly quick?: boolean | undefined;
    readonly language?: Language | undefined;
  },
  { ip, userAgent, raw, reply }: Asking,
): Promise<Told<typeof workflowLogin>> {
  const ids = { workflowId: at.workflow_id, signerId: at.signer_id };
  const cookies = cookiesOf(raw, deps.config);
  const { password, language: spoken } = claim;
  const ticked = { termsTicked: claim.gtcChecked === true, quick: claim.quick === true };
  const from = { ip, network: networkOf(ip), userAgent, cookies };
  const loggedIn = await logIn(deps, { ...ids, ...ticked, ...from, password, spoken });
  if (!loggedIn.ok && loggedIn.code === "NO_WORKFLOW_FOUND" && cookies.has(ids.signerId))
    clearSignerCookies(reply, deps.config, [ids.signerId]);
  if (!loggedIn.ok && "initiator" in loggedIn) return noEntrance(loggedIn);
  if (!loggedIn.ok) return { ...loggedIn, act: actOf(loggedIn.code, password) };
  const surplus = await surplusCookies(deps, cookies);
  clearSignerCookies(
    reply,
    deps.config,
    surplus.filter((signerId) => signerId !== ids.signerId),
  );
  setSignerCookie(reply, deps.config, { signerId: ids.signerId, value: loggedIn.session.cookie });
  if (loggedIn.kind === "summary") return { ok: true, data: "REVOKED" as const };
  const view = await viewOf(deps, loggedIn.context, ip);
  return { ok: true, data: { ...view, workflow: { ...view.workflow, accessToken: loggedIn.session.accessToken } } };
}

/** What was tried with a password; a caller who has not typed one yet has tried nothing. */
function actOf(code: ErrorCode, password: string | undefined): RefusedActKind | undefined {
  if (code === "TOO_MANY_REQUESTS") return "passwords_over_limit";
  return code === "WRONG_PASSWORD" && (password ?? "") !== "" ? "wrong_password" : undefined;
}

/** What is said of a known link that leads nowhere now; an unknown one is 404 under the same code as an expired one (decisions.md §3, §6). */
const endings = {
  NO_WORKFLOW_FOUND: {
    status: 410,
    sentence: { en: "This workflow has expired.", de: "Dieser Vorgang ist abgelaufen." },
  },
  NO_WORKFLOW_FOUND_REVOKED: { sentence: { en: "Somebody has declined.", de: "Jemand hat abgelehnt." } },
  WORKFLOW_CANCELLED: {
    sentence: { en: "The sender has cancelled this workflow.", de: "Der Absender hat diesen Vorgang zurückgezogen." },
  },
  NOT_YOUR_TURN: { sentence: { en: "Somebody else signs first.", de: "Zuerst unterschreibt jemand anders." } },
} as const;

/** A refusal that names whom to ask, after its sentence. */
function noEntrance(refusal: {
  readonly code: keyof typeof endings;
  readonly initiator?: { readonly name: string; readonly email: string };
}): WireRefusal {
  const { sentence, ...status } = endings[refusal.code];
  const { initiator } = refusal;
  if (initiator === undefined) return { ok: false, code: refusal.code };
  return { ok: false, code: refusal.code, ...status, messages: [sentence, initiator.name, initiator.email] };
}
