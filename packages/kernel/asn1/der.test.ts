import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareEncodings, contentOf, DerError, encodingOf, parseDer, TAG } from "./der.ts";
import {
  encodeBitString,
  encodeBoolean,
  encodeElement,
  encodeExplicit,
  encodeIa5String,
  encodeImplicit,
  encodeInteger,
  encodeNamedBits,
  encodeOctetString,
  encodeOid,
  encodePrintableString,
  encodeSequence,
  encodeSetOf,
  encodeUnsigned,
  encodeUtf8String,
} from "./der-writer.ts";
import { OID, oidName } from "./oids.ts";
import {
  booleanDefaultFalse,
  explicitOf,
  integerOf,
  membersOf,
  namedBitsOf,
  octetStringDer,
  oidOf,
  sequenceOf,
  smallIntegerOf,
  textOf,
  wholeBitString,
} from "./structure.ts";

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex.replaceAll(" ", ""), "hex"));
const hex = (value: Uint8Array) => Buffer.from(value).toString("hex");

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof DerError) return error.code;
    throw error;
  }
  return "accepted";
}

describe("parseDer refuses", () => {
  const cases: { name: string; der: string; code: string }[] = [
    { name: "nothing", der: "", code: "truncated" },
    { name: "an identifier alone", der: "30", code: "truncated" },
    { name: "a length longer than the bytes", der: "0403 0102", code: "truncated" },
    { name: "a long length cut off", der: "0482 01", code: "truncated" },
    { name: "a child longer than its parent", der: "3003 0402 01", code: "truncated" },
    { name: "a child that reaches into the parent's neighbour", der: "3007 3003 0404 aa 0500", code: "truncated" },
    { name: "bytes after the element", der: "0500 00", code: "trailing-bytes" },
    { name: "an indefinite length", der: "3080 0500 0000", code: "indefinite-length" },
    { name: "a long form for a short length", der: "0481 01 00", code: "non-minimal-length" },
    { name: "a length with a leading zero", der: `04820080${"00".repeat(128)}`, code: "non-minimal-length" },
    { name: "a length of five bytes", der: "0485 0000000001 00", code: "length-too-large" },
    { name: "a reserved length", der: "04ff 00", code: "length-too-large" },
    { name: "a high tag number", der: "bf2401 00", code: "high-tag-number" },
    { name: "a primitive SEQUENCE", der: "1000", code: "wrong-form" },
    { name: "a constructed OCTET STRING", der: "2403 040101", code: "wrong-form" },
    { name: "an end-of-contents", der: "0000", code: "wrong-form" },
    { name: "a BOOLEAN that is 1", der: "010101", code: "invalid-boolean" },
    { name: "an empty BOOLEAN", der: "0100", code: "invalid-boolean" },
    { name: "a BOOLEAN of two bytes", der: "0102ffff", code: "invalid-boolean" },
    { name: "an empty INTEGER", der: "0200", code: "invalid-integer" },
    { name: "an INTEGER with a needless zero", der: "0202007f", code: "invalid-integer" },
    { name: "an INTEGER with a needless sign", der: "0202ff80", code: "invalid-integer" },
    { name: "an ENUMERATED with a needless zero", der: "0a020001", code: "invalid-integer" },
    { name: "a NULL with content", der: "050100", code: "invalid-null" },
    { name: "a BIT STRING without its first byte", der: "0300", code: "invalid-bit-string" },
    { name: "a BIT STRING with eight unused bits", der: "03020800", code: "invalid-bit-string" },
    { name: "a BIT STRING with unused bits and no byte", der: "030101", code: "invalid-bit-string" },
    { name: "a BIT STRING with a one among the unused bits", der: "03020101", code: "invalid-bit-string" },
    { name: "an empty OBJECT IDENTIFIER", der: "0600", code: "invalid-object-identifier" },
    { name: "an OBJECT IDENTIFIER cut off", der: "06022a86", code: "invalid-object-identifier" },
    { name: "an OBJECT IDENTIFIER with a padded arc", der: "06032a8001", code: "invalid-object-identifier" },
    { name: "an unsorted SET OF", der: "3106 020102 020101", code: "unsorted-set" },
  ];
  it.each(cases)("$name", ({ der, code }) => {
    expect(codeOf(() => parseDer(bytes(der)))).toBe(code);
  });

  it("what is nested too deeply", () => {
    let der = encodeSequence();
    for (let i = 0; i < 31; i++) der = encodeSequence(der);
    expect(codeOf(() => parseDer(der))).toBe("accepted");
    expect(codeOf(() => parseDer(encodeSequence(der)))).toBe("too-deep");
    expect(codeOf(() => parseDer(encodeSequence(encodeSequence()), { depthMax: 1 }))).toBe("too-deep");
  });

  it("any certificate-like structure that was cut off anywhere", () => {
    const der = encodeSequence(encodeSequence(encodeInteger(1n << 200n)), encodeOctetString(new Uint8Array(300)));
    for (let length = 0; length < der.length; length++) {
      expect(codeOf(() => parseDer(der.subarray(0, length)))).toBe("truncated");
    }
  });

  it("never anything but with a DerError", () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 60 }), (der) => void codeOf(() => parseDer(der))));
  });
});

