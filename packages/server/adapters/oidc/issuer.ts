/**
 * An OpenID Connect issuer (Core 1.0, authorization code flow with PKCE), spoken to by openid-client. Requests go only to public addresses
 * over TLS, or to networks that the operator allows: what the issuer says of its own addresses is not ours (decisions.md §7, SSRF).
 */
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchProtectedResource,
} from "openid-client";
import type { MonotonicClock } from "../../ports/clock.ts";
import type { OidcQuestion } from "../../ports/oidc.ts";
import { askOutside, type OutsideFetch } from "../webhooks/outside-fetch.ts";

/** How the issuer is reached, and where it sends browsers back to. */
export type IssuerSettings = OutsideFetch & {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  readonly monotonic: MonotonicClock;
};

/** What the issuer said of somebody: its ID token, whose signature, times and nonce hold. */
export type IssuerAnswer = {
  readonly idToken: string;
  readonly claims: Readonly<Record<string, unknown>> & { readonly sub: string };
  /** Asks the UserInfo endpoint (Core §5.3) of the same issuer about the same person; null where it has none. @throws where it does not answer */
  readonly userInfo: () => Promise<string | null>;
};

/** One issuer. It is asked about itself when somebody comes, so that a service starts without it. */
export type Issuer = {
  /** Where the browser is sent; `asked`: the scope, and more parameters. Never throws. */
  readonly addressFor: (
    question: OidcQuestion,
    asked: { readonly scope: string } & Readonly<Record<string, string>>,
  ) => Promise<{ readonly kind: "address"; readonly url: string } | { readonly kind: "away"; readonly cause: unknown }>;
  /** `answer`: the query that the browser came back with. @throws what `meaningOf` reads */
  readonly redeem: (answer: string, question: OidcQuestion) => Promise<IssuerAnswer>;
};

/** Somebody comes back: the issuer is asked up to three times, and all of it is over before a browser loses its patience. */
const request_timeout_ms = 8_000;
/** Of one answer. */
const answer_bytes_max = 262_144;
/** What the issuer says of itself is asked for again after an hour. */
const discovery_lasts_ms = 3_600_000;
/** Their clock and ours differ by so much at most, seconds. */
const tolerance_s = 60;

/** There was no answer, or one that says that the issuer has a fault. */
class IssuerAway extends Error {
  override readonly name = "IssuerAway";
}

/** Speaks to the issuer of `settings`. */
export function openIssuer(settings: IssuerSettings): Issuer {
  const { clientId, redirectUri } = settings;
  const known = remembered(settings, () => discover(settings));
  return {
    addressFor: async ({ state, nonce, verifier }, asked) => {
      try {
        const parameters = {
          redirect_uri: redirectUri,
          response_type: "code",
          code_challenge: await calculatePKCECodeChallenge(verifier),
          code_challenge_method: "S256",
          client_id: clientId,
          state,
          nonce,
          ...asked,
        };
        return { kind: "address", url: buildAuthorizationUrl(await known(), parameters).href };
      } catch (cause) {
        // Also what says wrong things of itself: nobody can be sent there now.
        return { kind: "away", cause };
      }
    },
    redeem: async (answer, { state, nonce, verifier }) => {
      const url = new URL(redirectUri);
      url.search = answer;
      const configuration = await known();
      const tokens = await authorizationCodeGrant(configuration, url, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      return {
        idToken: tokens.id_token ?? "",
        claims: { sub: "", ...tokens.claims() },
        userInfo: () => userInfoOf(configuration, tokens.access_token),
      };
    },
  };
}

/** What a fault of `redeem` says: the person went back, the issuer was not there, or it does not like what we say or says what does not hold. */
export function meaningOf(fault: unknown): "went-back" | "away" | "refused" {
  if (fault instanceof AuthorizationResponseError && fault.error === "access_denied") return "went-back";
  for (let cause = fault; cause instanceof Error; cause = cause.cause) if (cause instanceof IssuerAway) return "away";
  return "refused";
}

/** Asks once for all who wait, and again after an hour; what failed is asked again by the next. */
function remembered(
  { monotonic }: Pick<IssuerSettings, "monotonic">,
  ask: () => Promise<Configuration>,
): () => Promise<Configuration> {
  let known: { readonly answer: Promise<Configuration>; readonly until: number } | null = null;
  return () => {
    if (known !== null && monotonic.elapsedMs() < known.until) return known.answer;
    const asked = { answer: ask(), until: monotonic.elapsedMs() + discovery_lasts_ms };
    known = asked;
    asked.answer.catch(() => {
      if (known === asked) known = null;
    });
    return asked.answer;
  };
}

async function discover(settings: IssuerSettings): Promise<Configuration> {
  const { issuer, clientId, clientSecret } = settings;
  const metadata = { client_secret: clientSecret, [clockTolerance]: tolerance_s };
  return await discovery(new URL(issuer), clientId, metadata, undefined, {
    [customFetch]: outsideFetchOf(settings),
    timeout: request_timeout_ms / 1_000,
    // Without TLS the guard lets requests go to the operator's own networks alone; there the token's signature still says who wrote it.
    execute: [allowInsecureRequests, enableNonRepudiationChecks],
  });
}

async function userInfoOf(configuration: Configuration, accessToken: string): Promise<string | null> {
  const address = configuration.serverMetadata().userinfo_endpoint;
  if (address === undefined) return null;
  const answer = await fetchProtectedResource(configuration, accessToken, new URL(address), "GET");
  if (answer.status !== 200) throw new Error(`the UserInfo endpoint answered ${answer.status}`);
  return await answer.text();
}

/** `fetch` through the guard. */
function outsideFetchOf(how: OutsideFetch): CustomFetch {
  return async (url, { method, headers, body }) => {
    const signal = AbortSignal.timeout(how.timeoutMs ?? request_timeout_ms);
    try {
      const answer = await askOutside(
        how,
        { url, method: method === "POST" ? "POST" : "GET", headers: { ...headers }, body: bytesOf(body) },
        signal,
      );
      const status = answer.statusCode ?? 0;
      if (status >= 500) throw new Error(`the issuer answered ${status}`);
      const parts: Uint8Array[] = [];
      let size = 0;
      for await (const part of answer) {
        size += (part as Uint8Array).length;
        if (size > answer_bytes_max) throw new Error("the issuer's answer is too long");
        parts.push(part as Uint8Array);
      }
      const type = answer.headers["content-type"];
      return new Response(size === 0 ? null : Buffer.concat(parts), {
        status,
        headers: type === undefined ? {} : { "content-type": type },
      });
    } catch (cause) {
      throw new IssuerAway("the issuer does not answer", { cause });
    }
  };
}

function bytesOf(body: Parameters<CustomFetch>[1]["body"]): Uint8Array | null {
  if (body === undefined || body === null) return null;
  if (typeof body === "string" || body instanceof URLSearchParams) return Buffer.from(String(body));
  if (body instanceof Uint8Array) return body;
  throw new TypeError("openid-client sends text");
}
