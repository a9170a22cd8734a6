/**
 * Turns a call of the contract into a route: schemas, envelope, session or key, and the wire's words for a refusal.
 * The order is always the same: who is asking, schema, the handler, the envelope.
 */
import { answer, type Call, failure } from "@siegel/contract/call.ts";
import { type CodeMeaning, senderMeanings } from "@siegel/contract/code-meanings.ts";
import type { ErrorCode, SuccessCode } from "@siegel/contract/codes.ts";
import { type SignerId, type WorkflowId, workflowId } from "@siegel/contract/ids.ts";
import {
  account_body_bytes_max,
  json_body_bytes_max,
  type Language,
  open_body_bytes_max,
  signer_body_bytes_max,
} from "@siegel/contract/limits.ts";
import { whyNotPermitted } from "@siegel/contract/permissions.ts";
import { encodeSessionTime, session_time_header } from "@siegel/contract/session-time.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { ServerDeps } from "../../deps.ts";
import { type ApiToken, findToken } from "../../rooms/accounts/accounts.ts";
import { type AdministratorSession, findSession } from "../../rooms/administrators/administrators.ts";
import { checkSession, type Session } from "../../rooms/login/login.ts";
import { findOperatorSession, type OperatorSession } from "../../rooms/operators/operators.ts";
import { administratorSecretOf, setAdministratorCookie } from "./administrator-cookies.ts";
import { operatorSecretOf, setOperatorCookie } from "./operator-cookies.ts";
import { nameActor } from "./refused-acts.ts";
import { secretHooks } from "./secret-body.ts";
import { bearerOf, cookiesOf, slideSignerCookie, userAgentOf } from "./security.ts";
import { sendRefusal, type WireRefusal } from "./send-refusal.ts";

/** What a handler answers: data for the envelope, bytes that the handler has already sent, or a refusal. */
export type WireAnswer<T> =
  | { readonly ok: true; readonly data: T; readonly code?: SuccessCode; readonly status?: 200 | 201 | 202 }
  | { readonly ok: true; readonly sent: FastifyReply }
  | WireRefusal;

/** A checked request. `ip` is what the server saw, through as many proxies as are trusted. */
export type CallRequest<P, Q, B> = {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly ip: string;
  readonly userAgent: string;
  readonly raw: FastifyRequest;
  readonly reply: FastifyReply;
};

type Parts<C> =
  C extends Call<infer P, infer Q, infer B, infer R>
    ? { request: CallRequest<z.output<P>, z.output<Q>, z.output<B>>; data: z.input<R> }
    : never;

/** A handler of call `C`, given who is asking. */
export type Handler<C, Who> = (request: Parts<C>["request"] & Who) => Promise<WireAnswer<Parts<C>["data"]>>;

/** What a route may need beside its call. */
export type CallOptions = {
  /** What is wrong with a body beside what its schema says, where the schema does not take it: a sender is told everything at once. */
  readonly alsoWrong?: AlsoWrong;
  /** Members of the body that must not become strings (secret-body.ts). */
  readonly secrets?: readonly string[];
  /** The call also answers 202, with the same schema. */
  readonly mayBePending?: boolean;
  /**
   * Its answers are text, and long. Not for an answer that holds a secret beside words of the caller: its length would tell how alike
   * they are (RFC 7457 §2.6).
   */
  readonly isCompressed?: boolean;
};

/** Sentences about a body that its schema does not take. */
type AlsoWrong = (body: unknown, language: Language) => readonly string[];

declare module "fastify" {
  interface FastifyContextConfig {
    alsoWrong?: AlsoWrong;
  }
}

/** Serves a call that anyone may make. */
export function serveOpenCall<C extends Call>(
  app: FastifyInstance,
  call: C,
  handler: Handler<C, object>,
  options?: CallOptions,
): void {
  requireCaller(call, ["none"]);
  serve(app, { call, options, who: async () => ({ ok: true, who: {} }) }, handler);
}

/** Serves a call of a signer's session; `summary` calls also answer the cookie alone of a refused workflow. */
export function serveSignerCall<C extends Call>(
  app: FastifyInstance,
  serving: { deps: ServerDeps; call: C; options?: CallOptions },
  handler: Handler<C, { session: Session }>,
): void {
  const { deps, call, options } = serving;
  requireCaller(call, ["signer", "summary"]);
  const purpose = call.caller === "summary" ? "summary" : "signer";
  const who = async (request: FastifyRequest, reply: FastifyReply) => {
    const checked = await checkSession(deps, {
      accessToken: bearerOf(request),
      cookies: cookiesOf(request, deps.config),
      purpose,
      workflowId: workflowNamed(request.params),
    });
    if (!checked.ok) return withActor(checked);
    nameActor(request, { kind: "signer", id: checked.session.context.signer.signerId });
    const { left, slid, context } = checked.session;
    reply.header(session_time_header, encodeSessionTime(left));
    if (slid) slideSignerCookie({ request, reply }, deps.config, { signerId: context.signer.signerId, left });
    return { ok: true, who: { session: checked.session } } as const;
  };
  serve(app, { call, options, who }, handler);
}

