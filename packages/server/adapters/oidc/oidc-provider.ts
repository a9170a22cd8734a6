/** The provider at which people with an account may log in. */
import type { OidcProvider } from "../../ports/oidc.ts";
import { type IssuerSettings, meaningOf, openIssuer } from "./issuer.ts";

/** The issuer, and what people call it. */
export type OidcSettings = IssuerSettings & { readonly label: string };

/** OpenID Connect Core 1.0 §2 allows 255. */
const subject_chars_max = 255;

/** Speaks to the provider. */
export function oidcProvider(settings: OidcSettings): OidcProvider {
  const issuer = openIssuer(settings);
  return {
    issuer: new URL(settings.issuer).href,
    label: settings.label,
    addressFor: (question) => issuer.addressFor(question, { scope: "openid" }),
    redeem: async (answer, question) => {
      try {
        const { sub } = (await issuer.redeem(answer, question)).claims;
        if (sub === "" || sub.length > subject_chars_max)
          return { kind: "refused", cause: new Error("the provider names no subject") };
        return { kind: "person", subject: sub };
      } catch (fault) {
        const meaning = meaningOf(fault);
        // Somebody who went back is nothing to be told of.
        return meaning === "went-back" ? { kind: "refused", cause: null } : { kind: meaning, cause: fault };
      }
    },
  };
}
