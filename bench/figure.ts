/** A figure of bench.md: measured against a baseline of the same run, so that only the ratio counts. */

/** `runs` are the single measurements, the middlemost of which is `value`; `baseline` is null where the figure is no ratio. */
export type Figure = {
  readonly name: string;
  readonly value: number;
  readonly baseline: number | null;
  readonly unit: string;
  readonly runs: readonly number[];
  readonly note: string;
};

/** `smoke`: everything once and small, to see that it still runs; what comes out says nothing about speed. */
export type Effort = "full" | "smoke";

/** How much of something: what the figure asks for, or what shows that it can be had. */
export const atEffort = (effort: Effort, full: number, smoke = 1): number => (effort === "full" ? full : smoke);

/** How often a figure is measured (bench.md); what takes an hour is measured once. */
export const runs_of_a_figure = 5;

/** How a figure is made. `goal` is where it shall come to one day. A figure's group is its name up to the first dot, and every longer prefix. */
export type Bench = {
  readonly name: string;
  readonly floor: { readonly at: "most" | "least"; readonly value: number; readonly goal: number };
  readonly measure: (effort: Effort) => Promise<Figure>;
};

/** Does the figure belong to a group, `web` or `web.login` or its whole name? */
export const isInGroup = (name: string, group: string): boolean => name === group || name.startsWith(`${group}.`);

/** The best and the worst of a figure's runs. */
export function spreadOf(
  { floor }: Pick<Bench, "floor">,
  { runs }: Pick<Figure, "runs">,
): { best: number; worst: number } {
  const [least, most] = [Math.min(...runs), Math.max(...runs)];
  return floor.at === "most" ? { best: least, worst: most } : { best: most, worst: least };
}

/** Does a figure reach its floor? */
export function reachesFloor(bench: Bench, figure: Figure): boolean {
  return bench.floor.at === "most" ? figure.value <= bench.floor.value : figure.value >= bench.floor.value;
}
