/** T-007 in the authority: whoever holds another key than the certificate names issues, answers and stamps nothing. */
import { SigningRefusal } from "@siegel/kernel/cms/sign-signed-data.ts";
import { buildOcspRequest } from "@siegel/kernel/revocation/ocsp-request.ts";
import { parseOcspResponse } from "@siegel/kernel/revocation/ocsp-response.ts";
import { buildTimestampRequest } from "@siegel/kernel/timestamp/request.ts";
import { parseTimestampResponse } from "@siegel/kernel/timestamp/token.ts";
import { parseCertificate } from "@siegel/kernel/x509/certificate.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { UnitRole } from "../../db/authority-tables.ts";
import type { KeyId, KeyKind } from "../../ports/keys.ts";
import {
  ensureHierarchy,
  issuePersonCertificate,
  lookForResponders,
  ocspResponse,
  publishedCrl,
  serviceSeal,
  timestampResponse,
} from "../../rooms/authority/authority.ts";
import { continueSigning } from "../../rooms/signing/signing.ts";
import { approveOne, signaturesOf } from "../../test/approved-act.ts";
import { nth } from "../../test/signing-world.ts";
import { serveTrustPoints, type TrustPoints } from "../../test/trust-points.ts";
import { useSigningWorld } from "../../test/use-signing-world.ts";

const world = useSigningWorld();
let points: TrustPoints;
beforeAll(async () => {
  points = await serveTrustPoints(world.deps);
});
afterAll(async () => {
  await points.close();
});

/** Does `work` while the active unit of a role has another key of this kind. */
async function withKey(role: UnitRole, kind: KeyKind, work: () => Promise<void>): Promise<void> {
  const { keyId } = await world.deps.keys.generate(kind);
  const table = world.deps.db.updateTable("authority_unit").where("role", "=", role).where("active", "=", true);
  const units = world.deps.db.selectFrom("authority_unit").select("key_id").where("role", "=", role);
  const { key_id: own } = await units.where("active", "=", true).executeTakeFirstOrThrow();
  await table.set({ key_id: keyId }).execute();
  lookForResponders(world.deps.db);
  try {
    await work();
  } finally {
    await table.set({ key_id: own as KeyId }).execute();
    lookForResponders(world.deps.db);
  }
}

const issuedNumbers = async () =>
  (await world.deps.db.selectFrom("issued_certificate").select("serial").orderBy("serial").execute()).map(
    ({ serial }) => serial,
  );

async function issueToSomebody() {
  const { subjectPublicKeyInfo } = await world.deps.keys.generate("p256");
  const named = { firstName: "Ada", lastName: "Müller", subjectId: world.deps.random.id(), organisationId: "o" };
  return await issuePersonCertificate(world.deps, { ...named, level: "aes", subjectPublicKeyInfo });
}

const question = async () => {
  const seal = await serviceSeal(world.deps.db);
  const [certificate, issuer] = [parseCertificate(seal.certificate), parseCertificate(nth(seal.chain, 0))];
  return buildOcspRequest({ certificate, issuer });
};
const imprint = { digestAlgorithm: "sha256", digest: new Uint8Array(32).fill(3) } as const;
const query = buildTimestampRequest({ messageImprint: imprint });
const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());

