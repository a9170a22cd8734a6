/** What each of the five signer types is. What hangs on a type is asked here, by what it means, never by how the type is spelled. */
import type { SignerType } from "./calls/workflow.ts";

/** A signer type by what it means. */
export type SignerKind = {
  /** Whose certificate the signature carries: the service's seal, the person's own, or their organisation's. */
  readonly holder: "service" | "person" | "organisation";
  /** Whether that certificate has to be a qualified one (eIDAS Art. 3 (15), (30)). */
  readonly isQualified: boolean;
  /** What the signer releases the signature with. */
  readonly release: "button" | "code" | "password-and-code";
  /** Whose number that code goes to; a qualified one never goes to a phone that the sender typed. */
  readonly codePhone: "none" | "sent" | "certificate";
};

/** The kind of each signer type (decisions.md §5 'Signing levels'). */
export const signerKinds = {
  s_signature: { holder: "service", isQualified: false, release: "button", codePhone: "none" },
  a_signature: { holder: "person", isQualified: false, release: "code", codePhone: "sent" },
  a_seal: { holder: "organisation", isQualified: false, release: "code", codePhone: "sent" },
  q_signature: { holder: "person", isQualified: true, release: "password-and-code", codePhone: "certificate" },
  q_seal: { holder: "organisation", isQualified: true, release: "password-and-code", codePhone: "certificate" },
} as const satisfies Record<SignerType, SignerKind>;

/** A seal belongs to an organisation, a signature to a person. */
export function isSeal(type: SignerType): boolean {
  return signerKinds[type].holder === "organisation";
}

/** Whether a certificate is issued in the signer's own name: a seal's is its organisation's, a simple signature carries the provider's. */
export function getsCertificate(type: SignerType): boolean {
  return signerKinds[type].holder === "person";
}

/** Whether there is a certificate that could be revoked, their own or their organisation's: the provider's, under a simple signature, is no signer's. */
export function hasCertificate(type: SignerType): boolean {
  return signerKinds[type].holder !== "service";
}

/** Whether the signer is authenticated for the act, after the documents; who is not releases it by a button among them. */
export function isAuthenticated(type: SignerType): boolean {
  return signerKinds[type].release !== "button";
}
