/** The door of the room `revocation`: how a signer's certificate ends before its time (docs/decisions/0024). */
export { destroyRevokedKey } from "./destroy-revoked-key.ts";
export { type RevocationMailDeps, sendRevocationMail } from "./revocation-mail.ts";
export { revokeCertificate } from "./revoke-certificate.ts";
export { revokeAll, revokeForgotten } from "./revoke-forgotten.ts";