describe("a key that is not the certificate's", () => {
  it.each(["p384", "p256"] as const)(
    "[T-007] of the issuing CA (%s) issues nothing, and nothing is recorded",
    async (kind) => {
      const before = await issuedNumbers();
      await withKey("issuing-ca", kind, async () => {
        await expect(issueToSomebody()).rejects.toThrow(SigningRefusal);
        expect(await issuedNumbers()).toEqual(before);
        const act = await approveOne(world, "a_signature");
        expect(await continueSigning(world.deps, act.actId)).toBe("waiting");
        expect(await signaturesOf(world, act)).toEqual([[], []]);
        expect(await issuedNumbers()).toEqual(before);
      });
      expect((await issueToSomebody()).serial).toHaveLength(32);
    },
  );

  it("[T-007] of a CA makes no list: the one before stays published", async () => {
    world.wait(13 * 3_600_000);
    const before = await publishedCrl(world.deps.db, "issuing-1");
    await withKey("issuing-ca", "p384", async () => {
      await expect(ensureHierarchy(world.deps)).rejects.toThrow(SigningRefusal);
      expect(await publishedCrl(world.deps.db, "issuing-1")).toEqual(before);
    });
    await ensureHierarchy(world.deps);
    expect(await publishedCrl(world.deps.db, "issuing-1")).not.toEqual(before);
  });

  it.each(["p256", "p384"] as const)("[T-007] of the responder (%s) answers nothing that is signed", async (kind) => {
    const asked = await question();
    const send = () => points.post("/pki/ocsp", "application/ocsp-request", asked);
    await withKey("ocsp-signer", kind, async () => {
      await expect(ocspResponse(world.deps, asked)).rejects.toThrow(SigningRefusal);
      expect(parseOcspResponse(await bytesOf(await send()))).toEqual({ status: "internalError" });
      const act = await approveOne(world);
      expect(await continueSigning(world.deps, act.actId)).toBe("waiting");
      expect(await signaturesOf(world, act)).toEqual([[], []]);
    });
    expect(parseOcspResponse(await bytesOf(await send()))).toMatchObject({ status: "successful" });
  });

  it.each(["p256", "p384"] as const)("[T-007] of the time-stamping unit (%s) stamps nothing", async (kind) => {
    const send = () => points.post("/pki/tsa", "application/timestamp-query", query);
    await withKey("tsu", kind, async () => {
      await expect(timestampResponse(world.deps, query)).rejects.toThrow(SigningRefusal);
      const refused = parseTimestampResponse(await bytesOf(await send()));
      expect(refused).toMatchObject({ status: "refused", failure: "systemFailure" });
    });
    expect(parseTimestampResponse(await bytesOf(await send()))).toMatchObject({ status: "granted" });
  });
});

describe("the key of a time-stamping unit", () => {
  const day = 24 * 3_600_000;
  const stamp = async () => parseTimestampResponse(await timestampResponse(world.deps, query));
  const activeName = async () =>
    (
      await world.deps.db
        .selectFrom("authority_unit")
        .select("name")
        .where("role", "=", "tsu")
        .where("active", "=", true)
        .executeTakeFirstOrThrow()
    ).name;

  it("is not used before its certificate is valid, whatever the clock says", async () => {
    const { not_before: notBefore } = await world.deps.db
      .selectFrom("authority_unit")
      .select("not_before")
      .where("role", "=", "tsu")
      .executeTakeFirstOrThrow();
    const stampAt = async (ms: number) => {
      const trustedTime = { attest: () => new Date(notBefore.getTime() + ms) };
      return parseTimestampResponse(await timestampResponse({ ...world.deps, trustedTime }, query));
    };
    expect(await stampAt(-1)).toMatchObject({ status: "refused", failure: "systemFailure" });
    expect(await stampAt(0)).toMatchObject({ status: "granted" });
  });

  it("[T-024] is used for a year and not a day longer, though the certificate lives on; its successor comes a month before", async () => {
    expect(await activeName()).toBe("tsu-1");
    world.wait(334 * day);
    await ensureHierarchy(world.deps);
    expect(await activeName()).toBe("tsu-1");
    expect(await stamp()).toMatchObject({ status: "granted" });
    world.wait(30 * day);
    expect(await stamp()).toMatchObject({ status: "granted" });
    world.wait(day);
    expect(await stamp()).toMatchObject({ status: "refused", failure: "systemFailure" });
    await ensureHierarchy(world.deps);
    expect(await activeName()).toBe("tsu-2");
    expect(await stamp()).toMatchObject({ status: "granted" });
  });
});
