/**
 * The login provider, spoken to by openid-client. Requests go only to public addresses over TLS, or to networks that the operator allows:
 * what the provider says of its own addresses is not ours (decisions.md §7, SSRF).
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
} from "openid-client";
import type { MonotonicClock } from "../../ports/clock.ts";
import type { OidcProvider } from "../../ports/oidc.ts";
import { askOutside, type OutsideFetch } from "../webhooks/outside-fetch.ts";

/** How the provider is reached, and where it sends browsers back to. */
export type OidcSettings = OutsideFetch & {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly label: string;
  readonly redirectUri: string;
  readonly monotonic: MonotonicClock;
};

/** A login asks the provider up to three times; all of them are over before a browser loses its patience. */
const request_timeout_ms = 8_000;
/** Of one answer. */
const answer_bytes_max = 262_144;
/** What the provider says of itself is asked for again after an hour. */
const discovery_lasts_ms = 3_600_000;
/** Their clock and ours differ by so much at most, seconds. */
const tolerance_s = 60;
/** OpenID Connect Core 1.0 §2 allows 255. */
const subject_chars_max = 255;

/** There was no answer, or one that says that the provider has a fault. */
class ProviderAway extends Error {
  override readonly name = "ProviderAway";
}

/** Speaks to the provider. It is asked about itself when somebody logs in, so that a service starts without it. */
export function oidcProvider(settings: OidcSettings): OidcProvider {
  const { clientId, redirectUri, label } = settings;
  const issuer = new URL(settings.issuer).href;
  const known = remembered(settings, () => discover(settings));
  return {
    issuer,
    label,
    addressFor: async ({ state, nonce, verifier }) => {
      try {
        const parameters = {
          redirect_uri: redirectUri,
          scope: "openid",
          response_type: "code",
          code_challenge: await calculatePKCECodeChallenge(verifier),
          code_challenge_method: "S256",
          client_id: clientId,
          state,
          nonce,
        };
        return { kind: "address", url: buildAuthorizationUrl(await known(), parameters).href };
      } catch (cause) {
        // Also what says wrong things of itself: nobody can log in there now.
        return { kind: "away", cause };
      }
    },
    redeem: async (answer, { state, nonce, verifier }) => {
      try {
        const url = new URL(redirectUri);
        url.search = answer;
        const tokens = await authorizationCodeGrant(await known(), url, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const subject = tokens.claims()?.sub ?? "";
        if (subject === "" || subject.length > subject_chars_max)
          return { kind: "refused", cause: new Error("the provider names no subject") };
        return { kind: "person", subject };
      } catch (fault) {
        // Somebody who went back is nothing to be told of.
        if (fault instanceof AuthorizationResponseError && fault.error === "access_denied")
          return { kind: "refused", cause: null };
        return { kind: kindOf(fault), cause: fault };
      }
    },
  };
}

/** Asks once for all who wait, and again after an hour; what failed is asked again by the next. */
function remembered(
  { monotonic }: Pick<OidcSettings, "monotonic">,
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

async function discover(settings: OidcSettings): Promise<Configuration> {
  const { issuer, clientId, clientSecret } = settings;
  const metadata = { client_secret: clientSecret, [clockTolerance]: tolerance_s };
  return await discovery(new URL(issuer), clientId, metadata, undefined, {
    [customFetch]: outsideFetchOf(settings),
    timeout: request_timeout_ms / 1_000,
    // Without TLS the guard lets requests go to the operator's own networks alone; there the token's signature still says who wrote it.
    execute: [allowInsecureRequests, enableNonRepudiationChecks],
  });
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
      if (status >= 500) throw new Error(`the provider answered ${status}`);
      const parts: Uint8Array[] = [];
      let size = 0;
      for await (const part of answer) {
        size += (part as Uint8Array).length;
        if (size > answer_bytes_max) throw new Error("the provider's answer is too long");
        parts.push(part as Uint8Array);
      }
      const type = answer.headers["content-type"];
      return new Response(size === 0 ? null : Buffer.concat(parts), {
        status,
        headers: type === undefined ? {} : { "content-type": type },
      });
    } catch (cause) {
      throw new ProviderAway("the login provider does not answer", { cause });
    }
  };
}

function bytesOf(body: Parameters<CustomFetch>[1]["body"]): Uint8Array | null {
  if (body === undefined || body === null) return null;
  if (typeof body === "string" || body instanceof URLSearchParams) return Buffer.from(String(body));
  if (body instanceof Uint8Array) return body;
  throw new TypeError("openid-client sends text");
}

/** Whether the provider was not there, or does not like what we say, or says what does not hold. */
function kindOf(fault: unknown): "away" | "refused" {
  for (let cause = fault; cause instanceof Error; cause = cause.cause) if (cause instanceof ProviderAway) return "away";
  return "refused";
}
