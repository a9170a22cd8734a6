/**
 * A login provider (OpenID Connect Core 1.0) where a person chooses who they are: some demo persons, or whatever they type. It has no
 * passwords, so it trusts everybody on this machine, and sends browsers back to this machine only. It is loaded with its first request.
 */
import { generateKeyPairSync } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { oidc_return_path } from "@siegel/contract/login-link.ts";
import { sandbox_oidc_client_id, sandbox_oidc_client_secret, sandbox_oidc_path } from "@siegel/contract/sandbox.ts";
import type { FastifyInstance } from "fastify";
import type Provider from "oidc-provider";
import { loginMemory } from "./login-memory.ts";
import { renderLogin } from "./login-page.ts";

type LoginDeps = {
  /** The sandbox's own address, which is known after it listens. */
  readonly url: Promise<string>;
  readonly randomHex: () => string;
  readonly now: () => Date;
};

/** Typed text is short: a form and two buttons. */
const form_bytes_max = 4_096;

/** Registers everything below `/oidc`. */
export async function loginServiceRoutes(app: FastifyInstance, deps: LoginDeps): Promise<void> {
  let opened: Promise<Provider> | null = null;
  const provider = (): Promise<Provider> => {
    opened ??= openProvider(deps);
    return opened;
  };
  // The provider reads its requests itself.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  app.get<{ Params: { uid: string } }>(`${sandbox_oidc_path}/interaction/:uid`, async (request, reply) => {
    const { params } = await (await provider()).interactionDetails(request.raw, reply.raw);
    return reply
      .type("text/html; charset=utf-8")
      .header("cache-control", "no-store")
      .header("content-security-policy", "default-src 'none'; style-src 'self'; img-src data:; frame-ancestors 'none'")
      .send(renderLogin(request.params.uid, String(params.redirect_uri)));
  });
  app.post(`${sandbox_oidc_path}/interaction/:uid`, async (request, reply) => {
    const form = new URLSearchParams(await textOf(request.raw));
    reply.hijack();
    await (await provider()).interactionFinished(request.raw, reply.raw, resultOf(form), {
      mergeWithLastSubmission: false,
    });
  });
  app.all(`${sandbox_oidc_path}/*`, async (request, reply) => {
    const service = (await provider()).callback();
    reply.hijack();
    await service(below(request.raw), reply.raw as ServerResponse);
  });
}

/** The provider takes the part of an address below its own, and what was asked from `originalUrl`. */
function below(request: IncomingMessage & { originalUrl?: string }): IncomingMessage {
  request.originalUrl = request.url ?? "";
  request.url = request.originalUrl.slice(sandbox_oidc_path.length);
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

function resultOf(form: URLSearchParams) {
  const person = form.get("typed")?.trim() || form.get("person");
  if (form.has("cancel") || person === null || person === "")
    return { error: "access_denied", error_description: "the person went back" };
  return { login: { accountId: person, remember: false } };
}

async function openProvider({ url, randomHex, now }: LoginDeps): Promise<Provider> {
  const { default: OidcProvider, interactionPolicy } = await import("oidc-provider");
  const { base, Check } = interactionPolicy;
  const policy = base();
  // Everybody is asked who they are each time: here people try to be several.
  policy
    .get("login")
    ?.checks.add(new Check("asked_each_time", "who it is this time", ({ oidc }) => oidc.result?.login === undefined));
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const issuer = (await url) + sandbox_oidc_path;
  const provider = new OidcProvider(issuer, {
    adapter: loginMemory(now),
    clients: [
      {
        client_id: sandbox_oidc_client_id,
        client_secret: sandbox_oidc_client_secret,
        redirect_uris: [`http://localhost:3000${oidc_return_path}`],
        response_types: ["code"],
        grant_types: ["authorization_code"],
        token_endpoint_auth_method: "client_secret_post",
        id_token_signed_response_alg: "ES256",
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), kid: randomHex(), use: "sig", alg: "ES256" }] },
    cookies: { keys: [randomHex()] },
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_context, { uid }) => `${sandbox_oidc_path}/interaction/${uid}` },
    pkce: { required: () => true },
    findAccount: async (_context, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
    // Nobody is asked what the service may know.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ accountId: oidc.session?.accountId, clientId: oidc.client?.clientId });
      grant.addOIDCScope("openid");
      await grant.save();
      return grant;
    },
  });
  provider.Client.prototype.redirectUriAllowed = isOfThisMachine;
  return provider;
}

/** Services on this machine stand on all kinds of ports. */
function isOfThisMachine(uri: string): boolean {
  const url = URL.parse(uri);
  return (
    url !== null && ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname) && url.pathname === oidc_return_path
  );
}
