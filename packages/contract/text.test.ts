import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sentDocument, sentSigner, sentWorkflow } from "./calls/sending.ts";
import { refuseWorkflow } from "./calls/workflow.ts";
import { filledLine, lineText, paragraphsText, storableLine } from "./text.ts";
import { valueFaults } from "./value-faults.ts";

describe("text on the wire", () => {
  it.each([
    ["a NUL", "a\u0000b"],
    ["a lone surrogate", "a\ud800"],
    ["a line break in a name", "a\r\nX-Evil: 1"],
    ["a bidirectional override", "report\u202efdp.exe"],
    ["a C1 control", "a\u0085b"],
    ["a separator of lines", "a\u2028b"],
    ["a separator of paragraphs", "a\u2029b"],
    ["letters that nobody sees", "lease.pdf\u{e0041}\u{e0042}"],
    ["what is no character", "A\uffff"],
    ["what is no character, beyond the first plane", "A\u{1fffe}"],
    ["an annotation between lines", "a\ufff9b\ufffac\ufffb"],
    ["a tower of marks", `K${"\u0301".repeat(11)}`],
    ["nothing but letters that nobody sees", "\u{e0041}"],
    ["nothing but characters of no width", "\u200b\u2060\u00ad\ufeff\u200d"],
    ["nothing but Hangul fillers and an empty Braille cell", "\u3164\u115f\uffa0\u2800"],
  ])("a line refuses %s", (_what, text) => expect(lineText(100).safeParse(text).success).toBe(false));

  it.each([
    "Käthe Größe-Łukasz",
    "渡辺 さくら",
    "נועה",
    "🙂 ok",
    "👩\u200d🔬",
    "می\u200cخواهم",
    "O'Neill & Söhne <eG>",
    "น้ำผึ้ง",
    "בְּרֵאשִׁ֖ית",
    "རྒྱལ་པོ",
    `K${"\u0301".repeat(10)}`,
  ])("a line takes %s", (text) => expect(lineText(100).parse(text)).toBe(text));

  it.each(["", "   ", "\u00a0", "\u200b\u2060"])(
    "a line that has to say something refuses %j in words of ours",
    (blank) => {
      const refused = filledLine(100)
        .safeParse(blank)
        .error?.issues.map(({ message }) => message);
      expect(new Set(refused)).toEqual(new Set([valueFaults.nothingSeen.en]));
      const { error } = sentSigner.safeParse({
        reference: "a",
        type: "s_signature",
        first_name: blank,
        last_name: "L",
        email: "a@example.org",
      });
      expect(error?.issues[0]).toMatchObject({ path: ["first_name"], message: valueFaults.nothingSeen.en });
    },
  );

  it("paragraphs keep their breaks and refuse the rest", () => {
    expect(paragraphsText(100).parse("one\r\n\ttwo\nthree")).toBe("one\r\n\ttwo\nthree");
    expect(paragraphsText(100).parse("one\u2028two\u2029three")).toBe("one\ntwo\nthree");
    for (const text of ["a\u0000", "\udfff", "\u202e", "a\u{e0041}"])
      expect(paragraphsText(100).safeParse(text).success).toBe(false);
  });

  it.each(["\u2028", "\u{e0041}", "\u202e"])("no name that people see may hold %j", (hidden) => {
    const name = `Lease${hidden}.pdf`;
    expect(sentDocument.safeParse({ name, content: "" }).error?.issues.map(({ path }) => path)).toEqual([["name"]]);
    expect(sentWorkflow.shape.name.safeParse(name).success).toBe(false);
    for (const part of ["first_name", "last_name", "organisation"] as const)
      expect(sentSigner.shape[part].safeParse(name).success, part).toBe(false);
  });

  it.each(["", "  \n\t", "\u200b", "\u3164 \u2800"])("a refusal needs a reason that can be read, not %j", (msg) => {
    expect(refuseWorkflow.body?.safeParse({ msg }).success).toBe(false);
    expect(refuseWorkflow.body?.parse({ msg: ` too dear${msg} ` }).msg.trim()).toContain("too dear");
  });

  it.each([
    ["a line", lineText(200), "a\u0000"],
    ["paragraphs", paragraphsText(200), "a\u0000"],
    ["an address", sentSigner.shape.email, "x@a."],
    ["a moment", sentWorkflow.shape.expires_at, "2026-01-01T00:00:00.0"],
  ])("%s that is too long is looked at no further", (_what, schema, part) => {
    const { error } = schema.safeParse(part.repeat(1_000_000));
    expect(error?.issues.map(({ code }) => code)).toEqual(["too_big"]);
  });

  it("addresses and moments are what they were", () => {
    expect(sentSigner.shape.email.parse("erika@example.org")).toBe("erika@example.org");
    for (const text of ["erika", "a@b", ""]) expect(sentSigner.shape.email.safeParse(text).success).toBe(false);
    const moment = sentWorkflow.shape.expires_at;
    expect(moment.parse("2026-12-31T23:59:59.123456789+02:00")).toBeDefined();
    for (const text of ["2026-12-31", "9999-12-31T23:59:59-01:00"]) expect(moment.safeParse(text).success).toBe(false);
  });

  it("whatever a foreign server says becomes a line that can be stored", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 0, max: 50 }), (text, max) => {
        const line = storableLine(text, max);
        expect(line.length).toBeLessThanOrEqual(max);
        expect(lineText(100).safeParse(`x${line}`).success).toBe(true);
      }),
    );
  });
});
