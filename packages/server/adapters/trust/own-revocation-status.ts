/** Revocation status from the own authority, in process: the same requests and answers as over HTTP. */
import type { RevocationStatusPort } from "../../ports/revocation-status.ts";
import { checkedRevocationStatus, type StatusSource } from "./checked-revocation-status.ts";

/** The own responder and the own lists; `crlOf` answers null for a CA that is not ours. */
export function ownRevocationStatus(
  own: Pick<StatusSource, "clock" | "random"> & {
    readonly ocspResponse: (request: Uint8Array) => Promise<Uint8Array>;
    readonly crlOf: (issuerCertificate: Uint8Array) => Promise<Uint8Array | null>;
  },
): RevocationStatusPort {
  return checkedRevocationStatus({
    ...own,
    answersSeveral: true,
    askOcsp: async (request) => await own.ocspResponse(request),
    readCrl: async ({ issuer }) => await own.crlOf(issuer.der),
  });
}
