import * as accountEntrance from "@siegel/contract/calls/account-entrance.ts";
import { accountInformations } from "@siegel/contract/calls/account-information.ts";
import * as accounts from "@siegel/contract/calls/accounts.ts";
import * as administratorSession from "@siegel/contract/calls/administrator-session.ts";
import * as certIdentity from "@siegel/contract/calls/cert-identity.ts";
import * as certManager from "@siegel/contract/calls/cert-manager.ts";
import * as certificates from "@siegel/contract/calls/certificates.ts";
import * as challenges from "@siegel/contract/calls/challenges.ts";
import { configuration } from "@siegel/contract/calls/configuration.ts";
import * as files from "@siegel/contract/calls/files.ts";
import * as identification from "@siegel/contract/calls/identification.ts";
import * as joinKey from "@siegel/contract/calls/join-key.ts";
import * as look from "@siegel/contract/calls/look.ts";
import * as oidc from "@siegel/contract/calls/oidc.ts";
import * as operatorAuthority from "@siegel/contract/calls/operator-authority.ts";
import * as operatorCases from "@siegel/contract/calls/operator-cases.ts";
import * as operatorCertificates from "@siegel/contract/calls/operator-certificates.ts";
import * as operatorOrganisations from "@siegel/contract/calls/operator-organisations.ts";
import * as operatorRegister from "@siegel/contract/calls/operator-register.ts";
import * as operatorReviews from "@siegel/contract/calls/operator-reviews.ts";
import * as operatorSession from "@siegel/contract/calls/operator-session.ts";
import * as organisation from "@siegel/contract/calls/organisation.ts";
import * as ownAccount from "@siegel/contract/calls/own-account.ts";
import * as people from "@siegel/contract/calls/people.ts";
import * as personalIdent from "@siegel/contract/calls/personal-ident.ts";
import * as qualifiedSigning from "@siegel/contract/calls/qualified-signing.ts";
import * as signatureImage from "@siegel/contract/calls/signature-image.ts";
import * as signing from "@siegel/contract/calls/signing.ts";
import * as tokens from "@siegel/contract/calls/tokens.ts";
import * as webhooks from "@siegel/contract/calls/webhooks.ts";
import * as workflow from "@siegel/contract/calls/workflow.ts";
import { describe, expect, it } from "vitest";
import { accountCallTable } from "./account-calls.ts";
import { callTable, fileUrl } from "./calls.ts";
import { identCallTable } from "./ident-client.ts";
import { identificationCallTable } from "./identification-calls.ts";
import { operatorCallTable } from "./operator-calls.ts";
import { ownerCallTable } from "./owner-client.ts";
import { ownerIdentityCallTable } from "./owner-identity-calls.ts";

const contract: Record<string, unknown> = {
  configuration,
  ...workflow,
  ...files,
  ...signatureImage,
  ...challenges,
  ...signing,
  ...certificates,
  ...certManager,
  ...certIdentity,
  ...qualifiedSigning,
  ...personalIdent,
  ...identification,
  ...administratorSession,
  ...accounts,
  ...tokens,
  ...webhooks,
  accountInformations,
  ...look,
  ...organisation,
  ...people,
  ...ownAccount,
  ...oidc,
  ...joinKey,
  ...accountEntrance,
  ...operatorSession,
  ...operatorOrganisations,
  ...operatorRegister,
  ...operatorCases,
  ...operatorCertificates,
  ...operatorAuthority,
  ...operatorReviews,
};

describe("the tables of calls", () => {
  it.each(
    Object.entries({
      ...callTable,
      ...accountCallTable,
      ...operatorCallTable,
      ...identCallTable,
      ...identificationCallTable,
      ...ownerCallTable,
      ...ownerIdentityCallTable,
    }),
  )("%s goes where the contract says", (name, { method, path }) => {
    expect(contract[name]).toMatchObject({ method, path });
  });

  it("asks for a file at the contract's address", () => {
    expect(fileUrl("abc")).toBe(files.getFile.path.replace(":id", "abc"));
  });
});
