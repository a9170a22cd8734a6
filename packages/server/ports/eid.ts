/** Identification with the chip of an ID card (BSI TR-03124, TR-03130, or an OpenID Connect issuer in front of them). */
import type { Language } from "@siegel/contract/limits.ts";
import type { OidcQuestion } from "./oidc.ts";
import type { ProviderAnswer, ProviderAway } from "./proven-identity.ts";

/** The one provider of this service. */
export type EidProvider = EidServer | EidIssuer;

/** An eID-Server (TR-03130): the person's client fetches a TcToken from us, and reads the card for the server. */
export type EidServer = {
  readonly kind: "server";
  /** Its name in the trail. */
  readonly name: string;
  /** Opens a session (useID). Never throws. */
  readonly open: (wish: {
    /** Shown to the holder by the client. */
    readonly transactionInfo: string;
  }) => Promise<{ readonly kind: "opened"; readonly session: EidSession } | ProviderAway>;
  /** The link that opens the client on a person's device (TR-03124-1 §2.2); phones take another scheme. */
  readonly clientLink: (tokenUrl: string, device: { readonly isPhone: boolean }) => string;
  /** The TcToken (XML) of a session (TR-03124-1 §2.6.1); null: no session, so the client goes to `errorUrl` at once. */
  readonly token: (made: {
    readonly session: EidSession | null;
    readonly refreshUrl: string;
    readonly errorUrl: string;
  }) => string;
  /**
   * What came of a session (getResult). `counter`: greater than in every call before for that session. A server tells the identity once and
   * then forgets the session. Never throws.
   */
  readonly result: (session: { readonly id: string; readonly counter: number }) => Promise<ProviderAnswer>;
};

/** A session at the eID-Server. */
export type EidSession = {
  /** Names it in `result`. */
  readonly id: string;
  /** Where the client connects to, https. */
  readonly serverAddress: string;
  /** The session as the client names it: identity of the pre-shared key. */
  readonly sessionIdentifier: string;
  /** Hex, of even length; null: the server is behind its own TLS. */
  readonly psk: string | null;
};

/** An issuer (OpenID Connect) that reads cards itself and answers claims. */
export type EidIssuer = {
  readonly kind: "issuer";
  readonly name: string;
  /** Where the browser is sent. Never throws. */
  readonly addressFor: (
    question: OidcQuestion,
    asked: { readonly language: Language },
  ) => Promise<{ readonly kind: "address"; readonly url: string } | ProviderAway>;
  /** What the issuer tells, once. `answer`: the query that the browser came back with. Never throws. */
  readonly redeem: (answer: string, question: OidcQuestion) => Promise<ProviderAnswer>;
};
