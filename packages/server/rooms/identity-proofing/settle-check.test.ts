/** When a provider is asked, and when an identification ends that it says nothing of (docs/flows/identification.md, "Settle"). */
import { randomBytes } from "node:crypto";
import { eid_lasts_s, video_lasts_s } from "@siegel/contract/identification.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { eventually } from "../../../../fixtures/eventually.ts";
import type { EidIssuer } from "../../ports/eid.ts";
import type { ProviderAnswer } from "../../ports/proven-identity.ts";
import type { VideoIdentProvider } from "../../ports/video-ident.ts";
import { ida, sendToIda } from "../../test/signer-ida.ts";
import { useSigningWorld } from "../../test/use-signing-world.ts";
import { readCheck } from "./checks-store.ts";
import {
  arrive,
  beginEid,
  beginVideo,
  checkOfBrowser,
  identitySecret,
  pollCheck,
  settleCheck,
  settleOverdue,
} from "./identity-proofing.ts";

const world = useSigningWorld();
const secret = identitySecret(randomBytes(32));
const by = { ip: "192.0.2.7", userAgent: "test" };
const day_ms = 86_400_000;

const away: ProviderAnswer = { state: "away", cause: new Error("nobody there") };
/** What the providers say now, and how often each case was asked about. */
const says = {
  video: { state: "pending" } as ProviderAnswer,
  issuer: ida,
  of: new Map<string, ProviderAnswer>(),
};
const asked = new Map<string, number>();
const back = { video: "", issuer: "" };
/** What an answer waits for. */
const slow = { until: Promise.resolve() };
beforeEach(() => {
  Object.assign(says, { video: { state: "pending" }, issuer: ida });
  says.of.clear();
  asked.clear();
});

const videoIdent: VideoIdentProvider = {
  name: "video.example",
  begin: async ({ reference, returnUrl }) => {
    back.video = new URL(returnUrl).searchParams.get("ref") ?? "";
    return { kind: "begun", uuid: reference, url: "https://video.example" };
  },
  readHook: () => null,
  result: async (uuid) => {
    asked.set(uuid, (asked.get(uuid) ?? 0) + 1);
    const answer = says.of.get(uuid) ?? says.video;
    await slow.until;
    return answer;
  },
};
const eid: EidIssuer = {
  kind: "issuer",
  name: "eid.example",
  addressFor: async ({ state }) => {
    back.issuer = state;
    return { kind: "address", url: "https://eid.example" };
  },
  redeem: async () => says.issuer,
};

/** Stands still until a test waits. */
let now = Date.now();
const wait = (ms: number): void => {
  now += ms;
  world.wait(ms);
};
const deps = () => ({
  ...world.deps,
  clock: { ...world.deps.clock, now: () => new Date(now) },
  ...{ identitySecret: secret, eid, videoIdent, publicUrl: "https://siegel.example" },
});

const send = async () => (await sendToIda(world)).beginning;

async function begin(route: "video" | "issuer") {
  const beginning = await send();
  const begun = await (route === "video" ? beginVideo(deps(), beginning) : beginEid(deps(), beginning));
  if (!begun.ok) throw new Error(begun.code);
  const stored = async () => {
    const check = await checkOfBrowser(world.deps.db, { browser: begun.browser });
    if (check === null) throw new Error("nothing is stored");
    return check;
  };
  const poll = async () => await pollCheck(deps(), await stored());
  const { browser } = begun;
  const comeBack = (answer?: string) =>
    arrive(deps(), { ref: back[route], browser, by, ...(answer === undefined ? {} : { answer }) });
  return { beginning, stored, poll, comeBack, askedSoFar: async () => asked.get((await stored()).checkId) ?? 0 };
}

