/** Makes a root on a machine of its own: no database, its key in the caller's hand (docs/decisions/0025). */
import { type Certificate, parseCertificate } from "@siegel/kernel/x509/certificate.ts";
import { issueCertificate } from "@siegel/kernel/x509/issue-certificate.ts";
import { rootProfile } from "@siegel/kernel/x509/profiles.ts";
import type { Signer } from "@siegel/kernel/x509/signature-algorithm.ts";
import type { AuthorityDeps } from "./authority-deps.ts";
import { unitRules } from "./authority-rules.ts";
import { serialNumber, validityOf } from "./issue-certificate.ts";
import { matchingSigner } from "./matching-signer.ts";
import { issueRootList } from "./root-list.ts";

/** What it is called in the database and in addresses: it follows from its key, so no two are called the same. */
export const rootNameOf = ({ subjectKeyIdentifier }: Pick<Certificate, "subjectKeyIdentifier">): string =>
  `root-${Buffer.from(subjectKeyIdentifier ?? []).toString("hex", 0, 4)}`;

/** The root: its name, certificate and first list (DER). */
type MadeRoot = { readonly name: string; readonly certificate: Uint8Array; readonly list: Uint8Array };

/** Signs a root's certificate and its first, empty list. */
export async function makeRoot(
  deps: Pick<AuthorityDeps, "clock" | "random" | "authority">,
  key: { readonly commonName: string; readonly subjectPublicKeyInfo: Uint8Array; readonly signer: Signer },
): Promise<MadeRoot> {
  const { providerName, country, organizationIdentifier } = deps.authority;
  const { commonName, subjectPublicKeyInfo, signer } = key;
  const profile = rootProfile({
    ...validityOf(deps, unitRules.root.lifeMs, null),
    serialNumber: serialNumber(deps),
    subjectPublicKeyInfo,
    subject: { country, organisation: providerName, organisationIdentifier: organizationIdentifier, commonName },
  });
  const certificate = await issueCertificate(profile, matchingSigner(signer, subjectPublicKeyInfo));
  const root = parseCertificate(certificate);
  const list = await issueRootList(deps, { root, signer, before: null, revoked: [], isLast: false });
  return { name: rootNameOf(root), certificate, list };
}
