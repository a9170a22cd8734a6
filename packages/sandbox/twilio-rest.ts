/** The part of Twilio's REST API of 2010-04-01 that sends codes: Messages.json and Calls.json (providers.md §3.2). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Fault, Faults } from "./faults.ts";
import type { Inbox } from "./inbox.ts";
import { sendUnlessLost, spoilAnswer } from "./spoil-answer.ts";
import { type Call, holdCall } from "./twilio-call.ts";
import { postSigned, type TwilioAccount } from "./twilio-callbacks.ts";
import { isRefusalCode, magicOf, type RefusalCode, twilioError } from "./twilio-errors.ts";
import { parseTwiml, TwimlBroken } from "./twiml.ts";

/** What the API needs: the inbox, the account, and a source of 16 random bytes in hex for sids. */
export type TwilioDeps = {
  readonly inbox: Inbox;
  readonly faults: Faults;
  readonly account: TwilioAccount;
  readonly now: () => Date;
  readonly sid: () => string;
  /** Called for callbacks that failed. */
  readonly note: (text: string) => void;
};

const body_chars_max = 1_600;
const twiml_chars_max = 4_000;
const e164 = /^\+[1-9]\d{6,14}$/;

type Form = Readonly<Record<string, string>>;
type Account = { Params: { account: string }; Body: URLSearchParams };

/** Registers the two calls; any other path below the account answers Twilio's 20404. */
export function twilioRoutes(app: FastifyInstance, deps: TwilioDeps): void {
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) => {
    done(null, new URLSearchParams(body.toString()));
  });
  app.post<Account>("/2010-04-01/Accounts/:account/Messages.json", (request, reply) =>
    createMessage(deps, request, reply),
  );
  app.post<Account>("/2010-04-01/Accounts/:account/Calls.json", (request, reply) => createCall(deps, request, reply));
  app.all("/2010-04-01/*", (_request, reply) => refuse(reply, 20404));
}

async function createMessage(
  deps: TwilioDeps,
  request: FastifyRequest<Account>,
  reply: FastifyReply,
): Promise<unknown> {
  const fault = deps.faults.take("sms");
  if (await spoilAnswer(fault, reply, () => refuseAs(reply, fault, 21614))) return reply;
  const form = formOf(request);
  const magic = magicOf(form.To ?? "");
  const refusal = refusalOfCaller(deps, request) ?? refusalOfMessage(form) ?? magic.refusal;
  if (refusal !== undefined) return refuse(reply, refusal);
  const sid = `SM${deps.sid()}`;
  const { To: to = "", From: from = form.MessagingServiceSid ?? "", Body: body = "" } = form;
  deps.inbox.add({ channel: "sms", to, from, subject: null, text: body, html: null, reference: sid, attachments: [] });
  const base = {
    MessageSid: sid,
    SmsSid: sid,
    AccountSid: deps.account.sid,
    ApiVersion: "2010-04-01",
    From: from,
    To: to,
  };
  void tellStates(deps, form.StatusCallback, messageStates(base, magic.laterCode));
  return sendUnlessLost(fault, reply, () => reply.code(201).send(messageResource(deps, { sid, form })));
}

async function createCall(deps: TwilioDeps, request: FastifyRequest<Account>, reply: FastifyReply): Promise<unknown> {
  const fault = deps.faults.take("voice");
  if (await spoilAnswer(fault, reply, () => refuseAs(reply, fault, 21211))) return reply;
  const form = formOf(request);
  const magic = magicOf(form.To ?? "");
  const refusal = refusalOfCaller(deps, request) ?? refusalOfCall(form) ?? magic.refusal;
  if (refusal !== undefined) return refuse(reply, refusal);
  const sid = `CA${deps.sid()}`;
  const call: Call = {
    sid,
    to: form.To ?? "",
    from: form.From ?? "",
    document: form.Twiml === undefined ? { url: form.Url ?? "" } : { twiml: form.Twiml },
  };
  void ring(deps, { call, form, events: eventsOf(request), end: magic.callEnd });
  return sendUnlessLost(fault, reply, () => reply.code(201).send(callResource(deps, { sid, form })));
}

/** The ordered refusal, or the channel's usual one. */
function refuseAs(reply: FastifyReply, fault: Fault | undefined, usual: RefusalCode): FastifyReply {
  const code = fault?.code ?? usual;
  return refuse(reply, isRefusalCode(code) ? code : usual);
}

function refuse(reply: FastifyReply, code: RefusalCode): FastifyReply {
  const body = twilioError(code);
  return reply.code(body.status).send(body);
}

function formOf(request: FastifyRequest<Account>): Form {
  return request.body instanceof URLSearchParams ? Object.fromEntries(request.body) : {};
}

function eventsOf(request: FastifyRequest<Account>): readonly string[] {
  return request.body instanceof URLSearchParams ? request.body.getAll("StatusCallbackEvent") : [];
}

function refusalOfCaller(deps: TwilioDeps, request: FastifyRequest<Account>): RefusalCode | undefined {
  const expected = Buffer.from(`${deps.account.sid}:${deps.account.authToken}`).toString("base64");
  const known = request.headers.authorization === `Basic ${expected}`;
  return known && request.params.account === deps.account.sid ? undefined : 20003;
}

