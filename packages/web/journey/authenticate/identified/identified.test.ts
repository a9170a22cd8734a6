import type { Identification } from "@siegel/contract/calls/identification.ts";
import { identificationFaults, identificationStates } from "@siegel/contract/identification.ts";
import { beforeEach, describe, expect, it } from "vitest";
import type { Answer } from "../../../api/answer.ts";
import { lookAgainMs } from "../../../api/identification-calls.ts";
import { de } from "../../../i18n/de.ts";
import { en } from "../../../i18n/en.ts";
import { waysAfter, wordsOf } from "../../../identity/failure-words.ts";
import { partsOfSpelling } from "../../../identity/names.ts";
import { broughtBy } from "../../../identity/return-address.ts";
import { isOver, nextOf, type PhoneOffer } from "../../../identity/use-phone-offer.ts";
import { stateOfAnswer } from "../../../identity/use-returned.ts";
import { lifeOf, needOf, openWays } from "../../../identity/ways.ts";
import { dropChosen, keepChosen, readChosen } from "./chosen.ts";
import { goneTo } from "./returned.ts";
import { leadsOn, type Standing, standingOf } from "./standing.ts";

const now = Date.parse("2026-11-28T10:00:00Z");
const until = "2026-11-28T10:30:00Z";
const told = (part: Partial<Identification>): Identification => ({
  state: "succeeded",
  success: true,
  first_name: "Ada",
  last_name: "Muster",
  country: "DE",
  failure: null,
  route: "eid",
  reference: "E-1",
  identified_at: "2026-11-28T09:59:00Z",
  sign_until: until,
  certificate_exists: false,
  is_kept: false,
  certificate_life_h: 43_824,
  invited: { first_name: "Ada", last_name: "Muster" },
  ...part,
});

describe("the page after an identification", () => {
  const table: readonly (readonly [string, Partial<Identification>, Standing])[] = [
    ["[S-203] waits while it runs", { state: "pending", sign_until: null }, "wait"],
    ["[S-205] asks for password and phone where there is no certificate", {}, "choose"],
    ["[S-206] leads on to the password that is known", { certificate_exists: true }, "password"],
    ["says that the 30 minutes are over", { sign_until: "2026-11-28T10:00:00Z" }, "late"],
    ["asks for both also where names are doubtful", { state: "review", sign_until: null }, "choose"],
    ["waits for a person once both are kept", { state: "review", is_kept: true, sign_until: null }, "doubtful"],
    ["[S-204] says that it went wrong", { state: "failed", failure: "CLIENT" }, "wrong"],
    ["[S-204] says that it was cancelled", { state: "cancelled" }, "wrong"],
    ["[S-204] says that the time ran out", { state: "expired" }, "wrong"],
  ];
  it.each(table)("%s", (_name, part, standing) => {
    expect(standingOf(told(part), now)).toBe(standing);
  });

  it("is led to from the choice of ways only by what leads on", () => {
    const led = table.filter(([, part]) => leadsOn(told(part), now)).map(([, , standing]) => standing);
    expect(led).toEqual(["choose", "choose", "doubtful"]);
  });
});

describe("an identification that came to nothing", () => {
  it("[S-204] is told with a reason and what to do, in both languages", () => {
    for (const state of identificationStates)
      for (const failure of [...identificationFaults, null]) {
        const { title, lead, reason } = wordsOf({ state, failure, route: "eid" });
        const keys = [title, lead, reason].filter((key) => key !== null);
        expect(keys.length).toBeGreaterThan(1);
        for (const texts of [de, en]) expect(keys.map((key) => texts[key]).every(Boolean)).toBe(true);
      }
    expect(wordsOf(null).title).toBe("identification.wrong");
  });

  it("leads to every open way, to a card last where one was no good", () => {
    const open = openWays({ eid: true, video: true });
    expect(open).toEqual(["card", "video", "inPerson"]);
    const after = (failure: Identification["failure"], route: "eid" | "video" = "eid") =>
      waysAfter({ state: "failed", failure, route }, open);
    expect(after("DOCUMENT_EXPIRED")).toEqual(["video", "inPerson", "card"]);
    expect(after("DOCUMENT_EXPIRED", "video")).toEqual(open);
    expect(after("CLIENT")).toEqual(open);
    expect(waysAfter(null, open)).toEqual(open);
  });
});

describe("the ways", () => {
  const say = (key: string, values?: object) => `${key} ${JSON.stringify(values ?? {})}`;
  it("[S-191] are those with a provider, and always the office", () => {
    expect(openWays({ eid: false, video: false })).toEqual(["inPerson"]);
    expect(openWays({ eid: false, video: true })).toEqual(["video", "inPerson"]);
    expect(needOf("card", { eid_client_url: null })).toBe("identification.cardNeedIssuer");
  });

  it("say how long a certificate is valid", () => {
    const of = (hours: number) => lifeOf("video", { video_life_h: hours }, say as never);
    expect([of(24), of(48), of(12)]).toEqual([
      "identification.oneDay {}",
      'identification.days {"n":2}',
      'identification.hours {"n":12}',
    ]);
    expect(lifeOf("card", { video_life_h: 24 }, say as never)).toBe("identification.years {}");
  });
});

