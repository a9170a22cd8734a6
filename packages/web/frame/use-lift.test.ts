import { describe, expect, it } from "vitest";
import { liftOver } from "./use-lift.ts";

const pile = { height: 96, windowHeight: 844 };

describe("the banners at the foot of the window", () => {
  it("stand above a bar that lies there, with the footer below it or without", () => {
    expect(liftOver({ top: 772, bottom: 844 }, pile)).toBe(84);
    expect(liftOver({ top: 729, bottom: 801 }, pile)).toBe(127);
  });

  it("stay at the foot when the buttons stand higher up or below the window", () => {
    expect(liftOver({ top: 500, bottom: 572 }, pile)).toBeNull();
    expect(liftOver({ top: 900, bottom: 972 }, pile)).toBeNull();
  });

  it("stay where they are when there are none", () => {
    expect(liftOver({ top: 772, bottom: 844 }, { ...pile, height: 0 })).toBeNull();
  });
});
