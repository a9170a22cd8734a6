import type { CertificateStatus } from "@siegel/contract/calls/certificates.ts";
import type { WorkflowView } from "@siegel/contract/calls/workflow.ts";
import { type QualifiedWay, qualifiedWay } from "@siegel/contract/qualified-ways.ts";
import { isQualified, type QualifiedType } from "@siegel/contract/signer-kind.ts";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { certificateQuery } from "../../../api/queries.ts";
import { useHeader } from "../../../frame/use-header.ts";
import { paths } from "../../../paths.ts";

const look_again_ms = 15_000;

/** A signer who is where their certificate leads, with what is known of it. */
type Here = { readonly type: QualifiedType; readonly status: CertificateStatus };

/**
 * Looks up the certificate and leads to the page of the way that follows from it (signer-side.md §4); `here` is null until the signer is
 * known to be on that page. Asked again whenever they come back to the window and, where one is missing, every few seconds, so that a new certificate leads on by itself.
 */
export function useWay(
  page: QualifiedWay,
  workflow: WorkflowView | undefined,
): { readonly here: Here | null; readonly certificate: UseQueryResult<CertificateStatus> } {
  const navigate = useNavigate();
  // Who waits for a certificate may have this page beside the one that makes it.
  const certificate = useQuery({
    ...certificateQuery(useHeader()),
    refetchInterval: page === "identify" ? look_again_ms : false,
  });
  const type = workflow?.signer_type;
  const status = certificate.data;
  const known = type !== undefined && isQualified(type) && status !== undefined ? { type, status } : null;
  const way = known === null ? null : qualifiedWay(known.type, known.status);
  const href = way === null || way === page || workflow === undefined ? null : paths[way](workflow);
  useEffect(() => {
    if (href !== null) void navigate({ href, replace: true });
  }, [href, navigate]);
  return { here: way === page ? known : null, certificate };
}
