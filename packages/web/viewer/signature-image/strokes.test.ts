import { describe, expect, it } from "vitest";
import { drawStroke, extended, fitted, type Pen, type Stroke, type Touch } from "./strokes.ts";

const touch = (x: number, atMs: number, pressure = 0.5): Touch => ({ x, y: 0, pressure, atMs });
function drawn(touches: readonly Touch[]): Stroke {
  let stroke: Stroke = [];
  for (const [i, each] of touches.entries()) stroke = extended(stroke, each, touches[i - 1] ?? null);
  return stroke;
}
const lastWidth = (stroke: Stroke): number => stroke.at(-1)?.width ?? Number.NaN;

describe("lines on a pad that changes its size, as a phone that is turned", () => {
  const across: Stroke[] = [
    [
      { x: 4, y: 88, width: 4 },
      { x: 696, y: 100, width: 2 },
    ],
  ];
  const [lying, standing] = [
    { width: 700, height: 176 },
    { width: 350, height: 176 },
  ];

  it("stay whole and in shape on a narrower one, in its middle", () => {
    expect(fitted(across, lying, standing)).toEqual([
      [
        { x: 2, y: 88, width: 2 },
        { x: 348, y: 94, width: 1 },
      ],
    ]);
  });

  it("are as large as they were on a wider one, in its middle", () => {
    const dot: Stroke[] = [[{ x: 10, y: 20, width: 3 }]];
    expect(fitted(dot, standing, lying)).toEqual([[{ x: 185, y: 20, width: 3 }]]);
    expect(fitted(dot, lying, lying)).toBe(dot);
  });
});

describe("a drawn line", () => {
  it("is thin where a finger is fast and broad where it is slow, and never of a width that jumps", () => {
    const fast = drawn(Array.from({ length: 20 }, (_, i) => touch(i * 30, i * 8)));
    const slow = drawn(Array.from({ length: 20 }, (_, i) => touch(i * 2, i * 16)));
    expect(lastWidth(fast)).toBeLessThan(2.6);
    expect(lastWidth(slow)).toBeGreaterThan(3.5);
    const turned = drawn([touch(0, 0), touch(2, 16), touch(4, 32), touch(90, 40)]);
    expect(Math.abs(lastWidth(turned) - (turned.at(-2)?.width ?? 0))).toBeLessThan(1);
  });

  it("is as broad as a pen presses, where a pen tells", () => {
    const of = (pressure: number): number =>
      lastWidth(drawn(Array.from({ length: 20 }, (_, i) => touch(i * 5, i * 8, pressure))));
    expect(of(0.9)).toBeGreaterThan(of(0.2) + 1.5);
  });

  it("has no place twice, and is a dot where nothing moved", () => {
    const stroke = drawn([touch(5, 0), touch(5.1, 10), touch(5.2, 20)]);
    expect(stroke).toHaveLength(1);
    const asked: string[] = [];
    const pen = new Proxy({} as Pen, { get: (_, name) => () => asked.push(String(name)), set: () => true });
    drawStroke(pen, stroke, 1);
    expect(asked).toEqual(["beginPath", "arc", "fill"]);
  });

  it("goes through its middles and ends where the pen was", () => {
    const bends: number[][] = [];
    const pen = {
      beginPath: () => undefined,
      moveTo: () => undefined,
      lineTo: () => undefined,
      stroke: () => undefined,
      arc: () => undefined,
      fill: () => undefined,
      quadraticCurveTo: (...at: number[]) => bends.push(at),
      lineWidth: 0,
    } as unknown as Pen;
    drawStroke(pen, drawn([touch(0, 0), touch(10, 10), touch(20, 20)]), 2);
    expect(bends).toEqual([
      [0, 0, 10, 0],
      [20, 0, 40, 0],
    ]);
  });
});
