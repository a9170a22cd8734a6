import { createHash, createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { inspect } from "node:util";
import { identityDocumentKinds } from "@siegel/contract/identification.ts";
import { sandbox_video_api_key, sandbox_video_webhook_secret } from "@siegel/contract/sandbox.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useSandbox } from "../../test/start-sandbox.ts";
import { systemClock } from "../time/clock.ts";
import { nectMapping, parseVideoMapping, VideoMappingFault } from "./mapping.ts";
import { type VideoSettings, videoIdent } from "./video-ident.ts";

const sandbox = useSandbox();
const providerWith = (change: Partial<VideoSettings> = {}) =>
  videoIdent({
    url: `${sandbox.current().url}/video`,
    apiKey: sandbox_video_api_key,
    webhookSecrets: [sandbox_video_webhook_secret],
    clock: systemClock,
    ...change,
  });

let references = 0;
const orderOf = () => ({
  ...{ reference: `order-${++references}`, firstName: "Ayşe", lastName: "Öztürk", language: "de" as const },
  ...{ returnUrl: "http://localhost:3000/api/video/return?ref=r", webhookUrl: "http://127.0.0.1:9/" },
});
const begun = async (order = orderOf()) => {
  const made = await providerWith().begin(order);
  if (made.kind !== "begun") throw made.cause;
  return made;
};
const decide = async (uuid: string, decision: object) => {
  const answer = await fetch(`${sandbox.current().url}/video/v1/cases/${uuid}/decide`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ webhook: "none", ...decision }),
  });
  expect(answer.status).toBe(200);
};

describe("a case at the video provider", () => {
  it("is begun once for a reference, also where the answer was lost, and its page is named", async () => {
    const order = orderOf();
    await sandbox.current().spoil("video", "answer-lost");
    expect(await providerWith().begin(order)).toMatchObject({ kind: "away" });
    const first = await begun(order);
    expect(await begun(order)).toEqual(first);
    expect(first.url).toContain(first.uuid);
  });

  it("tells who was recognised, at level substantial, with the answer's bytes as evidence", async () => {
    const { uuid } = await begun();
    expect(await providerWith().result(uuid)).toEqual({ state: "pending" });
    const person = { birth_name: "Yılmaz", birthdate: "1981-07", nationality: "TR", document: "residence_permit" };
    await decide(uuid, { outcome: "succeed", person: { ...person, country: "DE", valid_until: "2030-02-28" } });
    const answer = await providerWith().result(uuid);
    expect(answer).toMatchObject({
      state: "succeeded",
      identity: {
        ...{ firstNames: "Ayşe", lastName: "Öztürk", birthName: "Yılmaz", birthdate: "1981-07", nationality: "TR" },
        document: { kind: "residence_permit", number: null, validUntil: "2030-02-28", country: "DE" },
        level: "substantial",
      },
    });
    const evidence = "evidence" in answer ? Buffer.from(answer.evidence ?? []).toString() : "";
    expect(JSON.parse(evidence)).toMatchObject({ uuid, state: "approved" });
  });

  it.each([
    ["reject", { state: "failed", why: "NOT_RECOGNISED" }],
    ["document_expired", { state: "failed", why: "DOCUMENT_EXPIRED" }],
    ["document_not_accepted", { state: "failed", why: "DOCUMENT_NOT_ACCEPTED" }],
    ["abort", { state: "cancelled" }],
    ["expire", { state: "expired" }],
    ["leave", { state: "pending" }],
    ["review", { state: "review" }],
  ])("ends as the provider says: %s", async (outcome, expected) => {
    const { uuid } = await begun();
    await decide(uuid, { outcome });
    expect(await providerWith().result(uuid)).toMatchObject(expected);
  });

  it.each(["down", "garbage", "reject", "answer-lost"] as const)(
    "is not known while the provider is away: %s",
    async (mode) => {
      const { uuid } = await begun();
      await sandbox.current().spoil("video", mode);
      expect(await providerWith().result(uuid)).toMatchObject({ state: "away" });
      expect(await providerWith().result(uuid)).toEqual({ state: "pending" });
    },
  );

  it("is not known where no answer comes in time, the key is wrong, or there is no such case", async () => {
    await sandbox.current().spoil("video", "slow", { delay_ms: 400 });
    expect(await providerWith({ timeoutMs: 50 }).begin(orderOf())).toMatchObject({ kind: "away" });
    expect(await providerWith({ apiKey: "wrong" }).begin(orderOf())).toMatchObject({ kind: "away" });
    for (const uuid of ["none", "../cases", ""])
      expect(await providerWith().result(uuid), uuid).toMatchObject({ state: "away" });
  });
});

