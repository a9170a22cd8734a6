/**
 * An OpenID Connect issuer (Core 1.0) where a person plays who they are. It has no passwords, so it trusts everybody on this machine, and
 * sends browsers back to this machine only. It is loaded with its first request.
 */
import { generateKeyPairSync } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import type Provider from "oidc-provider";
import type { Configuration, InteractionResults } from "oidc-provider";
import { type Fault, waitIfSlow } from "../faults.ts";
import { isLoopback } from "../loopback.ts";
import { issuerMemory } from "./issuer-memory.ts";

/** What every issuer needs. */
export type IssuerDeps = {
  /** The sandbox's own address, which is known after it listens. */
  readonly url: Promise<string>;
  readonly randomHex: () => string;
  readonly now: () => Date;
};

/** One issuer. */
export type SandboxIssuer = {
  /** Where it is, below the sandbox's address. */
  readonly path: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The only path that browsers are sent back to. */
  readonly returnPath: string;
  /** The page on which somebody chooses. `service`: the address that the browser is sent back to. */
  readonly page: (uid: string, service: string) => string;
  readonly policy: string;
  /** What the page's form says; null: it does not hold. */
  readonly resultOf: (form: URLSearchParams) => InteractionResults | null;
  /** What is told of an account besides its id. */
  readonly claimsOf: (accountId: string) => Readonly<Record<string, unknown>>;
  /** What it may tell: scopes and claims (OIDC Core §5.4, §5.5). */
  readonly tells: Pick<Configuration, "claims" | "acrValues" | "scopes"> & { readonly names: readonly string[] };
  /** The fault of a call of the token endpoint, where tests ordered one. */
  readonly fault: () => Fault | undefined;
};

/** The form and its buttons are short. */
const form_bytes_max = 8_192;

/** Registers everything below the issuer's path. */
export function issuerRoutes(app: FastifyInstance, deps: IssuerDeps, issuer: SandboxIssuer): void {
  let opened: Promise<Provider> | null = null;
  const provider = (): Promise<Provider> => {
    opened ??= openProvider(deps, issuer);
    return opened;
  };
  // The provider reads its requests itself.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  app.get<{ Params: { uid: string } }>(`${issuer.path}/interaction/:uid`, async (request, reply) => {
    const { params } = await (await provider()).interactionDetails(request.raw, reply.raw);
    return reply
      .type("text/html; charset=utf-8")
      .header("cache-control", "no-store")
      .header("content-security-policy", issuer.policy)
      .send(issuer.page(request.params.uid, String(params.redirect_uri)));
  });
  app.post(`${issuer.path}/interaction/:uid`, async (request, reply) => {
    const result = issuer.resultOf(new URLSearchParams(await textOf(request.raw)));
    if (result === null) return reply.code(400).send({ error: "The form does not hold. Go back and look at it." });
    reply.hijack();
    return await (await provider()).interactionFinished(request.raw, reply.raw, result, {
      mergeWithLastSubmission: false,
    });
  });
  app.all(`${issuer.path}/*`, async (request, reply) => {
    const service = (await provider()).callback();
    const fault = request.url === `${issuer.path}/token` ? issuer.fault() : undefined;
    await waitIfSlow(fault);
    reply.hijack();
    if (fault !== undefined && fault.mode !== "slow") return void reply.raw.destroy();
    return await service(below(request.raw, issuer.path), reply.raw as ServerResponse);
  });
}

/** The provider takes the part of an address below its own, and what was asked from `originalUrl`. */
function below(request: IncomingMessage & { originalUrl?: string }, path: string): IncomingMessage {
  request.originalUrl = request.url ?? "";
  request.url = request.originalUrl.slice(path.length);
  return request;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request) {
    size += (part as Uint8Array).length;
    if (size > form_bytes_max) throw new Error("the form is too long");
    parts.push(part as Uint8Array);
  }
  return Buffer.concat(parts).toString();
}

async function openProvider({ url, randomHex, now }: IssuerDeps, issuer: SandboxIssuer): Promise<Provider> {
  const { default: OidcProvider, interactionPolicy } = await import("oidc-provider");
  const { base, Check } = interactionPolicy;
  const policy = base();
  // Everybody is asked who they are each time: here people try to be several.
  policy
    .get("login")
    ?.checks.add(new Check("asked_each_time", "who it is this time", ({ oidc }) => oidc.result?.login === undefined));
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { names, ...tells } = issuer.tells;
  const provider = new OidcProvider((await url) + issuer.path, {
    adapter: issuerMemory(now),
    clients: [
      {
        client_id: issuer.clientId,
        client_secret: issuer.clientSecret,
        redirect_uris: [`http://localhost:3000${issuer.returnPath}`],
        response_types: ["code"],
        grant_types: ["authorization_code"],
        token_endpoint_auth_method: "client_secret_post",
        id_token_signed_response_alg: "ES256",
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), kid: randomHex(), use: "sig", alg: "ES256" }] },
    // Several issuers stand at one address, and cookies do not know ports: the service that asks has its own.
    cookies: { keys: [randomHex()], names: cookieNames(`sandbox_${issuer.clientId}`) },
    features: { devInteractions: { enabled: false }, claimsParameter: { enabled: true } },
    interactions: { policy, url: (_context, { uid }) => `${issuer.path}/interaction/${uid}` },
    pkce: { required: () => true },
    findAccount: async (_context, id) => ({
      accountId: id,
      claims: async () => ({ sub: id, ...issuer.claimsOf(id) }),
    }),
    ...tells,
    // Nobody is asked what the service may know.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ accountId: oidc.session?.accountId, clientId: oidc.client?.clientId });
      grant.addOIDCScope(["openid", ...(tells.scopes ?? [])].join(" "));
      grant.addOIDCClaims([...names]);
      await grant.save();
      return grant;
    },
  });
  provider.Client.prototype.redirectUriAllowed = (uri: string) =>
    isLoopback(uri) && new URL(uri).pathname === issuer.returnPath;
  return provider;
}

const cookieNames = (prefix: string) => ({
  interaction: `${prefix}_interaction`,
  resume: `${prefix}_resume`,
  session: `${prefix}_session`,
});
