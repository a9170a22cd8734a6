/** Where a signer authenticates after the documents (signer-side.md §4). */
import type { SignerType } from "@siegel/contract/calls/workflow.ts";
import { isQualified } from "@siegel/contract/signer-kind.ts";
import { paths, type SignerPath } from "../paths.ts";

/** A qualified signer's page looks up the certificate, and leads to where one is had if there is none to use. */
export const authenticationPath = (type: SignerType, at: SignerPath): string =>
  isQualified(type) ? paths.authenticate2fa(at) : paths.authenticate(at);
