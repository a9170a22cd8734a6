/**
 * An eID client (TR-03124-1 §2) as a web page: for people without the real one, and for tests. It fetches the TcToken as the real client does,
 * shows a card that can be filled in, settles the session at the sandbox's eID-Server, and leads the browser back.
 */
import { sandbox_eid_client_path } from "@siegel/contract/sandbox.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  type PersonMemory,
  personFields,
  playedPerson,
  renderIdentityWizard,
  renderWizardNotice,
  wizard_policy,
} from "../identity-wizard.ts";
import { cardOf, chip_documents } from "./card-data.ts";
import { type ClientRun, type ClientRuns, openClientRuns } from "./client-runs.ts";
import { endings, isEnding } from "./endings.ts";
import { fetchTcToken, type TcToken } from "./read-tc-token.ts";
import type { EidSessions } from "./sessions.ts";

/** What the client needs of its surroundings. */
export type EidClientDeps = {
  readonly sessions: EidSessions;
  readonly persons: PersonMemory;
  readonly now: () => Date;
  readonly randomHex: () => string;
  readonly note: (text: string) => void;
};

type Asked = FastifyRequest<{ Querystring: Record<string, string | undefined> }>;

const cookie_name = "siegel_sandbox_eid_client";
const title = "eID client of the demo";

/** Any page asks the client whether it is there; the second header is Chromium's (Private Network Access). */
const for_any_page = { "access-control-allow-origin": "*", "access-control-allow-private-network": "true" };

/** Registers the one path that a client has. */
export function eidClientRoutes(app: FastifyInstance, deps: EidClientDeps): void {
  const runs = openClientRuns(deps);
  app.options(sandbox_eid_client_path, (_request, reply) => reply.code(204).headers(for_any_page).send());
  app.get(sandbox_eid_client_path, (request: Asked, reply) => {
    const { Status: status, tcTokenURL: tokenUrl } = request.query;
    if (status !== undefined) return sendStatus(reply, status === "json");
    if (tokenUrl === undefined || tokenUrl === "") return sendNotice(reply, 404, "Nothing was asked of this client.");
    return begin(deps, runs, { request, reply, tokenUrl });
  });
  app.post(sandbox_eid_client_path, (request, reply) => {
    const form = request.body instanceof URLSearchParams ? Object.fromEntries(request.body) : {};
    const run = runs.of(form.session ?? "");
    if (run === null) return sendNotice(reply, 404, "This is over: nobody waits for the card any more.");
    const ending = form.outcome ?? "";
    const person = playedPerson.safeParse(form);
    const card = person.success ? cardOf(person.data, ending === "phone" ? "SEEndorsed" : "CardCertified") : null;
    const result = isEnding(ending) ? endings[ending].result(card) : null;
    if (!isEnding(ending) || result === null)
      return sendNotice(reply, 400, "There is no such card. Go back and look at the fields.");
    if (person.success) deps.persons.keep(person.data);
    deps.sessions.settle(run.session, result);
    runs.end(run);
    return reply.redirect(returnAddress(run.refreshAddress, endings[ending].minor), 303);
  });
}

type Begun = { readonly request: Asked; readonly reply: FastifyReply; readonly tokenUrl: string };

async function begin(
  deps: EidClientDeps,
  runs: ClientRuns,
  { request, reply, tokenUrl }: Begun,
): Promise<FastifyReply> {
  const browser = browserOf(request) ?? deps.randomHex();
  const other = runs.by(browser);
  if (other !== null) return other.tokenUrl === tokenUrl ? sendCard(deps, reply, other) : sendBusy(reply, other);
  let token: TcToken;
  try {
    token = await fetchTcToken(tokenUrl);
  } catch (fault) {
    deps.note(`the eID client has no TcToken: ${String(fault)}`);
    return sendNotice(reply, 404, "The service does not say what it wants. Go back to it and begin again.");
  }
  if (token.serverAddress === "") return reply.redirect(returnAddress(token.errorAddress, "communicationError"), 303);
  const session = deps.sessions.pendingOf(token.sessionIdentifier);
  if (session === null || session.psk !== token.psk)
    return reply.redirect(returnAddress(token.refreshAddress, "trustedChannelEstablishmentFailed"), 303);
  const run = { session: session.pskId, browser, tokenUrl, refreshAddress: token.refreshAddress };
  runs.begin(run);
  const cookie = `${cookie_name}=${browser}; Path=${sandbox_eid_client_path}; HttpOnly; SameSite=Lax`;
  return sendCard(deps, reply.header("set-cookie", cookie), run);
}

