/** Where each call of the operator's desk goes; loaded with its pages only. `calls.test.ts` compares every line with the contract. */
import type { operatorAuthority } from "@siegel/contract/calls/operator-authority.ts";
import type {
  createCase,
  endCase,
  operatorCase,
  operatorCases,
  resendCaseLink,
} from "@siegel/contract/calls/operator-cases.ts";
import type {
  confirmRevocation,
  confirmRevocationOfOrganisation,
  operatorCertificate,
  operatorCertificates,
  organisationCertificates,
  revokeByOperator,
  revokeOfOrganisation,
  withdrawRevocation,
  withdrawRevocationOfOrganisation,
} from "@siegel/contract/calls/operator-certificates.ts";
import type {
  changeOrganisationLicence,
  operatorDesk,
  operatorOrganisation,
  operatorOrganisations,
  operatorPeople,
  removePersonFactor,
  setOrganisationActive,
  setPersonActive,
} from "@siegel/contract/calls/operator-organisations.ts";
import type {
  checkRegister,
  confirmRegister,
  withdrawRegisterCheck,
} from "@siegel/contract/calls/operator-register.ts";
import type {
  approveReview,
  operatorReview,
  operatorReviews,
  rejectReview,
} from "@siegel/contract/calls/operator-reviews.ts";
import type {
  extendOperatorSession,
  logoutOperator,
  operatorLogin,
  operatorSession,
} from "@siegel/contract/calls/operator-session.ts";
import type { DataOf, InputOf } from "./call-types.ts";

type Contract = {
  operatorLogin: typeof operatorLogin;
  operatorSession: typeof operatorSession;
  extendOperatorSession: typeof extendOperatorSession;
  logoutOperator: typeof logoutOperator;
  operatorDesk: typeof operatorDesk;
  operatorOrganisations: typeof operatorOrganisations;
  operatorOrganisation: typeof operatorOrganisation;
  setOrganisationActive: typeof setOrganisationActive;
  changeOrganisationLicence: typeof changeOrganisationLicence;
  operatorPeople: typeof operatorPeople;
  setPersonActive: typeof setPersonActive;
  removePersonFactor: typeof removePersonFactor;
  checkRegister: typeof checkRegister;
  confirmRegister: typeof confirmRegister;
  withdrawRegisterCheck: typeof withdrawRegisterCheck;
  operatorCases: typeof operatorCases;
  operatorCase: typeof operatorCase;
  createCase: typeof createCase;
  resendCaseLink: typeof resendCaseLink;
  endCase: typeof endCase;
  operatorReviews: typeof operatorReviews;
  operatorReview: typeof operatorReview;
  approveReview: typeof approveReview;
  rejectReview: typeof rejectReview;
  operatorCertificates: typeof operatorCertificates;
  operatorCertificate: typeof operatorCertificate;
  revokeByOperator: typeof revokeByOperator;
  confirmRevocation: typeof confirmRevocation;
  withdrawRevocation: typeof withdrawRevocation;
  organisationCertificates: typeof organisationCertificates;
  revokeOfOrganisation: typeof revokeOfOrganisation;
  confirmRevocationOfOrganisation: typeof confirmRevocationOfOrganisation;
  withdrawRevocationOfOrganisation: typeof withdrawRevocationOfOrganisation;
  operatorAuthority: typeof operatorAuthority;
};

/** The calls that operators make. */
export type OperatorCallName = keyof Contract;
/** What one takes. */
export type OperatorCallInput<Name extends OperatorCallName> = InputOf<Contract[Name]>;
/** `data` of its answer. */
export type OperatorCallData<Name extends OperatorCallName> = DataOf<Contract[Name]>;

/** Method and path of every call. */
export const operatorCallTable = {
  operatorLogin: { method: "POST", path: "/api/operator/login" },
  operatorSession: { method: "GET", path: "/api/operator/session" },
  extendOperatorSession: { method: "POST", path: "/api/operator/extendSession" },
  logoutOperator: { method: "DELETE", path: "/api/operator/logout" },
  operatorDesk: { method: "GET", path: "/api/operator/desk" },
  operatorOrganisations: { method: "GET", path: "/api/operator/organisations" },
  operatorOrganisation: { method: "GET", path: "/api/operator/organisations/:id" },
  setOrganisationActive: { method: "PUT", path: "/api/operator/organisations/:id/active" },
  changeOrganisationLicence: { method: "PUT", path: "/api/operator/organisations/:id/licence" },
  operatorPeople: { method: "GET", path: "/api/operator/organisations/:id/people" },
  setPersonActive: { method: "PUT", path: "/api/operator/people/:id/active" },
  removePersonFactor: { method: "DELETE", path: "/api/operator/people/:id/factor" },
  checkRegister: { method: "PUT", path: "/api/operator/organisations/:id/register" },
  confirmRegister: { method: "POST", path: "/api/operator/organisations/:id/register/confirm" },
  withdrawRegisterCheck: { method: "DELETE", path: "/api/operator/organisations/:id/register/check" },
  operatorCases: { method: "GET", path: "/api/operator/cases" },
  operatorCase: { method: "GET", path: "/api/operator/cases/:id" },
  createCase: { method: "POST", path: "/api/operator/cases" },
  resendCaseLink: { method: "POST", path: "/api/operator/cases/:id/link" },
  endCase: { method: "DELETE", path: "/api/operator/cases/:id" },
  operatorReviews: { method: "GET", path: "/api/operator/reviews" },
  operatorReview: { method: "GET", path: "/api/operator/reviews/:id" },
  approveReview: { method: "POST", path: "/api/operator/reviews/:id/approve" },
  rejectReview: { method: "POST", path: "/api/operator/reviews/:id/reject" },
  operatorCertificates: { method: "GET", path: "/api/operator/certificates" },
  operatorCertificate: { method: "GET", path: "/api/operator/certificates/:id" },
  revokeByOperator: { method: "POST", path: "/api/operator/certificates/:id/revocation" },
  confirmRevocation: { method: "POST", path: "/api/operator/certificates/:id/revocation/confirm" },
  withdrawRevocation: { method: "DELETE", path: "/api/operator/certificates/:id/revocation" },
  organisationCertificates: { method: "GET", path: "/api/operator/organisations/:id/certificates" },
  revokeOfOrganisation: { method: "POST", path: "/api/operator/organisations/:id/certificates/revocation" },
  confirmRevocationOfOrganisation: {
    method: "POST",
    path: "/api/operator/organisations/:id/certificates/revocation/confirm",
  },
  withdrawRevocationOfOrganisation: {
    method: "DELETE",
    path: "/api/operator/organisations/:id/certificates/revocation",
  },
  operatorAuthority: { method: "GET", path: "/api/operator/authority" },
} as const satisfies Record<OperatorCallName, { readonly method: string; readonly path: string }>;
