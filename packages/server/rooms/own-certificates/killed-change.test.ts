/** A process that dies at any query of a change: all of it is there, or nothing; and two at once are one (docs/decisions/0029). */
import { describe, expect, it } from "vitest";
import { isSlowRun, someOf } from "../../../../fixtures/slow-run.ts";
import type { PasswordBytes } from "../../ports/signing-module.ts";
import { crashAt, type Moment } from "../../test/crash-at-every-query.ts";
import { playedIssuer } from "../../test/identified-in-world.ts";
import { meet } from "../../test/qualified-signer.ts";
import { useQualifiedWorld } from "../../test/qualified-world.ts";
import { freshPhone } from "../../test/sent-workflow.ts";
import { verifyTrail } from "../audit-trail/audit-trail.ts";
import { arrive, beginEid } from "../identity-proofing/identity-proofing.ts";
import { askNewPhoneCode, changePassword, changePhone } from "./own-certificates.ts";

const house = useQualifiedWorld();
const moments = someOf(["before", "after"] as const, 2);
const queriesApart = isSlowRun ? 1 : 4;
const by = { ip: "192.0.2.9", userAgent: "test" };

type Kind = "phone" | "password";
type Deps = Parameters<typeof changePassword>[0] &
  Parameters<typeof changePhone>[0] &
  Parameters<typeof askNewPhoneCode>[0];
const depsOver = (db = house.world.deps.db): Deps => ({
  ...house.depsOver(db),
  onFault: (fault) => {
    throw fault.fault;
  },
});

/** Somebody who was identified for a change, and what makes it. */
async function identified(kind: Kind): Promise<(deps: Deps) => Promise<boolean>> {
  const { certificateId, email } = await meet({ deps: house.depsOver() });
  const card = playedIssuer({ firstNames: "Ada", lastName: "Löwe" });
  const deps = { ...house.depsOver(), eid: card.eid, videoIdent: null, publicUrl: "https://siegel.example" };
  const holder = { firstName: "Ada", lastName: "Löwe", birthdate: "1980-05-17", email };
  const owner = { purpose: `change_${kind}`, certificateId, holderId: "ada", holder } as const;
  const begun = await beginEid(deps, { owner, language: "de", isOnPhone: false, browser: null, by });
  if (!begun.ok) throw new Error(begun.code);
  const { browser } = begun;
  await arrive(deps, { ref: card.state(), answer: "code=1", browser, by });
  if (kind === "password") {
    const password = () => new TextEncoder().encode("Möwe auf Mast 7!") as PasswordBytes;
    return async (over) => (await changePassword(over, { browser, password: password(), ...by })).ok;
  }
  const asked = { ...by, browser, phone: freshPhone(), language: "de", network: by.ip } as const;
  const sent = await askNewPhoneCode(depsOver(), asked);
  if (!sent.ok) throw new Error(sent.code);
  const { authToken, otp } = house.arrived(sent.code.id);
  return async (over) => (await changePhone(over, { ...by, browser, id: authToken, otp })).ok;
}

/** How often each part of all changes so far is there. */
async function countAll(): Promise<readonly number[]> {
  const { db } = house.world.deps;
  const rows = await Promise.all([
    db.selectFrom("certificate_change").select("change_id").execute(),
    db.selectFrom("identity_check").select("check_id").where("used_at", "is not", null).execute(),
    db.selectFrom("audit_event").select("seq").where("type", "=", "certificate.changed").execute(),
    house.world.jobs("send-change-mail"),
    house.world.jobs("send-change-text"),
  ]);
  return rows.map((all) => all.length);
}

/** Those that were revoked, and the events that say so. */
async function revokedSoFar(): Promise<readonly number[]> {
  const { db } = house.world.deps;
  const revoked = await db.selectFrom("issued_certificate").select("serial").where("status", "=", "revoked").execute();
  const told = await db.selectFrom("audit_event").select("seq").where("type", "=", "certificate.revoked").execute();
  return [revoked.length, told.length];
}

/** Kills a change at its n-th query; false: it was over before. */
async function killAt(kind: Kind, n: number, moment: Moment): Promise<boolean> {
  const make = await identified(kind);
  const [before, revokedBefore] = [await countAll(), await revokedSoFar()];
  const one = before.map((count) => count + 1);
  const isNew = kind === "password" ? 1 : 0;
  const revokedOne = revokedBefore.map((count) => count + isNew);
  const { plugin, asked } = crashAt(n, moment);
  await make(depsOver(house.world.deps.db.withPlugin(plugin))).catch(() => "dead");
  const there = [await countAll(), await revokedSoFar()];
  expect(
    [
      [before, revokedBefore],
      [one, revokedOne],
    ],
    `${moment} query ${n}`,
  ).toContainEqual(there);
  // The page sends it once more: then it is there, once.
  await make(depsOver());
  expect([await countAll(), await revokedSoFar()], `${moment} query ${n}, once more`).toEqual([one, revokedOne]);
  expect(await make(depsOver()), "it counts once").toBe(false);
  return asked.length >= n;
}

describe("a process that dies while it changes", () => {
  describe.each(["phone", "password"] as const)("the %s", (kind) => {
    it.each(moments)("leaves all or nothing: %s each query [S-271] [S-272]", { timeout: 120_000 }, async (moment) => {
      let n = 1;
      while (await killAt(kind, n, moment)) n += queriesApart;
      expect(n).toBeGreaterThan(15);
      expect((await verifyTrail(house.world.deps.db)).faults).toEqual([]);
    });

    it("once, where two press at once [S-271] [S-272]", async () => {
      const make = await identified(kind);
      const before = await countAll();
      const made = await Promise.all([1, 2, 3].map(() => make(depsOver())));
      expect(made.filter(Boolean)).toHaveLength(1);
      expect(await countAll()).toEqual(before.map((count) => count + 1));
    });
  });
});