describe("structure", () => {
  const parse = (der: string) => parseDer(bytes(der));
  const cases: { name: string; run: () => unknown; code: string }[] = [
    { name: "a missing member", run: () => membersOf(parse("3000")).next(), code: "missing-element" },
    { name: "another member", run: () => membersOf(parse("30020500")).next(TAG.integer), code: "unexpected-element" },
    { name: "a surplus member", run: () => membersOf(parse("30020500")).end(), code: "unexpected-element" },
    { name: "no SEQUENCE", run: () => membersOf(parse("0500")), code: "unexpected-element" },
    { name: "an empty explicit tag", run: () => explicitOf(parse("a000")), code: "missing-element" },
    {
      name: "two members in an explicit tag",
      run: () => explicitOf(parse("a0040500 0500")),
      code: "unexpected-element",
    },
    { name: "an empty SEQUENCE OF", run: () => sequenceOf(parse("3000")), code: "missing-element" },
    { name: "FALSE written out", run: () => booleanDefaultFalse(parse("010100")), code: "default-encoded" },
    { name: "a large small integer", run: () => smallIntegerOf(parse("02020100"), 255), code: "out-of-range" },
    { name: "a negative small integer", run: () => smallIntegerOf(parse("0201ff"), 255), code: "out-of-range" },
    { name: "a huge small integer", run: () => smallIntegerOf(parse("020701000000000000"), 255), code: "out-of-range" },
    { name: "unused bits in a key", run: () => wholeBitString(parse("03020780")), code: "invalid-bit-string" },
    { name: "a trailing zero in named bits", run: () => namedBitsOf(parse("03020640")), code: "accepted" },
    { name: "trailing zero bits", run: () => namedBitsOf(parse("03020540")), code: "invalid-bit-string" },
    { name: "broken UTF-8", run: () => textOf(parse("0c01c3")), code: "invalid-string" },
    { name: "an odd BMPString", run: () => textOf(parse("1e0141")), code: "invalid-string" },
    { name: "a star in a PrintableString", run: () => textOf(parse("13012a")), code: "invalid-string" },
    { name: "eight bits in an IA5String", run: () => textOf(parse("1601ff")), code: "invalid-string" },
    { name: "a number as text", run: () => textOf(parse("020101")), code: "unexpected-element" },
    { name: "bad DER in an OCTET STRING", run: () => octetStringDer(parse("04020501")), code: "truncated" },
  ];
  it.each(cases)("answers $code for $name", ({ run, code }) => {
    expect(codeOf(run)).toBe(code);
  });

  it("reads text of each type", () => {
    expect(textOf(parseDer(encodeUtf8String("Größe Ł")))).toBe("Größe Ł");
    expect(textOf(parse("1e0400410141"))).toBe("AŁ");
    expect(textOf(parse("1401fc"))).toBe("ü");
    expect(textOf(parseDer(encodePrintableString("DE 1-2")))).toBe("DE 1-2");
  });
});

