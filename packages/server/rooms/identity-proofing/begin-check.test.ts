/** How often an identification may be begun, and an offer taken (docs/flows/identification.md, "From the options to the result"). */
import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { EidIssuer } from "../../ports/eid.ts";
import type { VideoIdentProvider } from "../../ports/video-ident.ts";
import { sendToIda } from "../../test/signer-ida.ts";
import { useSigningWorld } from "../../test/use-signing-world.ts";
import {
  beginEid,
  beginVideo,
  checkOfBrowser,
  identitySecret,
  lookAtOffer,
  offerToPhone,
  takeOffer,
} from "./identity-proofing.ts";

const world = useSigningWorld();
const secret = identitySecret(randomBytes(32));
const by = { ip: "192.0.2.7", userAgent: "test" };
const many = 60;
const per_hour = 20;

/** How often a provider was asked to begin, and whether it is away. */
const provider = { asked: 0, isAway: false };
beforeEach(() => void Object.assign(provider, { asked: 0, isAway: false }));

const away = { kind: "away", cause: new Error("nobody there") } as const;
const videoIdent: VideoIdentProvider = {
  name: "video.example",
  begin: async ({ reference }) => {
    provider.asked++;
    return provider.isAway ? away : { kind: "begun", uuid: reference, url: "https://video.example" };
  },
  readHook: () => null,
  result: async () => ({ state: "pending" }),
};
const eid: EidIssuer = {
  kind: "issuer",
  name: "eid.example",
  addressFor: async () => {
    provider.asked++;
    return provider.isAway ? away : { kind: "address", url: "https://eid.example" };
  },
  redeem: async () => ({ state: "cancelled" }),
};

const deps = () => ({
  ...world.deps,
  ...{ identitySecret: secret, eid, videoIdent, publicUrl: "https://siegel.example" },
});

const send = async () => (await sendToIda(world)).beginning;
type Who = Extract<Parameters<typeof beginEid>[1], { readonly context: unknown }>;

const begins = {
  "an ID card": (who: Who) => beginEid(deps(), who),
  "a video": (who: Who) => beginVideo(deps(), who),
  "a phone": (who: Who) => offerToPhone(deps(), who),
} as const;
const ways = ["an ID card", "a video", "a phone"] as const;

const statesOf = async ({ context }: Who): Promise<readonly string[]> => {
  const rows = world.deps.db.selectFrom("identity_check").select("state");
  return (await rows.where("signer_id", "=", context.signer.signerId).execute()).map(({ state }) => state);
};

describe("a signer who begins again and again", () => {
  it.each(ways)("is let through twenty times an hour, also with all at once: %s", async (way) => {
    const who = await send();
    const begun = await Promise.all(Array.from({ length: many }, () => begins[way](who)));
    expect(begun.filter(({ ok }) => ok)).toHaveLength(per_hour);
    const refused = begun.find(({ ok }) => !ok);
    expect(refused).toMatchObject({ code: "TOO_MANY_REQUESTS", retryAfterSeconds: expect.any(Number) });
    expect(await statesOf(who)).toHaveLength(per_hour);
    expect(provider.asked).toBe(way === "a phone" ? 0 : per_hour);
    world.wait(3_600_000);
    expect(await begins[way](who)).toMatchObject({ ok: true });
  });

  it.each(["an ID card", "a video"] as const)("is counted also while the provider is away: %s", async (way) => {
    const who = await send();
    const before = await begins[way](who);
    if (!before.ok) throw new Error(before.code);
    provider.isAway = true;
    const again = { ...who, browser: before.browser };
    for (let n = 1; n < per_hour; n++)
      expect(await begins[way](again)).toEqual({ ok: false, code: "IDENTIFICATION_AWAY" });
    expect(await begins[way](again)).toMatchObject({ code: "TOO_MANY_REQUESTS" });
    // The one before may still come to an end.
    expect(await checkOfBrowser(world.deps.db, { browser: before.browser })).toMatchObject({ state: "pending" });
    expect((await statesOf(who)).filter((state) => state === "failed")).toHaveLength(per_hour - 1);
  });
});

describe("an offer to a phone", () => {
  it("is there once more where the issuer was away, and is taken once", async () => {
    const offered = await offerToPhone(deps(), await send());
    if (!offered.ok) throw new Error(offered.code);
    const { secret: qr } = offered;
    const take = () => takeOffer(deps(), { secret: qr, agreed: true, by });
    provider.isAway = true;
    expect(await take()).toEqual({ ok: false, code: "IDENTIFICATION_AWAY" });
    expect(await lookAtOffer(deps(), qr)).toMatchObject({ state: "offered" });
    provider.isAway = false;
    const taken = await Promise.all([take(), take(), take()]);
    expect(taken.filter((one) => one?.ok === true)).toHaveLength(1);
    expect(await lookAtOffer(deps(), qr)).toMatchObject({ state: "begun" });
  });
});