describe("two spellings", () => {
  const marked = (name: string, other: string) =>
    partsOfSpelling(name, other)
      .map(({ text, differs }) => (differs ? `*${text}*` : text))
      .join(" ");
  it("are marked where they differ", () => {
    expect(marked("Katharina Brückner", "Katharina Brückner-Özdemir")).toBe("Katharina *Brückner*");
    expect(marked("Katharina Maria Brückner", "KATHARINA BRÜCKNER")).toBe("Katharina *Maria* Brückner");
    expect(marked("Ada  Muster", "Ada Muster")).toBe("Ada Muster");
  });
});

describe("what was chosen", () => {
  const header = { workflow_id: "w", signer_id: "s", accessToken: "t" };
  const chosen = { password: "Möwe auf Mast 7!", phone: "+4915123456748" };
  beforeEach(dropChosen);

  it("[S-194] is kept for the session that chose it, and for no other", () => {
    expect(readChosen(header)).toBeNull();
    // After a reload too nothing is known that it could differ from.
    expect(keepChosen(header, chosen)).toBe(false);
    expect(keepChosen(header, { ...chosen })).toBe(false);
    expect(keepChosen(header, { ...chosen, phone: "+4915123456749" })).toBe(true);
    expect(keepChosen(header, chosen)).toBe(true);
    expect(readChosen(header)).toEqual(chosen);
    expect(readChosen({ ...header, accessToken: "u" })).toBeNull();
    expect(readChosen(header)).toBeNull();
  });
});

describe("asking again", () => {
  it("takes longer each time, and as long as the server says", () => {
    const waits = [0, 1, 2, 5, 10, 50].map((looks) => Math.round(lookAgainMs(looks, null)));
    expect(waits).toEqual([2_000, 2_000, 2_500, 4_883, 10_000, 10_000]);
    expect(lookAgainMs(1, 30)).toBe(30_000);
  });

  it("of a phone's identification is over with another one, or with another state of the same", () => {
    const old = told({ state: "failed", failure: "CLIENT" });
    expect(isOver(old, old)).toBe(false);
    expect(isOver(told({ state: "pending", reference: "E-2" }), old)).toBe(false);
    expect(isOver(told({ reference: "E-2" }), old)).toBe(true);
    expect(isOver(told({}), old)).toBe(true);
    expect(isOver(null, null)).toBe(false);
  });

  const waiting: PhoneOffer = {
    status: "waiting",
    url: "",
    digits: "47",
    madeAtMs: now - 60_000,
    endsAtMs: now + 240_000,
    isAnother: false,
  };
  const late = now + 240_000;
  const own = (state: Identification["state"]) => told({ state, reference: "E-2" });
  const table: readonly (readonly [string, Partial<Parameters<typeof nextOf>[1]>, ReturnType<typeof nextOf>])[] = [
    ["nothing new", { looked: "offered", own: own("pending") }, null],
    ["a phone is at it", { looked: "begun", own: own("pending") }, "begun"],
    ["a phone was quicker than the look", { looked: "begun", own: own("succeeded") }, "done"],
    ["declined there", { looked: "over", own: own("pending") }, "stopped"],
    ["declined there, and settled", { looked: "over", own: own("cancelled") }, "stopped"],
    ["failed at once", { looked: "over", own: own("failed") }, "done"],
    ["nobody came in time", { looked: "over", own: own("pending"), nowMs: late }, "again"],
    ["nobody came in time, and settled", { looked: "offered", own: own("expired") }, "again"],
  ];
  it.each(table)("of an offer to a phone: %s", (_name, found, next) => {
    const all = { looked: null, own: null, before: null, nowMs: now, ...found };
    expect(nextOf(waiting, all)).toBe(next);
    const isThere = all.own?.state !== "pending";
    expect(nextOf({ status: "begun" }, all)).toBe(isThere ? "done" : null);
  });
});

describe("a return page's address", () => {
  it("[S-202] brings a code, or says what went wrong", () => {
    expect(broughtBy("?code=abc")).toEqual({ code: "abc", error: null });
    expect(broughtBy("?error=cancelled&code=abc")).toEqual({ code: null, error: "cancelled" });
    expect(broughtBy("?code=")).toEqual({ code: null, error: null });
    expect(broughtBy("")).toEqual({ code: null, error: null });
  });

  const refusal = (status: number, code: string): Answer<never> => ({
    ok: false,
    status,
    code,
    messages: [],
    retryAfterSeconds: null,
  });
  const link = { workflow_id: "w", signer_id: "s" };
  it.each([
    [
      "[S-032] [S-207] leads to the login where nothing is known here",
      refusal(401, "SESSION_ENDED"),
      link,
      "/login/w/s",
    ],
    ["[S-207] leads to the start without ids", refusal(401, "SESSION_ENDED"), null, "/"],
    ["says that another browser began", refusal(409, "IDENTIFICATION_ELSEWHERE"), link, "stranger"],
    ["[S-204] says that the code is no good", refusal(409, "IDENTIFICATION_REFUSED"), link, "refused"],
    ["[S-204] says that of no code at all", refusal(400, "INVALID_REQUEST"), link, "refused"],
    ["waits for a service that is away", refusal(503, "SERVICE_ERROR"), link, "away"],
  ] as const)("%s", (_name, answer, at, expected) => {
    const { status } = stateOfAnswer<never, never>(answer);
    expect(status === "gone" ? goneTo(at) : status).toBe(expected);
  });
});
