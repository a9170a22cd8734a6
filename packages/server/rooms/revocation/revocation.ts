/** The door of the room `revocation`: how a signer's certificate ends before its time (docs/decisions/0024). */
export type { DeskCertificate } from "./desk-store.ts";
export { destroyRevokedKey } from "./destroy-revoked-key.ts";
export {
  listCertificates,
  lookAtCertificate,
  lookAtOrganisation,
  type ToldRevocation,
} from "./look-at-certificates.ts";
export { confirmRevocation, orderRevocation, withdrawRevocation } from "./order-revocation.ts";
export { forgetOrders, type RevocationOrder } from "./orders-store.ts";
export { type RevocationMailDeps, sendRevocationMail } from "./revocation-mail.ts";
export { type RevokeDeps, revokeCertificate } from "./revoke-certificate.ts";
export { revokeAll, revokeForgotten } from "./revoke-forgotten.ts";
export { revokeOfOrganisation } from "./revoke-of-organisation.ts";
