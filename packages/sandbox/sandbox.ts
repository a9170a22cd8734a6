/**
 * The whole sandbox: a mail server, a port where eID clients read cards and, on one port, Twilio, a time-stamping authority, an OCSP responder,
 * a login service, those who identify people by ID card (with a client for it) and by video, and the inbox.
 */
import type { Server } from "node:net";
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { type AuthorityStore, type DevelopmentAuthority, openDevelopmentAuthority } from "./development-authority.ts";
import { openEid } from "./eid/open-eid.ts";
import { openFaults } from "./faults.ts";
import { openPersonMemory } from "./identity-wizard.ts";
import { openInbox } from "./inbox.ts";
import { inboxRoutes } from "./inbox-routes.ts";
import { cardServiceRoutes } from "./oidc/card-service.ts";
import { loginServiceRoutes } from "./oidc/login-service.ts";
import { smtpServer } from "./smtp.ts";
import { trustRoutes } from "./trust-routes.ts";
import type { TwilioAccount } from "./twilio-callbacks.ts";
import { twilioRoutes } from "./twilio-rest.ts";
import { videoRoutes } from "./video/routes.ts";

/** Most messages kept. */
const messages_max = 2_000;

/** Settings of a sandbox; port 0 takes a free port. */
export type SandboxSettings = {
  readonly port: number;
  readonly smtpPort: number;
  readonly eidPort: number;
  /** Origin of the service whose TLS certificate real eID clients are told. */
  readonly eidRelyingParty: string;
  readonly account: TwilioAccount;
  readonly now: () => Date;
  /** 16 random bytes in hex. */
  readonly randomHex: () => string;
  readonly note: (text: string) => void;
  /** Storage of the sandbox's own authority. */
  readonly authorityStore: AuthorityStore;
  /** OCSP responder for certificates of other issuers: the server's own. */
  readonly ocspUpstream: string | null;
};

/** A running sandbox and where it listens, on 127.0.0.1. */
export type Sandbox = {
  readonly url: string;
  readonly smtpPort: number;
  readonly eidPort: number;
  readonly close: () => Promise<void>;
};

/** Starts everything. @throws when a port is taken */
export async function startSandbox(settings: SandboxSettings): Promise<Sandbox> {
  const inbox = openInbox({ now: settings.now, id: settings.randomHex, limit: messages_max });
  const faults = openFaults();
  const persons = openPersonMemory(settings.now);
  const app = fastify({ bodyLimit: 4 * 1024 * 1024, forceCloseConnections: true, keepAliveTimeout: 75_000 });
  app.addHook("onRequest", refuseOtherHosts);
  inboxRoutes(app, { inbox, faults });
  twilioRoutes(app, { ...settings, inbox, faults, sid: settings.randomHex });
  // The certificates name the port, which is known only after listening; requests wait until the authority is open.
  const authority = Promise.withResolvers<DevelopmentAuthority>();
  await app.register(async (scope) => trustRoutes(scope, { ...settings, faults, authority: authority.promise }));
  const address = Promise.withResolvers<string>();
  await app.register(async (scope) => loginServiceRoutes(scope, { ...settings, url: address.promise }));
  await app.register(async (scope) => cardServiceRoutes(scope, { ...settings, faults, persons, url: address.promise }));
  await app.register(async (scope) => videoRoutes(scope, { ...settings, faults, persons, url: address.promise }));
  const eid = openEid({ ...settings, faults, persons });
  await app.register(async (scope) => eid.routes(scope));
  const smtp = smtpServer({ inbox, faults });
  const smtpPort = await listen(smtp, settings.smtpPort);
  const eidPort = await listen(eid.channel, settings.eidPort);
  eid.listensOn(eidPort);
  const url = (await app.listen({ port: settings.port, host: "127.0.0.1" })).replace("127.0.0.1", "localhost");
  address.resolve(url);
  authority.resolve(await openDevelopmentAuthority({ ...settings, url, store: settings.authorityStore }));
  return { url, smtpPort, eidPort, close: () => close(app, [smtp, eid.channel]) };
}

const ownHosts: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** A page of another site could give its own name this address (DNS rebinding), and read the codes that arrive here. */
async function refuseOtherHosts(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  const name = (request.headers.host ?? "").replace(/:\d+$/, "").toLowerCase();
  if (ownHosts.has(name)) return undefined;
  return reply.code(421).send({ message: "The sandbox answers at http://localhost only." });
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  return address !== null && typeof address === "object" ? address.port : port;
}

async function close(app: FastifyInstance, others: readonly Server[]): Promise<void> {
  await app.close();
  await Promise.all(others.map((server) => new Promise((resolve) => server.close(resolve))));
}
