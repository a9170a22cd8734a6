import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { kept, met, stored, typed, type UnsavedEntry, underWay } from "./unsaved-entry.ts";

const entry = (value: string, before: string, more: Partial<UnsavedEntry> = {}): UnsavedEntry => ({
  ...{ value, before, sent: [] },
  ...more,
});

describe("a value that is not saved yet", () => {
  it("takes the place of what stood there when the typing began, however long it goes on", () => {
    const first = typed(undefined, "K", "Bonn");
    expect(first).toEqual(entry("K", "Bonn"));
    expect(typed(first ?? undefined, "Ki", "K")).toEqual(entry("Ki", "Bonn"));
  });

  it("is none when it is taken back, unless some of it may have arrived", () => {
    expect(typed(entry("K", ""), "", "")).toBeNull();
    expect(typed(underWay(entry("K", "")), "", "")).toEqual(entry("", "", { sent: ["K"] }));
  });

  it("that went on while it was being saved takes the place of what was saved", () => {
    expect(stored(entry("Kiel", "", { sent: ["Ki"] }), "Ki")).toEqual(entry("Kiel", "Ki"));
    expect(stored(entry("Ki", ""), "Ki")).toBeNull();
  });

  it("meets what this page itself has sent, where an answer got lost, and asks nobody", () => {
    expect(met(entry("Kiel", "", { sent: ["Ki", "Kie"] }), "Ki")).toEqual(entry("Kiel", "Ki"));
    expect(met(entry("Kiel", ""), "Kiel")).toBeNull();
    expect(met(entry("Kiel", "Bonn", { theirs: "Ulm" }), "Bonn")).toEqual(entry("Kiel", "Bonn"));
  });

  it("meets what another has stored: both are kept until the person has chosen", () => {
    const both = met(entry("Kiel", "", { sent: ["Ki"] }), "Bonn");
    expect(both).toEqual(entry("Kiel", "", { sent: ["Ki"], theirs: "Bonn" }));
    expect(both && kept(both)).toEqual(entry("Kiel", "Bonn"));
    expect(typed(both ?? undefined, "Bonn", ""), "which they have, once they type the same").toEqual(
      entry("Bonn", "Bonn"),
    );
  });

  it("never takes the place of what another stored unseen, whatever gets lost on the way", () => {
    const word = fc.string({ maxLength: 2 });
    const step = fc.oneof(
      fc.record({ what: fc.constant("type" as const), word }),
      fc.record({ what: fc.constant("another" as const), word }),
      fc.record({ what: fc.constantFrom("send" as const, "lose" as const), word: fc.constant("") }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let known: UnsavedEntry | null = null;
        let [held, shown] = ["", ""];
        let foreign: string | null = null;
        for (const { what, word: text } of steps) {
          if (what === "type") known = typed(known ?? undefined, text, shown);
          if (what === "another") [held, foreign] = [text, text];
          if ((what !== "send" && what !== "lose") || known === null || known.theirs !== undefined) continue;
          const { value, before }: UnsavedEntry = known;
          known = underWay(known);
          if (held !== before && held !== value) {
            known = met(known, held);
            continue;
          }
          // Whoever wrote what goes, it is what this page showed, sent, or says as well.
          if (foreign !== null && held === foreign) expect([before, value]).toContain(foreign);
          [held, foreign] = [value, null];
          if (what === "send") [known, shown] = [stored(known, value), value];
        }
        if (known?.theirs !== undefined) expect(known.theirs).not.toBe(known.value);
      }),
    );
  });
});