describe("an answer of the video provider", () => {
  let answer: { status: number; type: string; body: string } = { status: 200, type: "application/json", body: "" };
  const asked: { url: string | undefined; key: unknown; body: string }[] = [];
  const server = createServer((request, response) => {
    const parts: Uint8Array[] = [];
    request.on("data", (part: Uint8Array) => parts.push(part));
    request.on("end", () => {
      asked.push({ url: request.url, key: request.headers["x-key"], body: Buffer.concat(parts).toString() });
      response.writeHead(answer.status, { "content-type": answer.type }).end(answer.body);
    });
  });
  beforeAll(() => new Promise<void>((done) => server.listen(0, "127.0.0.1", done)));
  afterAll(() => new Promise((done) => server.close(done)));
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const resultOf = async (said: unknown, mapping = nectMapping) => {
    answer = { status: 200, type: "application/json", body: typeof said === "string" ? said : JSON.stringify(said) };
    return await providerWith({ url: url(), mapping }).result("case-1");
  };
  const person = { first_names: "Ann", last_name: "O’Neil", birthdate: "1990-01-02", nationality: "IE" };
  const document = { type: "passport", number: "X1", valid_until: "2031-01-31", country: "IE" };
  const right = { uuid: "case-1", state: "approved", person, document };

  it("is a yes only where every part of it holds", async () => {
    expect(await resultOf(right)).toMatchObject({ state: "succeeded", identity: { document: { number: "X1" } } });
    const inThree = { ...right, person: { ...person, nationality: "XXA" }, document: { ...document, country: "IRL" } };
    expect(await resultOf(inThree)).toMatchObject({ identity: { nationality: null, document: { country: "IE" } } });
    for (const wrong of [
      { ...right, uuid: "case-2" },
      { ...right, state: "APPROVED" },
      { ...right, state: "constructor" },
      { ...right, state: ["approved"] },
      { ...right, state: undefined },
      { ...right, person: { ...person, last_name: " " } },
      { ...right, person: { ...person, first_names: "A\u0000nn" } },
      { ...right, person: { ...person, last_name: "x".repeat(201) } },
      { ...right, person: { ...person, birthdate: "02.01.1990" } },
      { ...right, person: { ...person, birthdate: "1990-02-30" } },
      { ...right, person: { ...person, nationality: "Irish" } },
      { ...right, document: { ...document, country: "irl" } },
      { ...right, document: { ...document, country: undefined } },
      { ...right, document: { ...document, type: undefined } },
      { ...right, document: { ...document, valid_until: "soon" } },
      { ...right, person: undefined },
      { ...right, padding: "x".repeat(262_144) },
      [right],
      null,
      "",
      "approved",
      '{"state":"approved"',
    ])
      expect(await resultOf(wrong), JSON.stringify(wrong).slice(0, 200)).toMatchObject({ state: "away" });
  });

  it("leaves nothing of itself for the log where it does not hold", async () => {
    const cut = JSON.stringify(right).replace('{"type"', "{type");
    for (const wrong of [
      '{"last_name":O’Neil}',
      ...["O’Neil, Ann", cut, cut.slice(0, -9)],
      { ...right, state: "O’Neil, Ann" },
      { ...right, state: { person } },
      { ...right, person: { ...person, birthdate: "O’Neil, Ann" } },
      { ...right, person: { ...person, nationality: "O’Neil" } },
      { ...right, person: { ...person, last_name: "O’Neil\u0000" } },
      { ...right, uuid: "O’Neil" },
    ]) {
      const told = await resultOf(wrong);
      expect(told.state).toBe("away");
      expect(inspect("cause" in told ? told.cause : null, { depth: 10 })).not.toMatch(/Neil|Ann|1990/);
    }
  });

  it("is a no where the document is of a kind that we do not rely on, whatever else it says", async () => {
    const licence = { ...right, document: { ...document, type: "driving_licence" } };
    expect(await resultOf(licence)).toMatchObject({ state: "failed", why: "DOCUMENT_NOT_ACCEPTED" });
    const ofNowhere = { ...right, document: { ...document, country: "XXA" } };
    expect(await resultOf(ofNowhere)).toMatchObject({ state: "failed", why: "DOCUMENT_NOT_ACCEPTED" });
    const over = { ...right, document: { ...document, valid_until: "2020-01-31" } };
    expect(await resultOf(over)).toMatchObject({ state: "failed", why: "DOCUMENT_EXPIRED" });
    const refused = { uuid: "case-1", state: "rejected" };
    expect(await resultOf({ ...refused, reason: "document_blocked" })).toMatchObject({ why: "DOCUMENT_BLOCKED" });
    for (const reason of ["spoofed", "constructor", undefined, 7])
      expect(await resultOf({ ...refused, reason })).toMatchObject({ state: "failed", why: "NOT_RECOGNISED" });
  });

  it("is waited for while the people of the provider look once more", async () => {
    expect(await resultOf({ ...right, state: "review" })).toEqual({ state: "review" });
  });

  it("names a page without TLS only in development, and never another kind of address", async () => {
    const made = async (said: object) => {
      answer = { status: 201, type: "application/json", body: JSON.stringify(said) };
      return (await providerWith({ url: url() }).begin(orderOf())).kind;
    };
    expect(await made({ uuid: "a", url: "https://video.example/a" })).toBe("begun");
    for (const page of ["javascript:alert(1)", "/a", undefined])
      expect(await made({ uuid: "a", url: page }), page).toBe("away");
    for (const uuid of ["a/b", "..", "", 7]) expect(await made({ uuid, url: "https://video.example/a" })).toBe("away");
  });

  it("may be in the provider's own words", async () => {
    const mapping = parseVideoMapping(
      JSON.stringify({
        auth: { header: "X-Key", value: "{key}" },
        create: {
          path: "/api/start",
          firstName: "/user/given",
          lastName: "/user/family",
          constants: { "/user/kind": "natural", "/product": 7 },
          languages: { de: "de-DE", en: "en-GB" },
          answer: { uuid: "/data/id", url: "/data/link" },
        },
        result: { path: "/api/{uuid}.json", uuid: "/id", state: "/result", lastName: "/user/family", reason: null },
        states: { SUCCESS: "succeeded" },
      }),
    );
    answer = {
      status: 200,
      type: "application/json",
      body: '{"data":{"id":"case-1","link":"https://video.example/1"}}',
    };
    const order = orderOf();
    const made = await providerWith({ url: url(), mapping }).begin(order);
    expect(made).toEqual({ kind: "begun", uuid: "case-1", url: "https://video.example/1" });
    expect(asked.at(-1)).toMatchObject({ url: "/api/start", key: sandbox_video_api_key });
    expect(JSON.parse(asked.at(-1)?.body ?? "")).toEqual({
      ...{ product: 7, reference: order.reference, language: "de-DE" },
      ...{ return_url: order.returnUrl, webhook_url: order.webhookUrl },
      user: { kind: "natural", given: "Ayşe", family: "Öztürk" },
    });
    const said = { id: "case-1", result: "SUCCESS", user: { family: "O’Neil" }, person, document };
    expect(await resultOf(said, mapping)).toMatchObject({ state: "succeeded" });
    expect(asked.at(-1)?.url).toBe("/api/case-1.json");
    // Our word is none of theirs any more.
    expect(await resultOf({ ...said, result: "approved" }, mapping)).toMatchObject({ state: "away" });
  });
});

