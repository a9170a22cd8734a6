import type { FileId } from "@siegel/contract/ids.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Field } from "../intake/intake.ts";
import { encodeFieldValues, encodeSignaturePlace, escapeXml, valuesInXfdf } from "./xfdf.ts";

const head = '<?xml version="1.0" encoding="UTF-8"?>\n<xfdf xmlns="http://ns.adobe.com/xfdf/" xml:space="preserve">';

/** What an XML parser makes of escaped character data. */
function unescapeXml(text: string): string {
  const named: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"' };
  return text.replace(
    /&(?:amp|lt|gt|quot);|&#(\d+);/g,
    (reference, code) => named[reference] ?? String.fromCharCode(Number(code)),
  );
}

describe("XFDF", () => {
  it("[S-105] fields nest as their names do", () => {
    const values = [
      { name: "s1.address.street", value: "Kai 1 & 2" },
      { name: "s1.address.city", value: "" },
      { name: "s1.note", value: '<b>\n"quoted"' },
    ];
    expect(encodeFieldValues("a&b.pdf", values)).toBe(
      `${head}<f href="a&amp;b.pdf"/><fields><field name="s1"><field name="address"><field name="street"><value>Kai 1 &amp; 2</value></field>` +
        '<field name="city"><value></value></field></field><field name="note"><value>&lt;b&gt;&#10;&quot;quoted&quot;</value></field></field></fields></xfdf>',
    );
  });

  it("[S-105] a box without tick says so as the PDF does, and an empty text stays empty", () => {
    const field = (fullName: string, kind: "checkbox" | "radio" | "text") => ({ fullName, kind }) as Field;
    const fields = [
      field("s1.a", "checkbox"),
      field("s1.b", "radio"),
      field("s1.c", "text"),
      field("s1.d", "checkbox"),
    ];
    const held = ["", "", "", "Jä"].map((value, i) => ({ fileId: "f" as FileId, name: `s1.${"abcd"[i]}`, value }));
    expect(valuesInXfdf(fields, held).map(({ value }) => value)).toEqual(["Off", "Off", "", "Jä"]);
  });

  it("a name with more parts than a stack has room is written like any other", () => {
    const xml = encodeFieldValues("a.pdf", [{ name: `s1${".".repeat(50_000)}`, value: "1" }]);
    expect(xml.match(/<field /g)).toHaveLength(50_001);
    expect(xml).toContain(`<value>1</value>${"</field>".repeat(50_001)}</fields>`);
  });

  it("[S-106] a signature's place is an annotation of its page, counted from 0", () => {
    const place = { page: 2, rect: [10, 20.123456, 110, 60] as const };
    expect(encodeSignaturePlace("a.pdf", { fullName: "Sig_s1", label: "Ada & Co" }, place)).toBe(
      `${head}<f href="a.pdf"/><annots><square page="1" rect="10,20.1235,110,60" name="Sig_s1" title="Ada &amp; Co" subject="Signature" flags="print,locked"/></annots></xfdf>`,
    );
  });

  it("escapes whatever there is, and nothing is lost that XML can carry", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const escaped = escapeXml(text);
        expect(escaped).not.toMatch(/[<>"'\ufffe\uffff]|[^\P{Cc}\u007f-\u009f]/u);
        expect(escaped.isWellFormed()).toBe(true);
        if (!/[^\P{Cc}\t\n\r\u007f-\u009f]|[\uFFFE\uFFFF]/u.test(text))
          expect(unescapeXml(escaped)).toBe(text.toWellFormed());
      }),
    );
  });
});
