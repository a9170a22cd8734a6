/**
 * Figures in the Prometheus text exposition format 0.0.4: counters and histograms that the process adds to, gauges that are
 * read when somebody asks. A hundred lines instead of a library: there are few figures, and labels have few values.
 */

/** Names and values that tell the series of one figure apart; never a person, an id or an address. */
export type Labels = Readonly<Record<string, string>>;

/** One value of a figure that is read when asked for. */
export type Reading = { readonly labels?: Labels; readonly value: number };

/** How a figure is introduced. Counters end in `_total`, seconds in `_seconds` (Prometheus 'Metric and label naming'). */
export type Figure = { readonly name: string; readonly help: string; readonly type: "counter" | "gauge" | "histogram" };

/** Counts up. */
export type Counter = { readonly add: (labels: Labels) => void };

/** Counts values by size. */
export type Histogram = { readonly observe: (labels: Labels, value: number) => void };

/** All figures of a process. */
export type Registry = {
  readonly counter: (name: string, help: string) => Counter;
  readonly histogram: (name: string, help: string, bounds: readonly number[]) => Histogram;
  readonly text: () => string;
};

type Lines = { readonly figure: Figure; readonly lines: () => string[] };

/** An empty one. */
export function metricsRegistry(): Registry {
  const all: Lines[] = [];
  return {
    counter: (name, help) => {
      const series = new Map<string, number>();
      all.push({
        figure: { name, help, type: "counter" },
        lines: () => [...series].map(([labels, value]) => `${name}${labels} ${value}`),
      });
      return { add: (labels) => increase(series, labelText(labels)) };
    },
    histogram: (name, help, bounds) => {
      const series = new Map<string, Buckets>();
      all.push({
        figure: { name, help, type: "histogram" },
        lines: () => [...series.values()].flatMap((buckets) => bucketLines(name, bounds, buckets)),
      });
      return { observe: (labels, value) => observe(series, { labels, bounds, value }) };
    },
    text: () => all.map(({ figure, lines }) => written(figure, lines())).join(""),
  };
}

/** A figure with its readings. */
export function writeReadings(figure: Figure, readings: readonly Reading[]): string {
  return written(
    figure,
    readings.map(({ labels, value }) => `${figure.name}${labelText(labels ?? {})} ${value}`),
  );
}

const written = ({ name, help, type }: Figure, lines: readonly string[]): string =>
  [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ""].join("\n");

const escaped = (value: string): string =>
  value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function increase(series: Map<string, number>, key: string): void {
  series.set(key, (series.get(key) ?? 0) + 1);
}

/** `counts` has one more place than there are bounds: what is larger than all of them. */
type Buckets = { readonly labels: Labels; readonly counts: number[]; sum: number };

function observe(
  series: Map<string, Buckets>,
  seen: { readonly labels: Labels; readonly bounds: readonly number[]; readonly value: number },
): void {
  const key = labelText(seen.labels);
  const empty = () => ({ labels: seen.labels, counts: new Array<number>(seen.bounds.length + 1).fill(0), sum: 0 });
  const buckets = series.get(key) ?? empty();
  series.set(key, buckets);
  const found = seen.bounds.findIndex((bound) => seen.value <= bound);
  const place = found === -1 ? seen.bounds.length : found;
  buckets.counts[place] = (buckets.counts[place] ?? 0) + 1;
  buckets.sum += seen.value;
}

/** Buckets are cumulative on the wire. */
function bucketLines(name: string, bounds: readonly number[], { labels, counts, sum }: Buckets): string[] {
  let below = 0;
  const lines = [...bounds.map(String), "+Inf"].map((le, place) => {
    below += counts[place] ?? 0;
    return `${name}_bucket${labelText({ ...labels, le })} ${below}`;
  });
  return [...lines, `${name}_sum${labelText(labels)} ${sum}`, `${name}_count${labelText(labels)} ${below}`];
}
