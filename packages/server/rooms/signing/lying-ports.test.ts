/**
 * T-005 and T-006 where the ports themselves lie: an adapter checks what it hands out, and whoever signs does not rely on that. Nothing
 * is embedded or switched, the act waits with the reason, and goes on as soon as the port tells the truth.
 */
import { buildTimestampRequest } from "@siegel/kernel/timestamp/request.ts";
import { parseTimestampResponse } from "@siegel/kernel/timestamp/token.ts";
import { beforeAll, describe, expect, it } from "vitest";
import type { RevocationAnswer } from "../../ports/revocation-status.ts";
import type { TimestampPort } from "../../ports/timestamp.ts";
import { type ApprovedAct, approveOne, signaturesOf } from "../../test/approved-act.ts";
import { type Forge, openForge, type TokenForgery } from "../../test/forged-answers.ts";
import { nth } from "../../test/signing-world.ts";
import { useSigningWorld } from "../../test/use-signing-world.ts";
import { continueSigning, type SigningDeps, signedActsOf } from "./signing.ts";
import { readDocuments } from "./step-store.ts";

const world = useSigningWorld();
let forge: Forge;
beforeAll(async () => {
  forge = await openForge(world);
});

/** The act waits because of that, and its first document with these steps done. */
async function expectWaiting(act: ApprovedAct, faulty: Partial<SigningDeps>, because: string) {
  expect(await continueSigning({ ...world.deps, ...faulty }, act.actId)).toBe("waiting");
  const { last_fault: reason } = await world.deps.db
    .selectFrom("signing_act")
    .select("last_fault")
    .where("act_id", "=", act.actId)
    .executeTakeFirstOrThrow();
  expect(reason).toContain(because);
  expect(await signaturesOf(world, act)).toEqual([[], []]);
  expect(await signedActsOf(world.deps.db, act.workflowId)).toEqual([]);
  const { prepared, cms, stamped, result } = nth(await readDocuments(world.deps.db, act.actId), 0);
  const steps = { prepared, cms, stamped, result };
  return Object.entries(steps).flatMap(([step, left]) => (left === null ? [] : [step]));
}

async function expectFinished(act: ApprovedAct): Promise<void> {
  expect(await continueSigning(world.deps, act.actId)).toBe("ended");
  const once = ["ETSI.CAdES.detached", "ETSI.RFC3161"];
  expect(await signaturesOf(world, act)).toEqual([once, once]);
}

type Stamp = TimestampPort["stamp"];
const portOf = (stamp: Stamp): TimestampPort => ({ anchors: world.deps.timestamp.anchors, stamp });

/** A token over `digest`, made like this and handed out as if it had been checked. */
async function forged(digest: Uint8Array, forgery: TokenForgery): ReturnType<Stamp> {
  const asked = buildTimestampRequest({ messageImprint: { digestAlgorithm: "sha256", digest } });
  const response = parseTimestampResponse(await forge.token(asked, forgery));
  if (response.status !== "granted") throw new Error("not granted");
  return { token: response.token, genTime: world.deps.clock.now() };
}

/** The signature value stands at the end of a token without unsigned attributes. */
const lastFlipped = (octets: Uint8Array) =>
  Uint8Array.from(octets, (value, i) => (i === octets.length - 1 ? value ^ 1 : value));

describe("a timestamp port that hands out a token", () => {
  it.each<[string, Stamp, string]>([
    ["over another digest", () => world.deps.timestamp.stamp(new Uint8Array(32).fill(1)), "wrong-imprint"],
    [
      "whose signature was changed",
      async (digest) => {
        const stamped = await world.deps.timestamp.stamp(digest);
        return { ...stamped, token: lastFlipped(stamped.token) };
      },
      "signature-not-valid",
    ],
    ["of another hierarchy's unit", (digest) => forged(digest, { unit: forge.foreign.tsu }), "untrusted-chain"],
    [
      "of a unit that has expired",
      async (digest) => forged(digest, { unit: await forge.expiredTsu() }),
      "untrusted-chain",
    ],
    [
      "of a certificate that is no unit's",
      async (digest) => forged(digest, { unit: await forge.own("service-seal") }),
      "not-a-time-stamping-certificate",
    ],
    ["that is none", async () => ({ token: new Uint8Array([48, 0]), genTime: new Date(0) }), "malformed"],
  ])("[T-006] %s gets it into no document: the signature's, and the one over the file", async (_, stamp, code) => {
    const because = `TimestampUnavailable: the token does not hold: ${code}`;
    const act = await approveOne(world);
    expect(await expectWaiting(act, { timestamp: portOf(stamp) }, because)).toEqual(["prepared", "cms"]);
    let asked = 0;
    const second = portOf((digest) => (++asked === 1 ? world.deps.timestamp.stamp(digest) : stamp(digest)));
    expect(await expectWaiting(act, { timestamp: second }, because)).toEqual(["prepared", "cms", "stamped"]);
    expect(asked).toBe(2);
    await expectFinished(act);
  });

  it("[T-006] and tells another time than the token's own is not believed", async () => {
    const act = await approveOne(world);
    const dayMs = 24 * 3_600_000;
    const boasting = portOf(async (digest) => {
      const { token, genTime } = await world.deps.timestamp.stamp(digest);
      return { token, genTime: new Date(genTime.getTime() - dayMs) };
    });
    const before = world.deps.clock.now().getTime();
    expect(await continueSigning({ ...world.deps, timestamp: boasting }, act.actId)).toBe("ended");
    for (const { stamped } of await readDocuments(world.deps.db, act.actId))
      expect(Math.abs((stamped?.at.getTime() ?? 0) - before)).toBeLessThan(60_000);
  });
});

describe("a status port that answers less than it was asked", () => {
  it.each<[string, (honest: readonly RevocationAnswer[]) => readonly RevocationAnswer[]]>([
    ["nothing", () => []],
    ["of the first certificate alone", (honest) => honest.slice(0, 1)],
    ["of all but the last", (honest) => honest.slice(0, -1)],
  ])("[T-005] %s has said good of none that it left out: the act waits", async (_, shorten) => {
    const act = await approveOne(world);
    const { revocation } = world.deps;
    let [asked, answered] = [0, 0];
    const short: SigningDeps["revocation"] = {
      status: async (queries) => {
        const answers = shorten(await revocation.status(queries));
        [asked, answered] = [queries.length, answers.length];
        return answers;
      },
    };
    const steps = await expectWaiting(act, { revocation: short }, "of the provider got no answer");
    expect(steps).toEqual(["prepared", "cms", "stamped"]);
    expect(answered).toBeLessThan(asked);
    await expectFinished(act);
  });
});