describe("the writer", () => {
  it("makes the bytes of the reference vectors", () => {
    const statement = (...parts: Uint8Array[]) => hex(encodeSequence(...parts));
    expect(statement(encodeOid("0.4.0.1862.1.1"))).toBe("3008060604008e460101");
    const types = encodeSequence(encodeOid("0.4.0.1862.1.6.1"));
    expect(statement(encodeOid("0.4.0.1862.1.6"), types)).toBe("3013060604008e4601063009060704008e46010601");
    expect(statement(encodeOid("0.4.0.1862.1.3"), encodeInteger(35))).toBe("300b060604008e460103020123");
    const semantics = encodeSequence(encodeOid("0.4.0.194121.1.1"));
    expect(statement(encodeOid("1.3.6.1.5.5.7.11.2"), semantics)).toBe(
      "301506082b06010505070b023009060704008bec490101",
    );
  });

  const integers: [bigint, string][] = [
    [0n, "020100"],
    [127n, "02017f"],
    [128n, "02020080"],
    [255n, "020200ff"],
    [256n, "02020100"],
    [-1n, "0201ff"],
    [-128n, "020180"],
    [-129n, "0202ff7f"],
  ];
  it.each(integers)("writes the integer %s", (value, encoded) => {
    expect(hex(encodeInteger(value))).toBe(encoded);
  });

  it("cuts named bits after the last one set", () => {
    expect(hex(encodeNamedBits([1]))).toBe("03020640");
    expect(hex(encodeNamedBits([5, 6]))).toBe("03020106");
    expect(hex(encodeNamedBits([0, 8]))).toBe("0303078080");
    expect(hex(encodeNamedBits([]))).toBe("030100");
  });

  it("refuses text and identifiers that cannot be written", () => {
    expect(() => encodePrintableString("ü")).toThrow(RangeError);
    expect(() => encodeIa5String("ü")).toThrow(RangeError);
    for (const oid of ["", "1", "3.1", "1.40", "1.02", "1.a"]) expect(() => encodeOid(oid)).toThrow(RangeError);
  });
});

const { tree } = fc.letrec<{ tree: Uint8Array }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5 },
    fc.uint8Array({ maxLength: 9 }).map((content) => encodeOctetString(content)),
    fc.uint8Array({ maxLength: 9 }).map(encodeBitString),
    fc.boolean().map(encodeBoolean),
    fc.array(tie("tree"), { maxLength: 4 }).map((parts) => encodeSequence(...parts)),
    fc.array(tie("tree"), { maxLength: 4 }).map(encodeSetOf),
    tie("tree").map((inner) => encodeExplicit(3, inner)),
    tie("tree").map((inner) => encodeImplicit(2, inner)),
  ),
}));

describe("what is written is read back", () => {
  it("integers", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(1n << 180n), max: 1n << 180n }), (value) => {
        expect(integerOf(parseDer(encodeInteger(value)))).toBe(value);
      }),
    );
  });

  it("unsigned bytes, as the number they are", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 24 }), (unsigned) => {
        expect(integerOf(parseDer(encodeUnsigned(unsigned)))).toBe(BigInt(`0x${hex(unsigned)}`));
      }),
    );
  });

  it("object identifiers", () => {
    const arcs = fc.array(fc.bigInt({ min: 0n, max: 1n << 70n }), { maxLength: 8 });
    fc.assert(
      fc.property(fc.nat({ max: 2 }), fc.nat({ max: 39 }), arcs, (root, second, rest) => {
        const oid = [root, second, ...rest].join(".");
        expect(oidOf(parseDer(encodeOid(oid)))).toBe(oid);
      }),
    );
    expect(oidOf(parseDer(encodeOid("2.999.1")))).toBe("2.999.1");
  });

  it("named bits", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat({ max: 40 })), (bits) => {
        expect(namedBitsOf(parseDer(encodeNamedBits(bits)))).toEqual(bits.toSorted((a, b) => a - b));
      }),
    );
  });

  it("elements of every length, byte for byte", () => {
    for (const length of [0, 1, 127, 128, 255, 256, 65535, 65536, 70000]) {
      const content = new Uint8Array(length).fill(7);
      const der = encodeOctetString(content);
      const node = parseDer(der);
      expect(encodingOf(node)).toEqual(der);
      expect(contentOf(node)).toEqual(content);
    }
  });

  it("trees", () => {
    const rebuild = (der: Uint8Array): Uint8Array => {
      const node = parseDer(der);
      if ((node.tag & 0x20) === 0) return encodeElement(node.tag, contentOf(node));
      return encodeElement(node.tag, ...node.children.map((child) => rebuild(encodingOf(child))));
    };
    fc.assert(
      fc.property(tree, (der) => {
        expect(rebuild(der)).toEqual(der);
      }),
    );
  });
});

describe("names and order", () => {
  it("knows each identifier by one name", () => {
    expect(oidName("2.5.4.97")).toBe("organizationIdentifier");
    expect(oidName("2.999")).toBeNull();
    expect(new Set(Object.values(OID)).size).toBe(Object.keys(OID).length);
  });

  it("sorts a shorter encoding before the longer one it begins", () => {
    expect(compareEncodings(bytes("01"), bytes("0100"))).toBeLessThan(0);
    expect(compareEncodings(bytes("02"), bytes("0100"))).toBeGreaterThan(0);
    expect(compareEncodings(bytes("0100"), bytes("0100"))).toBe(0);
  });
});