function refusalOfMessage(form: Form): RefusalCode | undefined {
  if (form.To === undefined) return 21604;
  if (!e164.test(form.To)) return 21211;
  if (form.From === undefined && form.MessagingServiceSid === undefined) return 21603;
  if (form.Body === undefined || form.Body === "") return 21602;
  if (form.Body.length > body_chars_max) return 21617;
  return refusalOfCallback(form);
}

function refusalOfCall(form: Form): RefusalCode | undefined {
  if (form.To === undefined) return 21201;
  if (!e164.test(form.To)) return 21211;
  if (form.From === undefined) return 21213;
  if (form.Twiml === undefined && form.Url === undefined) return 21205;
  if (form.Twiml !== undefined && !isTwiml(form.Twiml)) return 12100;
  return refusalOfCallback(form);
}

function refusalOfCallback(form: Form): RefusalCode | undefined {
  return form.StatusCallback === undefined || URL.canParse(form.StatusCallback) ? undefined : 21609;
}

function isTwiml(xml: string): boolean {
  try {
    parseTwiml(xml);
    return xml.length <= twiml_chars_max;
  } catch (fault) {
    if (fault instanceof TwimlBroken) return false;
    throw fault;
  }
}

function messageStates(base: Form, laterCode: number | undefined): readonly Form[] {
  const state = (status: string, code?: number): Form => ({
    ...base,
    MessageStatus: status,
    SmsStatus: status,
    ...(code === undefined ? {} : { ErrorCode: String(code) }),
  });
  return [state("sent"), laterCode === undefined ? state("delivered") : state("undelivered", laterCode)];
}

type Ringing = { call: Call; form: Form; events: readonly string[]; end: "no-answer" | "busy" | "failed" | undefined };

/** Simulates a call and reports each requested state; like Twilio, only `completed` if none was requested. */
async function ring(deps: TwilioDeps, { call, form, events, end }: Ringing): Promise<void> {
  const wanted = events.length === 0 ? ["completed"] : events;
  const tell = (event: string, status: string, more: Form = {}): Promise<void> =>
    wanted.includes(event)
      ? tellStates(deps, form.StatusCallback, [{ ...callState(deps, call, status), ...more }])
      : Promise.resolve();
  await tell("initiated", "initiated");
  await tell("ringing", "ringing");
  if (end !== undefined) return tell("completed", end, { CallDuration: "0" });
  await tell("answered", "in-progress");
  const { spoken, fault } = await holdCall(deps.account, call);
  if (fault !== null) deps.note(`call ${call.sid}: ${fault}`);
  const lines = fault === null ? spoken : [...spoken, "An application error has occurred. Goodbye."];
  deps.inbox.add({
    channel: "voice",
    to: call.to,
    from: call.from,
    subject: null,
    text: lines.join("\n"),
    html: null,
    reference: call.sid,
    attachments: [],
  });
  await tell("completed", "completed", { CallDuration: "20" });
}

function callState(deps: TwilioDeps, call: Call, status: string): Form {
  return {
    AccountSid: deps.account.sid,
    ApiVersion: "2010-04-01",
    CallSid: call.sid,
    CallStatus: status,
    Direction: "outbound-api",
    From: call.from,
    To: call.to,
  };
}

async function tellStates(deps: TwilioDeps, callback: string | undefined, states: readonly Form[]): Promise<void> {
  if (callback === undefined) return;
  for (const state of states) {
    await postSigned(deps.account, callback, state).then(
      ({ status }) => (status < 300 ? undefined : deps.note(`status callback ${callback} answered ${status}`)),
      (fault: unknown) => deps.note(`status callback ${callback}: ${String(fault)}`),
    );
  }
}

function messageResource(deps: TwilioDeps, { sid, form }: { sid: string; form: Form }): object {
  return {
    ...commonFields(deps, { sid, form, collection: "Messages" }),
    body: form.Body,
    date_sent: null,
    error_code: null,
    error_message: null,
    messaging_service_sid: form.MessagingServiceSid ?? null,
    num_media: "0",
    num_segments: "1",
    subresource_uris: {},
  };
}

function callResource(deps: TwilioDeps, { sid, form }: { sid: string; form: Form }): object {
  return {
    ...commonFields(deps, { sid, form, collection: "Calls" }),
    answered_by: null,
    duration: null,
    start_time: null,
    end_time: null,
  };
}

function commonFields(deps: TwilioDeps, made: { sid: string; form: Form; collection: string }): object {
  return {
    account_sid: deps.account.sid,
    api_version: "2010-04-01",
    date_created: deps.now().toUTCString().replace("GMT", "+0000"),
    date_updated: deps.now().toUTCString().replace("GMT", "+0000"),
    direction: "outbound-api",
    from: made.form.From ?? null,
    to: made.form.To,
    price: null,
    price_unit: "USD",
    sid: made.sid,
    status: "queued",
    uri: `/2010-04-01/Accounts/${deps.account.sid}/${made.collection}/${made.sid}.json`,
  };
}