/** Reports to the security log that the access token of a living session came without its cookie. */
function withActor({ code, strangerTo }: { readonly code: ErrorCode; readonly strangerTo?: SignerId }): WireRefusal {
  if (strangerTo === undefined) return { ok: false, code };
  return { ok: false, code, act: "token_without_cookie", actor: { kind: "signer", id: strangerTo } };
}

/** The workflow in a call's address; looked for before the schemas are, hence with care. */
function workflowNamed(params: unknown): WorkflowId | undefined {
  const named = workflowId.safeParse((params as { readonly workflow_id?: unknown } | undefined)?.workflow_id);
  return named.success ? named.data : undefined;
}

/** Serves a call of an organisation's system, known by its API key. */
export function serveTokenCall<C extends Call>(
  app: FastifyInstance,
  serving: { deps: ServerDeps; call: C; options?: CallOptions },
  handler: Handler<C, { token: ApiToken }>,
): void {
  const { deps, call, options } = serving;
  requireCaller(call, ["token"]);
  const who = async (request: FastifyRequest) => {
    const found = await findToken(deps.db, bearerOf(request) ?? "", deps.clock.now());
    if (!found.ok) return { ...found, actor: { kind: "token", id: found.tokenId } } as const;
    nameActor(request, { kind: "token", id: found.token.tokenId });
    return { ok: true, who: { token: found.token } } as const;
  };
  serve(app, { call, options, who }, handler);
}

/** Serves a call of a person with an account, whose role has the call's permission; an answer says how long the session lasts. */
export function serveAdminCall<C extends Call>(
  app: FastifyInstance,
  serving: { deps: ServerDeps; call: C; options?: CallOptions },
  handler: Handler<C, { session: AdministratorSession }>,
): void {
  const { deps, call, options } = serving;
  requireCaller(call, ["admin"]);
  const { permission } = call;
  if (permission === undefined) throw new Error(`${call.name} names no permission`);
  const who = async (request: FastifyRequest, reply: FastifyReply) => {
    const secret = administratorSecretOf(request, deps.config);
    const session = await findSession(deps, secret, { slides: true });
    if (secret === null || session === null) return { ok: false, code: "SESSION_ENDED" } as const;
    nameActor(request, { kind: "administrator", id: session.person.administratorId });
    const code = whyNotPermitted(session.person.role, permission);
    if (code !== null) return { ok: false, code } as const;
    reply.header(session_time_header, encodeSessionTime(session.left));
    if (session.slid) setAdministratorCookie(reply, deps.config, { secret, left: session.left });
    return { ok: true, who: { session } } as const;
  };
  serve(app, { call, options, who }, handler);
}

/** Serves a call of the operator's desk: nothing but an operator's own session opens it. */
export function serveOperatorCall<C extends Call>(
  app: FastifyInstance,
  serving: { deps: ServerDeps; call: C; options?: CallOptions },
  handler: Handler<C, { session: OperatorSession }>,
): void {
  const { deps, call, options } = serving;
  requireCaller(call, ["operator"]);
  const who = async (request: FastifyRequest, reply: FastifyReply) => {
    const secret = operatorSecretOf(request, deps.config);
    const session = await findOperatorSession(deps, secret, { slides: true });
    if (secret === null || session === null) return { ok: false, code: "SESSION_ENDED" } as const;
    nameActor(request, { kind: "operator", id: session.operator.operatorId });
    reply.header(session_time_header, encodeSessionTime(session.left));
    if (session.slid) setOperatorCookie(reply, deps.config, { secret, left: session.left });
    return { ok: true, who: { session } } as const;
  };
  serve(app, { call, options, who }, handler);
}

/** How much each kind of caller may send; streams have limits of their own. */
const bodyLimits = {
  none: open_body_bytes_max,
  signer: signer_body_bytes_max,
  summary: signer_body_bytes_max,
  token: json_body_bytes_max,
  admin: account_body_bytes_max,
  operator: account_body_bytes_max,
} as const satisfies Record<Call["caller"], number>;

/** In one call up to a size that takes a millisecond: a stream costs half as much again. An answer below 1 kB is not compressed. */
export const compression = { encodings: ["br" as const, "gzip" as const], syncThreshold: 65_536 };

/** Media types of bodies and answers that are bytes, and the headers that a call reads. */
export type DescribedExtensions = {
  readonly "x-takes"?: readonly string[];
  readonly "x-answers"?: string;
  readonly "x-headers"?: Readonly<Record<string, string>>;
};

