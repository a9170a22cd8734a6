/**
 * T-005 and T-006 where it counts: whatever is wrong about a status answer, a list or a token, nothing is written or switched, the
 * act waits with the reason, and once the fault is gone the sweep finishes it with exactly one signature (docs/flows/signing.md 10–13).
 */
import { parseOcspRequest } from "@siegel/kernel/revocation/ocsp-request.ts";
import { ocspErrorResponse } from "@siegel/kernel/revocation/ocsp-response.ts";
import { rejectTimestamp } from "@siegel/kernel/timestamp/token.ts";
import { digestOf } from "@siegel/kernel/x509/signature-algorithm.ts";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { type ApprovedAct, approveOne, signaturesOf } from "../../test/approved-act.ts";
import { type Forge, flipped, lastFlipped, openForge, tokensOfBadUnits } from "../../test/forged-answers.ts";
import { type Spoil, type SpoilList, type Spoilt, spoiltAuthority } from "../../test/spoilt-authority.ts";
import { useSigningWorld } from "../../test/use-signing-world.ts";
import { expectSignedOnce, expectWaiting, runWith } from "../../test/waiting-act.ts";
import { loadSigner } from "../workflows/workflows.ts";
import { readActState, signedActsOf, sweepSigning } from "./signing.ts";

const world = useSigningWorld();
let forge: Forge;
beforeAll(async () => {
  forge = await openForge(world);
});

const spoilt = (how: Spoilt) => spoiltAuthority(world, how);
const expectSpoilt = (act: ApprovedAct, how: Spoilt, because: string | RegExp) =>
  expectWaiting(world, act, { faulty: spoilt(how), because });

/** The fault is gone: the signer does not press anything, the sweep comes by. */
async function expectSweepFinishes(act: ApprovedAct): Promise<void> {
  world.wait(16 * 60_000);
  expect(await sweepSigning(world.deps)).toBe(1);
  await expectSignedOnce(world, act);
  expect(await sweepSigning(world.deps)).toBe(0);
}

const revoked = () => ({ state: "revoked", revokedAt: new Date(1_700_000_000_000), reason: "keyCompromise" }) as const;
/** A spoilt answer of the responder; `only` says whose part of it, for signer and unit are asked about in one request. */
type SpoilStatus = (
  request: Uint8Array,
  answer: () => Promise<Uint8Array>,
  only: (serialNumber: string) => boolean,
) => Promise<Uint8Array>;

/** Spoils what is said about the signer's certificate alone, or about the time-stamping unit's. */
async function about(whom: "signer" | "unit", spoil: SpoilStatus): Promise<Spoil> {
  const unit = (await forge.own("tsu")).certificate.serialNumber;
  const isMeant = (serialNumber: string): boolean => (serialNumber === unit) === (whom === "unit");
  return async (request, answer) =>
    parseOcspRequest(request).certIds.some(({ serialNumber }) => isMeant(serialNumber))
      ? await spoil(request, answer, isMeant)
      : await answer();
}

describe("the status of an end entity", () => {
  it.each<[string, SpoilStatus, string | RegExp]>([
    ["nobody answers", async () => Promise.reject(new Error("away")), "away"],
    ["the responder is too busy", async () => ocspErrorResponse("tryLater"), "no-answer"],
    ["something else answers", async () => new Uint8Array(Buffer.from("<html>")), "DerError"],
    ["it is older than the timestamp", (r, _, only) => forge.ocsp(r, { only, thisUpdateS: -600 }), "too-old"],
    ["it has run out", (r, _, only) => forge.ocsp(r, { only, thisUpdateS: -7_200, nextUpdateS: -3_600 }), "expired"],
    ["it comes from the future", (r, _, only) => forge.ocsp(r, { only, thisUpdateS: 600 }), "from-the-future"],
    ["another key signed it", async (r) => forge.ocsp(r, { responder: await mixedResponder() }), "bad-signature"],
    ["a bit of it was changed", async (_, answer) => flipped(await answer(), 150), /DerError|refused/],
    ["a responder of another CA signed it", (r) => forge.ocsp(r, { responder: forge.foreign.ocspSigner }), "not-auth"],
    ["a certificate of ours signed it that may not", async (r) => forge.ocsp(r, await bySeal()), "not-authorised"],
    [
      "the responder has expired",
      async (r) => forge.ocsp(r, { responder: await forge.expiredResponder() }),
      "not-valid",
    ],
    ["it repeats another nonce", (r) => forge.ocsp(r, { nonce: new Uint8Array(16).fill(1) }), "nonce-mismatch"],
    ["it repeats no nonce", (r) => forge.ocsp(r, { nonce: null }), "nonce-mismatch"],
    [
      "it is about another",
      async (r, _, only) => forge.ocsp(r, { only, about: (await forge.own("ocsp-signer")).certificate }),
      "other-",
    ],
    [
      "the serial number is unknown",
      (r, _, only) => forge.ocsp(r, { only, status: { state: "unknown" } }),
      "unknown-certificate",
    ],
  ])("[T-005] waits where %s, and is finished once it is put right", async (_, spoil, because) => {
    const act = await approveOne(world);
    await expectSpoilt(act, { ocsp: await about("signer", spoil) }, because);
    world.wait(16_000);
    await expectSpoilt(act, { ocsp: await about("unit", spoil) }, because);
    await expectSweepFinishes(act);
  });

  it("[T-005] that says revoked of the time-stamping unit keeps the act waiting: the signer did nothing wrong", async () => {
    const act = await approveOne(world);
    const ocsp = await about("unit", (request, _, only) => forge.ocsp(request, { only, status: revoked() }));
    await expectSpoilt(act, { ocsp }, "of the provider is revoked");
    await expectSweepFinishes(act);
  });

  it("[T-005] that says revoked of the signer's certificate ends the act for good, unsigned, with a code", async () => {
    const act = await approveOne(world, "a_signature");
    const ocsp = await about("signer", (request, _, only) => forge.ocsp(request, { only, status: revoked() }));
    expect(await runWith(world, act, spoilt({ ocsp }))).toMatchObject({ progress: "ended", written: 0 });
    const failed = { status: "FAILED", code: "CERTIFICATE_NOT_VALID" };
    expect(await readActState(world.deps.db, act.signerId)).toMatchObject(failed);
    world.wait(16 * 60_000);
    expect(await sweepSigning(world.deps)).toBe(0);
    expect(await signaturesOf(world, act)).toEqual([[], []]);
    expect(await signedActsOf(world.deps.db, act.workflowId)).toEqual([]);
    const signer = await loadSigner(world.deps.db, act.workflowId, act.signerId);
    expect(signer?.signer.status).toBe("INVITED");
  });
});

