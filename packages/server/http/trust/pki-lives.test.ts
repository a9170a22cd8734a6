/** The hierarchy over the years: whatever is issued has its whole life, and is answered for as long. */
import { checkOcspResponse } from "@siegel/kernel/revocation/check-ocsp-response.ts";
import { buildOcspRequest } from "@siegel/kernel/revocation/ocsp-request.ts";
import { parseOcspResponse } from "@siegel/kernel/revocation/ocsp-response.ts";
import { parseCertificate } from "@siegel/kernel/x509/certificate.ts";
import { describe, expect, it } from "vitest";
import {
  ensureHierarchy,
  type IssuedCertificate,
  issueOrganisationCertificate,
  issuePersonCertificate,
  ocspResponse,
  publishedCertificate,
} from "../../rooms/authority/authority.ts";
import { endEntityProfiles, unitRules } from "../../rooms/authority/authority-rules.ts";
import { useSigningWorld } from "../../test/use-signing-world.ts";

const world = useSigningWorld();
const year_ms = 365 * 86_400_000;
const register = { country: "DE", legalName: "Hafenwerk GmbH", organizationIdentifier: "NTRDE-HRB1" };

/** One certificate of each profile, and how long it is to live from now. */
async function issueAll(): Promise<readonly { issued: IssuedCertificate; lifeMs: number }[]> {
  const { deps } = world;
  const issued: { issued: IssuedCertificate; lifeMs: number }[] = [];
  for (const level of ["aes", "qes"] as const) {
    const { subjectPublicKeyInfo } = await deps.keys.generate("p256");
    const key = { level, subjectPublicKeyInfo, subjectId: deps.random.id(), organisationId: "org" };
    const person = { ...key, firstName: "Ada", lastName: "Löw" };
    issued.push(
      { issued: await issuePersonCertificate(deps, person), lifeMs: endEntityProfiles.person[level].lifeMs },
      {
        issued: await issueOrganisationCertificate(deps, { ...key, ...register }),
        lifeMs: endEntityProfiles.organisation[level].lifeMs,
      },
    );
  }
  return issued;
}

/** What the responder of its CA says of a certificate now. */
async function statusOf({ certificate: der, issuer: name }: IssuedCertificate): Promise<string> {
  const issuer = parseCertificate((await publishedCertificate(world.deps.db, name))?.der ?? new Uint8Array());
  const certificate = parseCertificate(der);
  const response = parseOcspResponse(await ocspResponse(world.deps, buildOcspRequest({ certificate, issuer })));
  if (response.status !== "successful") return response.status;
  const checked = checkOcspResponse({ response, certificate, issuer, at: world.deps.clock.now() });
  return checked.ok ? checked.status.state : checked.code;
}

const unitsOf = (role: "issuing-ca" | "qualified-ca" | "tsu" | "service-seal") =>
  world.deps.db.selectFrom("authority_unit").selectAll().where("role", "=", role).orderBy("not_before").execute();

describe("the hierarchy", () => {
  it("issues certificates with their whole life in every year until the root's last ones, and answers for each until its end", async () => {
    const all: IssuedCertificate[] = [];
    for (let year = 0; year <= 13; year++) {
      const now = Math.floor(world.deps.clock.now().getTime() / 1000) * 1000;
      for (const { issued, lifeMs } of await issueAll()) {
        expect(issued.notAfter.getTime() - now, `year ${year}`).toBeGreaterThanOrEqual(lifeMs);
        all.push(issued);
      }
      for (const issued of all.filter(({ notAfter }) => notAfter > world.deps.clock.now()))
        expect(await statusOf(issued), `year ${year}, ${issued.issuer}`).toBe("good");
      world.wait(year_ms);
      await ensureHierarchy(world.deps);
    }
    expect(new Set(all.map(({ issuer }) => issuer))).toEqual(
      new Set(["issuing-1", "issuing-2", "issuing-3", "issuing-4", "qualified-1", "qualified-2", "qualified-3"]),
    );
    for (const role of ["tsu", "service-seal"] as const)
      for (const unit of await unitsOf(role))
        expect(unit.not_after.getTime() - unit.not_before.getTime()).toBeGreaterThan(unitRules[role].lifeMs);
  }, 120_000);

  it("has a CA retire whose time is over: its responder is silent, and its last list stays", async () => {
    const first = (await unitsOf("issuing-ca"))[0];
    const { db } = world.deps;
    const lists = await db.selectFrom("crl").selectAll().where("issuer", "=", "issuing-1").orderBy("number").execute();
    // Signed while its CA was valid, and there will be no other.
    expect(lists.at(-1)?.this_update.getTime()).toBeLessThan(first?.not_after.getTime() ?? 0);
    expect(lists.at(-1)?.next_update.toISOString()).toBe("9999-12-31T23:59:59.000Z");
    const responders = db.selectFrom("authority_unit").select("name").where("issuer", "=", "issuing-1");
    expect(await responders.where("role", "=", "ocsp-signer").where("active", "=", true).execute()).toEqual([]);
    // What it issued is over as well, so nobody has a reason to ask.
    const over = await db
      .selectFrom("issued_certificate")
      .select("not_after")
      .where("issuer", "=", "issuing-1")
      .execute();
    for (const { not_after: end } of over) expect(end.getTime()).toBeLessThan(world.deps.clock.now().getTime());
  });

  it("makes no successor that would live no longer: in the root's last years an issuing CA stays the last one", async () => {
    const names = async () =>
      [...(await unitsOf("issuing-ca")), ...(await unitsOf("qualified-ca"))].map(({ name }) => name);
    world.wait(3 * year_ms);
    await ensureHierarchy(world.deps);
    const before = await names();
    world.wait(year_ms / 12);
    await ensureHierarchy(world.deps);
    expect(await names()).toEqual(before);
  });
});