type Identified<Who> = { readonly ok: true; readonly who: Who } | WireRefusal;

/** Where an identified caller waits between the check before the schema and the handler. */
const identified = new WeakMap<FastifyRequest, unknown>();

function serve<C extends Call, Who extends object>(
  app: FastifyInstance,
  serving: {
    call: C;
    options: CallOptions | undefined;
    who: (request: FastifyRequest, reply: FastifyReply) => Promise<Identified<Who>>;
  },
  handler: Handler<C, Who>,
): void {
  const { call, options } = serving;
  const refuse = (reply: FastifyReply, refusal: WireRefusal) =>
    sendRefusal(reply, call.caller === "token" ? withSentence(reply, refusal) : refusal);
  const isCompressed = options?.isCompressed === true;
  app.route({
    method: call.method,
    url: call.path,
    bodyLimit: bodyLimits[call.caller],
    schema: schemaOf(call, options),
    // The caller is identified before the request is read: a stranger learns nothing about schemas, and cannot send a large body.
    onRequest: async (request, reply) => {
      if (isCompressed) reply.header("vary", "accept-encoding");
      const found = await serving.who(request, reply);
      if (!found.ok) return refuse(reply, found);
      identified.set(request, found.who);
    },
    ...(isCompressed ? { compress: compression } : {}),
    ...(options?.secrets ? secretHooks(options.secrets, bodyLimits[call.caller]) : {}),
    ...(options?.alsoWrong ? { config: { alsoWrong: options.alsoWrong } } : {}),
    handler: async (request, reply) => {
      const checked = {
        params: request.params,
        query: request.query,
        body: request.body,
        ip: request.ip,
        userAgent: userAgentOf(request),
        raw: request,
        reply,
        ...(identified.get(request) as Who),
        // The route's schemas have just checked params, query and body.
      } as Parts<C>["request"] & Who;
      const result = await handler(checked);
      if (!result.ok) return refuse(reply, result);
      if ("sent" in result) return result.sent;
      return reply
        .code(result.status ?? call.status ?? 200)
        .header("cache-control", "no-store")
        .send({ success: true, ...(result.code === undefined ? {} : { code: result.code }), data: result.data });
    },
  });
}

const meanings: Partial<Readonly<Record<ErrorCode, CodeMeaning>>> = senderMeanings;

/** A refusal of a sender's call says at least what its code means and what to do; one without a key how to show it (RFC 6750 §3). */
function withSentence(reply: FastifyReply, refusal: WireRefusal): WireRefusal {
  if (refusal.code === "WRONG_API_KEY") reply.header("www-authenticate", "Bearer");
  const meaning = meanings[refusal.code];
  const isSaid = refusal.message !== undefined || (refusal.messages ?? []).length > 0;
  if (isSaid || meaning === undefined) return refusal;
  const { means, remedy } = meaning;
  return { ...refusal, message: { en: `${means.en} ${remedy.en}`, de: `${means.de} ${remedy.de}` } };
}

/** How the description shows who calls. */
const describedCallers = {
  none: { security: [], tag: "signer" },
  signer: { security: [{ session: [] }], tag: "signer" },
  summary: { security: [{ session: [] }], tag: "signer" },
  token: { security: [{ apiKey: [] }], tag: "sender" },
  admin: { security: [{ administrator: [] }], tag: "administrator" },
  operator: { security: [{ operator: [] }], tag: "operator" },
} as const;

function schemaOf(call: Call, options: CallOptions | undefined) {
  const success = answer(call.response);
  const { security, tag } = describedCallers[call.caller];
  return {
    operationId: call.name,
    summary: call.summary,
    ...(call.description === undefined ? {} : { description: call.description }),
    ...bytesAndHeaders(call),
    tags: [call.madeBy ?? tag],
    security,
    ...(call.params ? { params: call.params } : {}),
    ...(call.query ? { querystring: call.query } : {}),
    ...(call.body ? { body: call.body } : {}),
    response: {
      [call.status ?? 200]: success,
      ...(options?.mayBePending ? { 202: success } : {}),
      "4xx": failure,
      "5xx": failure,
    },
  };
}

/** What a schema of JSON cannot say; the description puts it in its place (sender/finish-description.ts). */
function bytesAndHeaders({ takes, answers, headers }: Call): DescribedExtensions {
  return {
    ...(takes ? { "x-takes": takes } : {}),
    ...(answers === undefined ? {} : { "x-answers": answers }),
    ...(headers ? { "x-headers": headers } : {}),
  };
}

function requireCaller(call: Call, allowed: readonly Call["caller"][]): void {
  if (!allowed.includes(call.caller)) throw new Error(`${call.name} is a call for '${call.caller}'`);
}