const bySeal = async () => ({ responder: await forge.own("service-seal") });
/** The responder's certificate with the key of another unit. */
const mixedResponder = async () => ({ ...(await forge.own("ocsp-signer")), signer: (await forge.own("tsu")).signer });

describe("the list that speaks for the issuing CA", () => {
  it.each<[string, SpoilList, string | RegExp]>([
    ["is missing", async () => null, "neither a responder nor a list"],
    ["cannot be had", async () => Promise.reject(new Error("away")), "away"],
    ["is something else", async () => new Uint8Array(Buffer.from("<html>")), "DerError"],
    ["has run out", () => forge.crl({ thisUpdateS: -7_200, nextUpdateS: -3_600 }), "expired"],
    ["comes from the future", () => forge.crl({ thisUpdateS: 600 }), "from-the-future"],
    [
      "is signed by another",
      async () => forge.crl({ signer: (await forge.own("issuing-ca")).signer }),
      "bad-signature",
    ],
    ["is another CA's", async () => forge.crl(forgedByForeign()), "other-issuer"],
    ["says it is revoked", async () => forge.crl({ revoked: (await forge.own("issuing-ca")).certificate }), "revoked"],
  ])("[T-005] waits where it %s, and is finished once it is put right", async (_, crl, because) => {
    const act = await approveOne(world);
    await expectSpoilt(act, { crl }, because);
    await expectSweepFinishes(act);
  });
});

const forgedByForeign = () => ({ issuer: forge.foreign.root.certificate, signer: forge.foreign.root.signer });

const otherDigest = new Uint8Array(32).fill(1);
const imprintOver = (digestAlgorithm: "sha256" | "sha512") => ({
  messageImprint: { digestAlgorithm, digest: digestOf(digestAlgorithm, otherDigest) },
});

describe("a timestamp", () => {
  it.each<[string, Spoil, string | RegExp]>([
    ["that nobody gives", async () => Promise.reject(new Error("away")), "away"],
    ["that is refused for want of time", async () => rejectTimestamp("timeNotAvailable", "later"), "timeNotAvailable"],
    ["with another nonce", (r) => forge.token(r, { asked: { nonceDer: new Uint8Array([2, 1, 5]) } }), "wrong-nonce"],
    ["without the nonce", (r) => forge.token(r, { asked: { nonceDer: null } }), "wrong-nonce"],
    ["over something else", (r) => forge.token(r, { asked: imprintOver("sha256") }), "wrong-imprint"],
    ["over another digest", (r) => forge.token(r, { asked: imprintOver("sha512") }), "wrong-imprint"],
    ["under another policy", (r) => forge.token(r, { policy: "2.999.7" }), "wrong-policy"],
    ["of two minutes ago", (r) => forge.token(r, { genTimeS: -120 }), "time-outside-window"],
    ["of the next two minutes", (r) => forge.token(r, { genTimeS: 120 }), "time-outside-window"],
    ["whose signature was changed", async (_, answer) => lastFlipped(await answer()), "signature-not-valid"],
    ["of another hierarchy", (r) => forge.token(r, { unit: forge.foreign.tsu }), "untrusted-chain"],
    ...tokensOfBadUnits.map(([what, make, code]): [string, Spoil, string] => [
      what,
      async (request) => forge.token(request, await make(forge)),
      code,
    ]),
  ])(
    "[T-005] [T-006] %s gets into no document: the signature's, and the one over the file",
    async (_, tsa, because) => {
      const act = await approveOne(world);
      await expectSpoilt(act, { tsa }, because);
      world.wait(16_000);
      // The first token asked for is the signature's, the next one the file's.
      const fromSecond = vi.fn<Spoil>(tsa).mockImplementationOnce((_, answer) => answer());
      await expectSpoilt(act, { tsa: fromSecond }, because);
      expect(fromSecond).toHaveBeenCalledTimes(2);
      await expectSweepFinishes(act);
    },
  );

  it("[T-006] of yesterday, over the very same signature, is not taken when it is played again", async () => {
    const act = await approveOne(world);
    let kept: Uint8Array | null = null;
    const withheld: Spoil = async (_, answer) => {
      kept ??= await answer();
      throw new Error("withheld");
    };
    await expectSpoilt(act, { tsa: withheld }, "withheld");
    world.wait(22 * 3_600_000);
    const replayed: Spoil = async () => kept ?? new Uint8Array();
    await expectSpoilt(act, { tsa: replayed }, "wrong-nonce");
    await expectSweepFinishes(act);
  });
});
