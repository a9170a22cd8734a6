/** Revocation status over HTTP: OCSP (RFC 6960 appendix A) and CRL download (RFC 5280 §4.2.1.13). */
import type { Certificate } from "@siegel/kernel/x509/certificate.ts";
import type { RevocationStatusPort } from "../../ports/revocation-status.ts";
import { fetchBytes } from "../bounded-fetch.ts";
import { checkedRevocationStatus, type StatusSource } from "./checked-revocation-status.ts";

const timeoutMs = 5_000;
const ocspBytesMax = 64 * 1024;
const crlBytesMax = 16 * 1024 * 1024;

/**
 * `ocspUrl` (SIEGEL_OCSP_URL) is asked instead of the responder a certificate names. Addresses out of certificates are only followed to
 * `trustedHosts` (host with port): a certificate may name any address, also one inside our own network (decisions.md §7 "SSRF").
 */
export function httpRevocationStatus(
  options: Pick<StatusSource, "clock" | "random"> & {
    readonly ocspUrl: string | null;
    readonly trustedHosts: readonly string[];
  },
): RevocationStatusPort {
  const allowed = (url: string | null): string | null =>
    url !== null && isTrusted(url, options.trustedHosts) ? url : null;
  return checkedRevocationStatus({
    ...options,
    answersSeveral: false,
    askOcsp: async (request, { certificate }) => {
      const url = options.ocspUrl ?? allowed(ocspUrlOf(certificate));
      if (url === null) return null;
      return await fetchBytes({
        url,
        method: "POST",
        body: request,
        contentType: "application/ocsp-request",
        accept: "application/ocsp-response",
        timeoutMs,
        bytesMax: ocspBytesMax,
      });
    },
    readCrl: async ({ certificate }) => {
      const url = allowed(crlUrlOf(certificate));
      if (url === null) return null;
      return await fetchBytes({ url, method: "GET", accept: "application/pkix-crl", timeoutMs, bytesMax: crlBytesMax });
    },
  });
}

function isTrusted(url: string, hosts: readonly string[]): boolean {
  const parsed = URL.parse(url);
  return (
    parsed !== null && (parsed.protocol === "http:" || parsed.protocol === "https:") && hosts.includes(parsed.host)
  );
}

const ocspUrlOf = (certificate: Certificate): string | null => certificate.ocspUrls[0] ?? null;
const crlUrlOf = (certificate: Certificate): string | null => certificate.crlUrls[0] ?? null;