/** What is read, in words. */
const words: Readonly<Record<string, string>> = {
  DocumentType: "kind of document",
  IssuingState: "who issued it",
  DateOfExpiry: "how long it is valid",
  GivenNames: "first names",
  FamilyNames: "surname",
  BirthName: "name at birth",
  DateOfBirth: "birthdate",
  Nationality: "nationality",
};

/** The page on which the card is filled in. */
function sendCard({ sessions, persons }: EidClientDeps, reply: FastifyReply, run: ClientRun): FastifyReply {
  const session = sessions.pendingOf(run.session);
  const asked = [...(session?.operations ?? [])].filter(([, wish]) => wish !== "PROHIBITED");
  return sendPage(
    reply,
    renderIdentityWizard({
      title,
      lead: "It plays the app that reads ID cards. There is no card and no PIN: say what the card says, and how it ends.",
      asked: [
        `${new URL(run.refreshAddress).host} wants to read your card.`,
        session?.transactionInfo ?? "",
        `It reads: ${asked.map(([name]) => words[name] ?? name).join(", ")}.`,
      ],
      action: sandbox_eid_client_path,
      hidden: { session: run.session },
      fields: personFields(persons.last(), chip_documents),
      outcomes: Object.entries(endings).map(([value, { label }]) => ({ value, label })),
    }),
  );
}

function browserOf({ headers }: FastifyRequest): string | null {
  return new RegExp(`(?:^|; )${cookie_name}=([0-9a-f]{32})(?:;|$)`).exec(headers.cookie ?? "")?.[1] ?? null;
}

/** TR-03124-1 §2.5.4: the fragments of the codes, behind what the address has already. `minor` null: it went well. */
function returnAddress(address: string, minor: string | null): string {
  const result = minor === null ? "ResultMajor=ok" : `ResultMajor=error&ResultMinor=${minor}`;
  return `${address}${address.includes("?") ? "&" : "?"}${result}`;
}

const about = {
  "Implementation-Title": "Siegel Sandbox",
  "Implementation-Vendor": "",
  "Implementation-Version": "1.0.0",
  Name: "Siegel Sandbox",
  "Specification-Title": "TR-03124",
  "Specification-Vendor": "Federal Office for Information Security",
  "Specification-Version": "1.3",
};

function sendStatus(reply: FastifyReply, asJson: boolean): FastifyReply {
  reply.headers({ ...for_any_page, server: "SiegelSandbox/1.0.0 (TR-03124-1/1.3)" });
  if (asJson) return reply.type("application/json").send(JSON.stringify(about));
  const lines = Object.entries(about).map(([name, value]) => `${name}: ${value}\n`);
  return reply.type("text/plain; charset=utf-8").send(lines.join(""));
}

/** As the real one, which reads one card at a time. */
function sendBusy(reply: FastifyReply, { session }: ClientRun): FastifyReply {
  const act = {
    ...{ action: sandbox_eid_client_path, hidden: { session, outcome: "cancel" }, label: "End what was begun before" },
  };
  const text = "This client is at another card already.";
  return sendPage(reply.code(409), renderWizardNotice({ title, text, act }));
}

const sendNotice = (reply: FastifyReply, status: number, text: string): FastifyReply =>
  sendPage(reply.code(status), renderWizardNotice({ title, text }));

const sendPage = (reply: FastifyReply, html: string): FastifyReply =>
  reply
    .type("text/html; charset=utf-8")
    .header("cache-control", "no-store")
    .header("content-security-policy", wizard_policy)
    .send(html);