describe("a mapping", () => {
  it.each([
    ["{", "the file: not JSON"],
    ["[]", "the file: "],
    ['{"state":{}}', "the file: "],
    ['{"states":{"ok":"yes"}}', "states.ok: one of Siegel's words"],
    ['{"reasons":{"old":"PROVIDER"}}', "reasons.old: one of Siegel's words"],
    [
      '{"documents":{"a":"driving_licence"}}',
      `documents.a: one of Siegel's words: ${identityDocumentKinds.join(", ")}`,
    ],
    ['{"auth":{"value":"Bearer"}}', "auth.value: a header's value with {key} in it"],
    ['{"result":{"path":"/cases"}}', "result.path: a path with {uuid} in it"],
    ['{"result":{"lastName":null}}', "result.lastName: "],
    ['{"create":{"url":"/x"}}', "create: "],
    ['{"create":{"reference":"ref"}}', "create.reference: a JSON pointer"],
    ['{"create":{"firstName":"/person"}}', "create: /person/last_name is named twice"],
    ['{"create":{"constants":{"/language":"x"}}}', "create: /language is named twice"],
  ])("that cannot be used is refused with the part that is wrong: %s", (text, words) => {
    expect(() => parseVideoMapping(text)).toThrow(VideoMappingFault);
    expect(() => parseVideoMapping(text)).toThrow(words);
  });

  it("that says nothing is the default", () => {
    expect(parseVideoMapping("{}")).toEqual(nectMapping);
  });
});

