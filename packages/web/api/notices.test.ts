import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { loadAndSpeak } from "../i18n/catalogue.ts";
import { dismiss, notify, standingNotices } from "./notices.ts";

beforeAll(() => loadAndSpeak("de"));
afterEach(() => {
  for (const { id } of standingNotices()) dismiss(id);
});

const said = () => standingNotices().map(({ code, told }) => [code, told]);

describe("the banners that stand", () => {
  it("[S-296] say the same thing once, and anew when it is said again", () => {
    notify("failure", "SERVICE_ERROR");
    notify("success", "SUCCESS");
    const [first] = standingNotices();
    notify("failure", "SERVICE_ERROR");
    expect(said()).toEqual([
      ["SERVICE_ERROR", 2],
      ["SUCCESS", 1],
    ]);
    expect(standingNotices()[0]?.id, "whoever has paused it has paused it still").toBe(first?.id);
  });

  it("are told apart by what is read, not by what it is called", () => {
    notify("failure", "NOBODY_KNOWS_THIS");
    notify("failure", "NOR_THAT");
    notify("failure", "SERVICE_ERROR");
    expect(said()).toEqual([["SERVICE_ERROR", 3]]);
  });

  it("keep apart what worked and what did not, and are three at most, the latest", () => {
    notify("success", "One thing");
    notify("failure", "One thing");
    expect(said()).toHaveLength(2);
    notify("failure", "Another");
    notify("failure", "And another");
    expect(said().map(([code]) => code)).toEqual(["One thing", "Another", "And another"]);
  });

  it("name what was said last", () => {
    notify("failure", "FIELD_CHARACTERS_UNKNOWN", "🖋");
    notify("failure", "FIELD_CHARACTERS_UNKNOWN", "🐌");
    expect(standingNotices().map(({ what }) => what)).toEqual(["🐌"]);
  });
});
