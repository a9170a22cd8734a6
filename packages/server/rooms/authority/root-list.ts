/** Lists of a root that is kept outside (RFC 5280 §5): what both sides check of each, and the next one. A list never forgets a revocation. */
import { DerError } from "@siegel/kernel/asn1/der.ts";
import { type Crl, issueCrl, parseCrl, type RevokedCertificate } from "@siegel/kernel/revocation/crl.ts";
import type { Certificate } from "@siegel/kernel/x509/certificate.ts";
import { isSignedBy } from "@siegel/kernel/x509/chain.ts";
import { namesEqual } from "@siegel/kernel/x509/name.ts";
import type { Signer } from "@siegel/kernel/x509/signature-algorithm.ts";
import type { AuthorityDeps } from "./authority-deps.ts";
import { noNextUpdate, rootListLifeMs } from "./authority-rules.ts";
import { DoesNotFit } from "./does-not-fit.ts";
import { matchingSigner } from "./matching-signer.ts";

/** A list of a root, its signature checked. */
export type RootList = {
  readonly der: Uint8Array;
  readonly number: number;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date;
  readonly revoked: readonly RevokedCertificate[];
};

/** Reads a list (DER) of that root. @throws DoesNotFit */
export function readRootList(root: Certificate, der: Uint8Array): RootList {
  const crl = parsed(der);
  if (!namesEqual(crl.issuer, root.subject) || !isSignedBy(crl, crl.tbsCertList, root))
    throw new DoesNotFit("The list is not signed by this root.");
  if (crl.crlNumber === null || crl.crlNumber < 1n || crl.crlNumber > 2n ** 31n - 1n || crl.unknownCritical.length > 0)
    throw new DoesNotFit("The list is not one that a ceremony makes.");
  const { thisUpdate, nextUpdate } = crl;
  return { der, number: Number(crl.crlNumber), thisUpdate, nextUpdate, revoked: revokedIn(crl) };
}

function parsed(der: Uint8Array): Crl {
  try {
    return parseCrl(der);
  } catch (fault) {
    if (fault instanceof DerError) throw new DoesNotFit("The list cannot be read.", { cause: fault });
    throw fault;
  }
}

const revokedIn = ({ entries }: Crl): RevokedCertificate[] =>
  [...entries].map(([serialNumber, { revokedAt, reason }]) => {
    if (reason === "certificateHold" || reason === "removeFromCRL")
      throw new DoesNotFit(`The list says ${reason} of ${serialNumber}: revocations are final.`);
    return { serialNumber, revokedAt, reason };
  });

/** That a list follows one that is known, or is that one: no lower number, no entry that is missing or tells something else. @throws DoesNotFit */
export function mustFollow(list: RootList, known: RootList): void {
  if (list.number < known.number)
    throw new DoesNotFit(`The list has the number ${list.number}, but list ${known.number} is known.`);
  if (list.number === known.number && Buffer.compare(list.der, known.der) !== 0)
    throw new DoesNotFit(`Another list with the number ${list.number} is known: the root has signed two.`);
  if (list.thisUpdate < known.thisUpdate) throw new DoesNotFit(`The list is older than list ${known.number}.`);
  const told = new Map(list.revoked.map((one) => [one.serialNumber, one]));
  for (const { serialNumber, revokedAt, reason } of known.revoked) {
    const entry = told.get(serialNumber);
    if (entry === undefined)
      throw new DoesNotFit(`The list lacks ${serialNumber}, which list ${known.number} calls revoked.`);
    if (entry.reason !== reason || entry.revokedAt.getTime() !== revokedAt.getTime())
      throw new DoesNotFit(`The list tells another time or reason of ${serialNumber} than list ${known.number}.`);
  }
}

/** What the next list has beside what is in the one before it; `isLast`: no other follows (RFC 5280 §4.1.2.5). */
type NextList = {
  readonly root: Certificate;
  readonly signer: Signer;
  readonly before: RootList | null;
  readonly revoked: readonly RevokedCertificate[];
  readonly isLast: boolean;
};

/** Signs the next list. @throws DoesNotFit when this machine's clock is behind the list before */
export async function issueRootList(
  { clock }: Pick<AuthorityDeps, "clock">,
  { root, signer, before, revoked, isLast }: NextList,
): Promise<Uint8Array> {
  const now = Math.floor(clock.now().getTime() / 1_000) * 1_000;
  if (before !== null && before.thisUpdate.getTime() > now)
    throw new DoesNotFit(`This machine's clock is behind list ${before.number}: set it first.`);
  const ends = Math.min(now + rootListLifeMs, root.notAfter.getTime());
  return await issueCrl(
    {
      issuer: root,
      crlNumber: BigInt((before?.number ?? 0) + 1),
      thisUpdate: new Date(now),
      nextUpdate: isLast ? noNextUpdate : new Date(ends),
      revoked: [...(before?.revoked ?? []), ...revoked],
      expiredCertsSince: root.notBefore,
    },
    matchingSigner(signer, root.subjectPublicKeyInfo),
  );
}