describe("a webhook of the video provider", () => {
  const now = new Date("2026-11-28T12:00:00Z");
  const at = now.getTime() / 1_000;
  const body = Buffer.from('{"uuid":"case-1","event":"case.updated"}');
  const [current, before] = ["secret-of-now", "secret-of-then"];
  const provider = videoIdent({
    url: "https://video.example",
    apiKey: "k",
    webhookSecrets: [current, before],
    clock: systemClock,
  });
  const signed = (secret: string, time: number | string = at, bytes: Uint8Array = body) =>
    `t=${time},v1=${createHmac("sha256", secret).update(`${time}.`).update(bytes).digest("hex")}`;
  const read = (signature: string | string[] | undefined, change: { body?: Uint8Array; id?: string } = {}) =>
    provider.readHook(
      change.body ?? body,
      { "x-signature": signature, ...("id" in change ? { "x-event-id": change.id } : { "x-event-id": "event-1" }) },
      now,
    );

  it("is believed if it is signed with the secret of now or the one before, within five minutes", () => {
    const hook = { uuid: "case-1", eventId: "event-1" };
    expect(read(signed(current))).toEqual(hook);
    expect(read(signed(before))).toEqual(hook);
    for (const time of [at - 300, at + 300]) expect(read(signed(current, time))).toEqual(hook);
    expect(read(`${signed("a third")},${signed(before).split(",")[1]}`)).toEqual(hook);
    expect(read(signed(current).toUpperCase().replace("T=", "t=").replace("V1=", "v1="))).toEqual(hook);
  });

  it("is known by what it says where it has no name", () => {
    const eventId = createHash("sha256").update(body).digest("hex");
    for (const id of ["", "two words", "x".repeat(201)])
      expect(read(signed(current), { id })).toMatchObject({ eventId });
  });

  it("is not believed without a signature, with a wrong or old one, or another body", () => {
    const right = signed(current);
    for (const wrong of [
      undefined,
      "",
      [right],
      "t=1",
      `t=${at}`,
      `v1=${right.split("v1=")[1]}`,
      `${right},t=${at}`,
      right.slice(0, -1),
      right.replace("v1=", "v0="),
      signed("a third"),
      signed(current, at - 301),
      signed(current, at + 301),
      signed(current, `${at}.0`),
      signed(current, Number.NaN),
      signed(current).replace(`t=${at}`, `t=${at + 1}`),
    ])
      expect(read(wrong), String(wrong)).toBeNull();
    expect(read(right, { body: Buffer.from(body.toString().replace("case-1", "case-2")) })).toBeNull();
    expect(read(right, { body: Buffer.concat([body, Buffer.from(" ")]) })).toBeNull();
  });

  it("is nothing where it names no case, although it is signed", () => {
    for (const text of ["", "{", "null", '{"uuid":7}', '{"uuid":"../x"}', '{"id":"case-1"}']) {
      const bytes = Buffer.from(text);
      expect(read(signed(current, at, bytes), { body: bytes }), text).toBeNull();
    }
  });
});