describe("a page that asks again and again", () => {
  it("has the provider asked every two seconds", async () => {
    const { poll, askedSoFar } = await begin("video");
    for (let n = 0; n < 17; n++) await poll();
    expect(await askedSoFar()).toBe(1);
    wait(1_999);
    await poll();
    expect(await askedSoFar()).toBe(1);
    wait(1);
    await Promise.all([poll(), poll(), poll()]);
    expect(await askedSoFar()).toBe(2);
  });

  it("holds up neither a webhook nor somebody who comes back", async () => {
    const { stored, poll, comeBack, askedSoFar } = await begin("video");
    await poll();
    await settleCheck(deps(), (await stored()).checkId);
    expect(await askedSoFar()).toBe(2);
    await poll();
    expect(await askedSoFar()).toBe(2);
    says.video = ida;
    expect(await comeBack()).toMatchObject({ ok: true, check: { state: "succeeded" } });
  });

  it("does not swallow news that comes while it is asking", async () => {
    const { poll, comeBack, askedSoFar } = await begin("video");
    const { promise, resolve } = Promise.withResolvers<void>();
    slow.until = promise;
    const polled = poll();
    await eventually(async () => ((await askedSoFar()) === 1 ? true : undefined), "the page has asked");
    says.video = ida;
    const returned = comeBack();
    slow.until = Promise.resolve();
    resolve();
    expect(await returned).toMatchObject({ ok: true, check: { state: "succeeded" } });
    expect(await askedSoFar()).toBe(2);
    await polled;
  });

  it("takes no turn where only the browser can bring an answer, and is told when the time is over", async () => {
    const { stored, poll, comeBack } = await begin("issuer");
    await poll();
    expect((await stored()).asked).toBe(0);
    expect(await comeBack("code=1")).toMatchObject({ ok: true, check: { state: "succeeded" } });
    const other = await begin("issuer");
    wait(eid_lasts_s * 1_000);
    expect(await other.poll()).toMatchObject({ state: "expired" });
  });
});

describe("an issuer that does not answer when somebody is back", () => {
  it("ends it at once, because nobody would ask again, and the person begins again", async () => {
    const { beginning, comeBack } = await begin("issuer");
    says.issuer = away;
    expect(await comeBack("code=1")).toMatchObject({ ok: true, check: { state: "failed", failure: "PROVIDER" } });
    expect(await beginEid(deps(), beginning)).toMatchObject({ ok: true });
    expect(world.faults.at(-1)).toMatchObject({ undone: "an identification's result", outage: true });
  });
});

describe("a provider of videos that is away", () => {
  it("has a day after the identification's time; then it is over", async () => {
    const { stored } = await begin("video");
    says.video = away;
    wait(video_lasts_s * 1_000 + day_ms - 1);
    await settleOverdue(deps());
    expect((await stored()).state).toBe("pending");
    wait(1);
    await settleOverdue(deps());
    expect((await stored()).state).toBe("expired");
  });

  it("keeps no others from their end, however many it is silent about", async () => {
    const { context } = await send();
    const row = (check_id: string, minute: number) => ({
      ...({ check_id, provider_ref: check_id, route: "video", provider: videoIdent.name, state: "pending" } as const),
      ...({ workflow_id: context.signer.workflowId, signer_id: context.signer.signerId, language: "de" } as const),
      ...{ browser_hash: check_id, on_phone: false, begun_at: new Date(now - day_ms) },
      expires_at: new Date(now - (300 - minute) * 60_000),
    });
    const silent = Array.from({ length: 230 }, (_, n) => row(`silent ${n}`, n));
    await world.deps.db
      .insertInto("identity_check")
      .values([...silent, row("told", 240)])
      .execute();
    says.video = away;
    says.of.set("told", ida);
    for (let sweep = 0; sweep < 3; sweep++) {
      wait(30_000);
      await settleOverdue(deps());
    }
    expect(await readCheck(world.deps.db, "told")).toMatchObject({ state: "succeeded" });
    // All were asked about once before any was asked about again.
    wait(30_000);
    await settleOverdue(deps());
    expect([...asked.values()].filter((times) => times > 2)).toEqual([]);
    expect(asked.size).toBe(231);
    wait(day_ms);
    for (let sweep = 0; sweep < 3; sweep++) await settleOverdue(deps());
    const open = world.deps.db.selectFrom("identity_check").select("check_id").where("state", "=", "pending");
    expect(await open.execute()).toEqual([]);
  });
});

describe("people at the provider who look once more", () => {
  it("have a day, once, however often they are asked", async () => {
    const { stored, poll } = await begin("video");
    says.video = { state: "review" };
    const until = now + day_ms;
    await poll();
    expect((await stored()).expiresAt.getTime()).toBe(until);
    for (const ms of [3_000, 3_600_000, 3_600_000]) {
      wait(ms);
      await poll();
    }
    expect((await stored()).expiresAt.getTime()).toBe(until);
    wait(day_ms);
    await settleOverdue(deps());
    expect((await stored()).state).toBe("expired");
  });

  it("have it also where they say so after the time was over, and their yes counts", async () => {
    const { stored } = await begin("video");
    says.video = { state: "review" };
    wait(video_lasts_s * 1_000);
    await settleOverdue(deps());
    expect((await stored()).state).toBe("pending");
    wait(day_ms);
    says.video = ida;
    await settleOverdue(deps());
    expect((await stored()).state).toBe("succeeded");
  });
});
