/** Which way a qualified signer goes after the documents (signer-side.md §4): one table, read by server and web. */
import type { CertificateStatus } from "./calls/certificates.ts";
import type { QualifiedType } from "./signer-kind.ts";

/** With password and code, or to identify first; the last part of the page's address. */
export type QualifiedWay = "authenticate2fa" | "identify";

type Flag = "signer_exists" | "certificate_exists" | "phone_exists" | "signer_seal_identified";

/** What must all hold for password and code. */
const needs: Readonly<Record<QualifiedType, readonly Flag[]>> = {
  q_signature: ["signer_exists", "certificate_exists"],
  q_seal: ["phone_exists", "certificate_exists", "signer_seal_identified"],
};

/** The way of a signer of that type. */
export function qualifiedWay(type: QualifiedType, status: Pick<CertificateStatus, Flag>): QualifiedWay {
  return needs[type].every((flag) => status[flag]) ? "authenticate2fa" : "identify";
}
