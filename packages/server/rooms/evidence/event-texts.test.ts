import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { languages } from "@siegel/contract/limits.ts";
import { messageKind } from "@siegel/contract/message-kinds.ts";
import { describe, expect, it } from "vitest";
import { eventText, eventWords, isByService } from "./event-texts.ts";

const rooms = join(import.meta.dirname, "..");
/** Sources that record no events of workflows: theirs stand in the service's own chain, and in no report. */
const ofNoWorkflow =
  /^(accounts|administrators|leaving|operators|webhooks)\/|^revocation\/order-revocation\.ts|^identity-proofing\/(?!check-events)|^certificates\/(end-earlier|identified-signer|prove-mailbox|record-change|reissue)\.ts/;
const recording = globSync("*/*.ts", { cwd: rooms })
  .filter((path) => !path.endsWith(".test.ts") && !ofNoWorkflow.test(path))
  .map((path) => ({ path, source: readFileSync(join(rooms, path), "utf8") }))
  .filter(({ source }) => source.includes("recordEvent(") || source.includes("type EndType ="));
// What is told outside is named by contract/webhook-events.ts.
const recorded = recording.flatMap(({ source }) =>
  [...source.replace(/noteChange\(db.*/g, "").matchAll(/"([a-z]+\.[a-z]+(?:-[a-z]+)*)"/g)].map(([, type]) =>
    String(type),
  ),
);
const told = (type: string, details: Record<string, string>, language: "de" | "en" = "de") =>
  eventText({ type, details }, { language, concerned: "Kati Ö", seals: false, alone: false });

describe("the words of events", () => {
  it("are there for every type that a room records, and for none other", () => {
    expect(recording.length).toBeGreaterThan(10);
    expect([...new Set(recorded)].sort()).toEqual(Object.keys(eventWords).sort());
  });

  it.each(recording)("can be looked up: $path composes no type", ({ source }) => {
    expect(source).not.toMatch(/type: `|`[a-z]+\.\$\{[^}]*\}`/);
  });

  it.each(languages)("begin with words of ours in %s, so that no name turns the sentence", (language) => {
    for (const words of Object.values(eventWords)) expect(words[language]).toMatch(/^\p{Lu}/u);
  });

  it.each(languages)("never print a key in %s", (language) => {
    for (const type of [...Object.keys(eventWords), "unheard.of"]) {
      const details = { state: "new_state", kind: "new_kind", code: "NEW_CODE", reason: "r", version: "1" };
      const text = told(type, details, language);
      expect(text).not.toMatch(/[a-z]\.[a-z]|_|NEW|\{/);
    }
  });

  it("translate the provider's states and the kinds of mails", () => {
    const state = (state: string) => told("code.delivery", { state });
    expect(["sent", "delivered", "undelivered", "failed"].map(state)).toEqual(
      ["gesendet", "zugestellt", "nicht zugestellt", "fehlgeschlagen"].map(
        (word) => `Code für Kati Ö, Meldung des Anbieters: ${word}`,
      ),
    );
    expect(told("message.sent", { kind: "invitation" })).toBe("E-Mail an Kati Ö gesendet: Einladung");
    for (const kind of messageKind.options) expect(told("message.sent", { kind })).not.toContain("sonstiges");
  });

  it("name the service for what it did, and the signer for what they did", () => {
    for (const type of ["code.issued", "code.not-sent"]) expect(isByService({ type, actorKind: "signer" })).toBe(true);
    expect(isByService({ type: "code.delivery", actorKind: "system" })).toBe(true);
    expect(isByService({ type: "code.wrong", actorKind: "signer" })).toBe(false);
  });
});
