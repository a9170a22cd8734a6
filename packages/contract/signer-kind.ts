/** The five signer types and their properties. Code asks for a property, never compares the name of a type. */
import type { SignerType } from "./calls/workflow.ts";

/** The properties of a signer type. */
export type SignerKind = {
  /** Whose certificate signs: the service's seal, the person's own, or their organisation's. */
  readonly holder: "service" | "person" | "organisation";
  /** Whether that certificate must be qualified (eIDAS Art. 3 (15), (30)). */
  readonly isQualified: boolean;
  /** How the signer releases the signature. */
  readonly release: "button" | "code" | "password-and-code";
  /** Which phone gets the code; for qualified types never the one that the sender entered. */
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

/** A type whose certificate must be qualified. */
export type QualifiedType = {
  [Type in SignerType]: (typeof signerKinds)[Type]["isQualified"] extends true ? Type : never;
}[SignerType];

/** Whether the certificate must be qualified. */
export function isQualified(type: SignerType): type is QualifiedType {
  return signerKinds[type].isQualified;
}

/** A seal belongs to an organisation, a signature to a person. */
export function isSeal(type: SignerType): boolean {
  return signerKinds[type].holder === "organisation";
}

/** Whether a certificate is issued in the signer's own name. A seal uses its organisation's, a simple signature the provider's. */
export function getsCertificate(type: SignerType): boolean {
  return signerKinds[type].holder === "person";
}

/** Whether the signer or their organisation has a certificate that could be revoked. A simple signature uses only the provider's. */
export function hasCertificate(type: SignerType): boolean {
  return signerKinds[type].holder !== "service";
}

/** Whether the signer authenticates with a code after the documents; otherwise a button there releases the signature. */
export function isAuthenticated(type: SignerType): boolean {
  return signerKinds[type].release !== "button";
}
