/** Issues revocation lists of the own CAs: on time by the job, at once after a revocation. */
import { issueCrl } from "@siegel/kernel/revocation/crl.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { AuthorityDeps } from "./authority-deps.ts";
import { arlEveryMs, arlLifeMs, crlEveryMs, crlLifeMs } from "./authority-rules.ts";
import { lockAuthority, readAuthorities, readCrl, readRevoked, saveCrl, type Unit } from "./authority-store.ts";
import { matchingSigner } from "./matching-signer.ts";
import { unitCertificate } from "./unit-certificate.ts";

/** Issues the lists that are due, of each CA until its time is over. Harmless when none is. */
export async function keepListsFresh(deps: AuthorityDeps): Promise<void> {
  for (const issuer of await readAuthorities(deps.db))
    if (issuer.notAfter > deps.clock.now()) await publishCrl(deps, issuer, "when-due");
}

/** Issues a list of one CA; `always` after a revocation. @throws SigningRefusal when the CA's key does not fit its certificate */
export async function publishCrl(deps: AuthorityDeps, issuer: Unit, when: "when-due" | "always"): Promise<void> {
  const everyMs = issuer.role === "root" ? arlEveryMs : crlEveryMs;
  const lifeMs = issuer.role === "root" ? arlLifeMs : crlLifeMs;
  const certificate = unitCertificate(issuer.certificate);
  const signer = matchingSigner(await deps.keys.signer(issuer.keyId), certificate.subjectPublicKeyInfo);
  await inTransaction(deps.db, async (db) => {
    await lockAuthority(db, `crl ${issuer.name}`);
    const before = await readCrl(db, issuer.name);
    const now = Math.floor(deps.clock.now().getTime() / 1000) * 1000;
    if (when === "when-due" && before !== null && before.thisUpdate.getTime() + everyMs > now) return;
    const thisUpdate = new Date(now);
    const nextUpdate = new Date(Math.min(now + lifeMs, issuer.notAfter.getTime()));
    // RFC 5280 §5.2.3: increases with every list of this issuer; the lock and the transaction make a repeat impossible.
    const number = (before?.number ?? 0) + 1;
    const revoked = (await readRevoked(db, issuer.name)).map(({ serial, at, reason }) => ({
      serialNumber: serial,
      revokedAt: at,
      reason,
    }));
    const crl = await issueCrl(
      {
        issuer: certificate,
        crlNumber: BigInt(number),
        thisUpdate,
        nextUpdate,
        revoked,
        expiredCertsSince: certificate.notBefore,
      },
      signer,
    );
    await saveCrl(db, { issuer: issuer.name, number, crl, thisUpdate, nextUpdate });
  });
}
