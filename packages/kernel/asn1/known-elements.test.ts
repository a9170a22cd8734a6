/** What was read before is not read again, and nothing is read differently for it. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DerError, type DerNode, parseDer } from "./der.ts";
import {
  encodeBoolean,
  encodeExplicit,
  encodeInteger,
  encodeOctetString,
  encodeSequence,
  encodeSetOf,
} from "./der-writer.ts";

const { tree } = fc.letrec<{ tree: Uint8Array }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    fc.uint8Array({ maxLength: 9 }).map((bytes) => encodeOctetString(bytes)),
    fc.oneof(fc.boolean().map(encodeBoolean), fc.integer().map(encodeInteger)),
    fc.array(tie("tree"), { maxLength: 3 }).map((parts) => encodeSequence(...parts)),
    fc.array(tie("tree"), { maxLength: 3 }).map(encodeSetOf),
  ),
}));

describe("reading with known elements", () => {
  const outcome = (read: () => DerNode): unknown => {
    try {
      return told(read());
    } catch (error) {
      if (error instanceof DerError) return error.message;
      throw error;
    }
  };
  const told = ({ tag, start, contentStart, end, children }: DerNode): unknown => [
    tag,
    start,
    contentStart,
    end,
    children.map(told),
  ];

  it("gives the same tree, and the same refusal of what was changed", () => {
    const inner = tree.map((der) => encodeSequence(der, encodeOctetString(der)));
    const spoilt = fc.record({ at: fc.nat(400), by: fc.integer({ min: 0, max: 255 }) });
    fc.assert(
      fc.property(inner, tree, spoilt, (known, other, { at, by }) => {
        const whole = encodeSequence(other, encodeExplicit(0, known), encodeSetOf([known]), known);
        const changed = Uint8Array.from(whole, (byte, i) => (i === at % whole.length ? byte ^ by : byte));
        expect(outcome(() => parseDer(changed, { known: [known] }))).toEqual(outcome(() => parseDer(changed)));
      }),
      { numRuns: 500 },
    );
  });
});
