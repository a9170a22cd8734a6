/**
 * Where each call goes. Types come from the contract; method and path stand here again so that no page carries the
 * schemas' validator: `calls.test.ts` compares every line with the contract.
 */
import type { getCertificate } from "@siegel/contract/calls/certificates.ts";
import type { checkSms, getPhone, getSms, retrySms } from "@siegel/contract/calls/challenges.ts";
import type { configuration } from "@siegel/contract/calls/configuration.ts";
import type { getSummaryFiles, getWorkflowFiles, updateXfdf } from "@siegel/contract/calls/files.ts";
import type {
  checkCertificatePassword,
  getPhoneQualified,
  getSmsQualified,
  signNowQes2Fa,
} from "@siegel/contract/calls/qualified-signing.ts";
import type {
  deleteSignatureImage,
  getHandover,
  getImageArea,
  getSignatureImage,
  giveImage,
  lookAtHandover,
  openHandover,
  putSignatureImage,
  takeHandover,
} from "@siegel/contract/calls/signature-image.ts";
import type { getSigningState, signWithoutAuth, signWorkflow } from "@siegel/contract/calls/signing.ts";
import type {
  checkPath,
  checkWorkflow,
  extendSession,
  getWorkflow,
  logout,
  refuseWorkflow,
  workflowLogin,
} from "@siegel/contract/calls/workflow.ts";
import type { DataOf, InputOf } from "./call-types.ts";

type Contract = {
  configuration: typeof configuration;
  checkPath: typeof checkPath;
  checkWorkflow: typeof checkWorkflow;
  workflowLogin: typeof workflowLogin;
  getWorkflow: typeof getWorkflow;
  refuseWorkflow: typeof refuseWorkflow;
  extendSession: typeof extendSession;
  logout: typeof logout;
  getWorkflowFiles: typeof getWorkflowFiles;
  updateXfdf: typeof updateXfdf;
  getSummaryFiles: typeof getSummaryFiles;
  getSms: typeof getSms;
  getPhone: typeof getPhone;
  retrySms: typeof retrySms;
  checkSms: typeof checkSms;
  getCertificate: typeof getCertificate;
  getSmsQualified: typeof getSmsQualified;
  getPhoneQualified: typeof getPhoneQualified;
  checkCertificatePassword: typeof checkCertificatePassword;
  signNowQes2Fa: typeof signNowQes2Fa;
  signWithoutAuth: typeof signWithoutAuth;
  signWorkflow: typeof signWorkflow;
  getSigningState: typeof getSigningState;
  getSignatureImage: typeof getSignatureImage;
  putSignatureImage: typeof putSignatureImage;
  deleteSignatureImage: typeof deleteSignatureImage;
  getImageArea: typeof getImageArea;
  openHandover: typeof openHandover;
  getHandover: typeof getHandover;
  takeHandover: typeof takeHandover;
  lookAtHandover: typeof lookAtHandover;
  giveImage: typeof giveImage;
};

/** The calls this web makes. */
export type CallName = keyof Contract;

/** What a call of the signers' pages takes. */
export type CallInput<Name extends CallName> = InputOf<Contract[Name]>;
/** `data` of its answer. */
export type CallData<Name extends CallName> = DataOf<Contract[Name]>;

/** Method and path of every call. */
export const callTable = {
  configuration: { method: "GET", path: "/api/configuration" },
  checkPath: { method: "POST", path: "/api/auth/checkPath" },
  checkWorkflow: { method: "POST", path: "/api/workflow/checkWorkflow" },
  workflowLogin: { method: "POST", path: "/api/auth/workflowLogin/:workflow_id/:signer_id" },
  getWorkflow: { method: "GET", path: "/api/workflow/getWorkflow/:workflow_id" },
  refuseWorkflow: { method: "POST", path: "/api/signing/revokeWorkflow/:workflow_id/:signer_id" },
  extendSession: { method: "POST", path: "/api/auth/extendSession" },
  logout: { method: "POST", path: "/api/auth/logout" },
  getWorkflowFiles: { method: "GET", path: "/api/files/getWorkflowFiles" },
  updateXfdf: { method: "PUT", path: "/api/files/updateXFDF/" },
  getSummaryFiles: { method: "GET", path: "/api/files/getSummaryFiles" },
  getSms: { method: "POST", path: "/api/auth/getSMS" },
  getPhone: { method: "POST", path: "/api/auth/getPhone" },
  retrySms: { method: "POST", path: "/api/auth/retrySMS/" },
  checkSms: { method: "POST", path: "/api/auth/checkSMS/" },
  getCertificate: { method: "GET", path: "/api/certificates/getCertificate" },
  getSmsQualified: { method: "POST", path: "/api/auth/getSMSQualified" },
  getPhoneQualified: { method: "POST", path: "/api/auth/getPhoneQualified" },
  checkCertificatePassword: { method: "POST", path: "/api/auth/checkCertificatePassword/" },
  signNowQes2Fa: { method: "POST", path: "/api/signing/signNowQes2Fa" },
  signWithoutAuth: { method: "POST", path: "/api/signing/signWithoutAuth" },
  signWorkflow: { method: "POST", path: "/api/signing/signWorkflow" },
  getSigningState: { method: "GET", path: "/api/signing/state" },
  getSignatureImage: { method: "GET", path: "/api/files/signatureImage" },
  putSignatureImage: { method: "PUT", path: "/api/files/signatureImage" },
  deleteSignatureImage: { method: "DELETE", path: "/api/files/signatureImage" },
  getImageArea: { method: "GET", path: "/api/files/signatureImage/area/:width/:height" },
  openHandover: { method: "POST", path: "/api/files/signatureImage/handover" },
  getHandover: { method: "GET", path: "/api/files/signatureImage/handover" },
  takeHandover: { method: "POST", path: "/api/files/signatureImage/handover/take" },
  lookAtHandover: { method: "POST", path: "/api/handover/look" },
  giveImage: { method: "POST", path: "/api/handover/give" },
} as const satisfies Record<CallName, { readonly method: string; readonly path: string }>;

/** The address of a file's bytes; `audit_report` names the report. */
export function fileUrl(id: string): string {
  return `/api/files/getFile/${encodeURIComponent(id)}`;
}
