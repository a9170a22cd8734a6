import type { OwnersIdentification } from "@siegel/contract/calls/cert-identity.ts";
import type { OwnCertificate } from "@siegel/contract/calls/cert-manager.ts";
import { identificationFaults, identificationStates } from "@siegel/contract/identification.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { de } from "../../i18n/de.ts";
import { en } from "../../i18n/en.ts";
import { clearSession, keepOwner } from "../../session.ts";
import { drop } from "../../tab-storage.ts";
import { keepReason, readReason } from "../kept-reason.ts";
import { certificateOf, purposesOf, wishIn } from "../wishes.ts";
import { failureOf } from "./failure.ts";
import { type Standing, standingOf } from "./own-identification.ts";

const now = Date.parse("2026-11-28T10:00:00Z");

describe("the page of an owner who is back", () => {
  type Told = Parameters<typeof standingOf>[0];
  const told = (part: Partial<OwnersIdentification>, status: "v" | "r" | "e" = "v"): Told => ({
    state: "succeeded",
    purpose: "revoke",
    is_used: false,
    use_until: "2026-11-28T10:30:00Z",
    ...part,
    certificate: { status },
  });
  const table: readonly (readonly [string, Told, Standing])[] = [
    ["[S-276] waits while it runs", told({ state: "pending", use_until: null }), "wait"],
    ["[S-276] says that it went wrong", told({ state: "failed", use_until: null }), "wrong"],
    ["[S-276] says so too of a certificate that is revoked", told({ state: "expired" }, "r"), "wrong"],
    ["waits for a person where the name is another", told({ state: "review", use_until: null }), "doubtful"],
    ["has nothing to wait for once it is revoked", told({ state: "review", use_until: null }, "r"), "revoked"],
    ["[S-031] revokes", told({}), "revoke"],
    ["[S-270] asks for a new password", told({ purpose: "change_password" }), "change_password"],
    ["[S-031] asks for a new number", told({ purpose: "change_phone" }), "change_phone"],
    ["says that it is revoked", told({ is_used: true }, "r"), "revoked"],
    ["says that it has ended", told({ purpose: "change_phone" }, "e"), "ended"],
    ["speaks of no revocation after a new password", told({ purpose: "change_password", is_used: true }, "r"), "used"],
    ["says that it was used", told({ purpose: "change_phone", is_used: true }), "used"],
    ["says that the 30 minutes are over", told({ use_until: "2026-11-28T10:00:00Z" }), "late"],
  ];
  it.each(table)("%s", (_name, part, standing) => {
    expect(standingOf(part, now)).toBe(standing);
  });

  it("[S-276] says why it came to nothing in words of owners, in both languages", () => {
    for (const state of identificationStates)
      for (const failure of [...identificationFaults, null]) {
        const { title, sentences } = failureOf({ state, failure, route: "eid" });
        expect(sentences.length).toBeGreaterThan(1);
        for (const texts of [de, en])
          for (const key of [title, ...sentences])
            expect(texts[key]).toMatch(/^(?!.*(invitation|Einladung|filled in|eingetragen)).{8}/);
      }
    expect(failureOf(null).sentences).toEqual(["identification.why_UNKNOWN", "ownerIdentity.nothing"]);
  });
});

describe("what a certificate allows", () => {
  const one = (part: Partial<OwnCertificate>) =>
    ({ certificate_id: "c", changeable: true, revocable: true, ...part }) as OwnCertificate;
  it("[S-270] is asked of the certificate, and of no address", () => {
    expect(purposesOf(one({}))).toEqual(["change_password", "change_phone", "revoke"]);
    expect(purposesOf(one({ changeable: false }))).toEqual(["revoke"]);
    const wish = wishIn("?cert=c&for=change_phone");
    expect(wish).toEqual({ cert: "c", for: "change_phone" });
    expect(certificateOf(wish, [one({})])?.certificate_id).toBe("c");
    expect(certificateOf(wish, [one({ changeable: false })])).toBeNull();
    expect(certificateOf(wish, [one({ certificate_id: "d" })])).toBeNull();
    expect(["?cert=c", "?for=revoke", "?cert=c&for=sign", ""].map(wishIn)).toEqual([null, null, null, null]);
  });
});

describe("the reason of a revocation", () => {
  beforeEach(() => drop("ownerReason"));
  it("is there after the way to the app and back, for that certificate, and ends with the owner", () => {
    keepReason("c", "phone_gone");
    clearSession();
    expect([readReason("c"), readReason("d")]).toEqual(["phone_gone", null]);
    keepOwner(null);
    expect(readReason("c")).toBeNull();
  });
});
