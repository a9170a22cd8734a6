/** The provider at which people with an account may log in (OpenID Connect Core 1.0, authorization code flow). */

/** What the server remembers of a question to the provider, 256 random bits each, base64url. */
export type OidcQuestion = {
  readonly state: string;
  readonly nonce: string;
  /** PKCE (RFC 7636). */
  readonly verifier: string;
};

/** `subject`: the person's id at the provider, never their address. `away`, `refused` say why, for the log. */
export type OidcAnswer =
  | { readonly kind: "person"; readonly subject: string }
  | { readonly kind: "away" | "refused"; readonly cause: unknown };

/** The one provider of this service. */
export type OidcProvider = {
  /** What names it: its issuer, in the form of a URL of the URL standard. Links hold for one issuer. */
  readonly issuer: string;
  /** What people call it. */
  readonly label: string;
  /** Where the browser is sent. Asks the provider where that is, at most once an hour, and for 8 seconds at most. Never throws. */
  readonly addressFor: (
    question: OidcQuestion,
  ) => Promise<{ readonly kind: "address"; readonly url: string } | { readonly kind: "away"; readonly cause: unknown }>;
  /**
   * Asks the provider once who the person is. `answer`: the query that the browser came back with. Checks state, issuer, nonce, signature
   * and times. Never throws; an answer works once, as the provider sees to.
   */
  readonly redeem: (answer: string, question: OidcQuestion) => Promise<OidcAnswer>;
};
