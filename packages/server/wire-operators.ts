/** What the operator's desk calls. */
import type { Routes } from "./http/app.ts";
import { operatorAuthorityRoutes } from "./http/operator/authority.ts";
import { operatorCaseRoutes } from "./http/operator/cases.ts";
import { operatorCertificateRoutes } from "./http/operator/certificates.ts";
import { operatorOrganisationRoutes } from "./http/operator/organisations.ts";
import { operatorRegisterRoutes } from "./http/operator/register.ts";
import { operatorReviewRoutes } from "./http/operator/reviews.ts";
import { operatorSessionRoutes } from "./http/operator/session.ts";

/** Calls that the pages of `/operator` make. */
export const operatorRoutes: readonly Routes[] = [
  operatorSessionRoutes,
  operatorOrganisationRoutes,
  operatorRegisterRoutes,
  operatorCaseRoutes,
  operatorReviewRoutes,
  operatorCertificateRoutes,
  operatorAuthorityRoutes,
];
