/** Two certificates of one issuer in one call of the port: one response where the responder answers several, and each is checked. */
import { buildOcspRequest, parseOcspRequest } from "@siegel/kernel/revocation/ocsp-request.ts";
import { parseCertificate } from "@siegel/kernel/x509/certificate.ts";
import { describe, expect, it } from "vitest";
import {
  type RevocationQuery,
  type RevocationStatusPort,
  RevocationStatusUnavailable,
} from "../../ports/revocation-status.ts";
import { ocspResponse, serviceSeal } from "../../rooms/authority/authority.ts";
import { nth } from "../../test/signing-world.ts";
import { useSigningWorld } from "../../test/use-signing-world.ts";
import { checkedRevocationStatus } from "./checked-revocation-status.ts";

const world = useSigningWorld();

type Answer = (request: Uint8Array) => Promise<Uint8Array>;

function portOf(
  answersSeveral: boolean,
  askOcsp: Answer = (request) => ocspResponse(world.deps, request),
): RevocationStatusPort {
  const { clock, random } = world.deps;
  return checkedRevocationStatus({ clock, random, answersSeveral, askOcsp, readCrl: async () => null });
}

/** The service's seal and the time-stamping unit. */
async function twoQueries(): Promise<readonly [RevocationQuery, RevocationQuery]> {
  const { certificate, chain } = await serviceSeal(world.deps.db);
  const unit = await world.deps.db
    .selectFrom("authority_unit")
    .select("certificate")
    .where("role", "=", "tsu")
    .executeTakeFirstOrThrow();
  const common = { issuer: nth(chain, 0), notBefore: world.deps.clock.now() };
  return [
    { ...common, certificate },
    { ...common, certificate: new Uint8Array(unit.certificate) },
  ];
}

const numberOf = ({ certificate }: RevocationQuery): string => parseCertificate(certificate).serialNumber;

describe("the status of several certificates at once", () => {
  it.each([
    { answersSeveral: true, responses: 1 },
    { answersSeveral: false, responses: 2 },
  ])("comes in $responses response(s), checked for each", async ({ answersSeveral, responses }) => {
    const answers = await portOf(answersSeveral).status(await twoQueries());
    expect(answers.map(({ status }) => status.state)).toEqual(["good", "good"]);
    expect(new Set(answers.map(({ der }) => Buffer.from(der).toString("hex"))).size).toBe(responses);
  });

  it.each([true, false])("ends behind the first that is not good (several: %s)", async (answersSeveral) => {
    const [seal, unit] = await twoQueries();
    const table = world.deps.db.updateTable("issued_certificate").where("serial", "=", numberOf(seal));
    await table
      .set({ status: "revoked", revoked_at: new Date("2026-11-20T10:00:00Z"), reason: "superseded" })
      .execute();
    try {
      const states = async (queries: readonly RevocationQuery[]) =>
        (await portOf(answersSeveral).status(queries)).map(({ status }) => status.state);
      expect(await states([seal, unit])).toEqual(["revoked"]);
      expect(await states([unit, seal])).toEqual(["good", "revoked"]);
    } finally {
      await table.set({ status: "good", revoked_at: null, reason: null }).execute();
    }
  });

  it.each([true, false])("is unavailable when one of them was never issued (several: %s)", async (answersSeveral) => {
    const [seal, unit] = await twoQueries();
    const table = world.deps.db.updateTable("issued_certificate");
    await table.set({ serial: "0abc" }).where("serial", "=", numberOf(unit)).execute();
    try {
      await expect(portOf(answersSeveral).status([seal, unit])).rejects.toThrow(RevocationStatusUnavailable);
    } finally {
      await table
        .set({ serial: numberOf(unit) })
        .where("serial", "=", "0abc")
        .execute();
    }
  });

  it("is unavailable when the one response speaks of the first alone", async () => {
    const queries = await twoQueries();
    const first = {
      certificate: parseCertificate(queries[0].certificate),
      issuer: parseCertificate(queries[0].issuer),
    };
    let asked = 0;
    const port = portOf(true, async (request) => {
      const { certIds, nonce } = parseOcspRequest(request);
      asked += certIds.length;
      return await ocspResponse(world.deps, buildOcspRequest({ ...first, nonce: nonce ?? new Uint8Array(1) }));
    });
    await expect(port.status(queries)).rejects.toThrow(RevocationStatusUnavailable);
    expect(asked).toBe(2);
  });
});
