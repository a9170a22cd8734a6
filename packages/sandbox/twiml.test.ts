import { describe, expect, it } from "vitest";
import { parseTwiml, spokenText, TwimlBroken } from "./twiml.ts";

describe("TwiML", () => {
  it("is parsed with attributes, entities and nested elements", () => {
    const [gather, hangup] = parseTwiml(
      `<?xml version="1.0"?>\n<Response>\n<Gather action='https://a.example/?x=1&amp;y=2'><Say>A &lt; B &#228;&#xfc; <b>C</b></Say></Gather><!-- end --><Hangup/></Response>`,
    );
    expect(gather?.attributes).toEqual({ action: "https://a.example/?x=1&y=2" });
    expect(gather === undefined ? "" : spokenText(gather)).toBe("A < B äü C");
    expect(hangup).toEqual({ name: "Hangup", attributes: {}, children: [] });
  });

  it.each([
    ["nothing", ""],
    ["text only", "hello"],
    ["another root", "<Say>4</Say>"],
    ["two roots", "<Response/><Response/>"],
    ["an open element", "<Response><Say>4</Response>"],
    ["an end without a start", "</Response>"],
    ["one end too many", "<Response></Response></Response>"],
    ["a bare ampersand", "<Response><Say>a & b</Say></Response>"],
    ["an unknown entity", "<Response><Say>&nbsp;</Say></Response>"],
    ["an unquoted attribute", "<Response><Pause length=1/></Response>"],
    ["a document type", '<!DOCTYPE r [<!ENTITY x "y">]><Response/>'],
    ["a bottomless nest", `<Response>${"<Say>".repeat(50)}`],
  ])("refuses %s", (_name, xml) => {
    expect(() => parseTwiml(xml)).toThrow(TwimlBroken);
  });
});
