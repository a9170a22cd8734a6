/** Figures that are read when somebody asks for them. */
import { Counter, Gauge, type Registry } from "prom-client";

/** One value of a figure. Labels tell its series apart; never a person, an id or an address. */
export type Reading = { readonly labels?: Readonly<Record<string, string>>; readonly value: number };

/** How a figure is introduced. Counters end in `_total`, seconds in `_seconds` (Prometheus 'Metric and label naming'). */
export type Introduction = { readonly help: string; readonly labels?: readonly string[] };

type Named = Introduction & { readonly name: string };
type Read = () => readonly Reading[] | Promise<readonly Reading[]>;

const configured = ({ name, help, labels = [] }: Named, registry: Registry) => ({
  ...{ name, help, labelNames: [...labels], registers: [registry] },
});

/** Adds a gauge to a registry that shows what `read` answers, and no value where that is nothing. */
export function readGauge(registry: Registry, gauge: Named, read: Read): Gauge {
  return new Gauge({
    ...configured(gauge, registry),
    async collect() {
      const readings = await read();
      this.reset();
      // A gauge without labels says 0 after a reset, which nobody measured.
      this.remove({});
      for (const { labels = {}, value } of readings) this.set(labels, value);
    },
  });
}

/** Adds a counter to a registry whose values are counted elsewhere. */
export function readCounter(registry: Registry, counter: Named, read: Read): Counter {
  return new Counter({
    ...configured(counter, registry),
    async collect() {
      const readings = await read();
      this.reset();
      for (const { labels = {}, value } of readings) this.inc(labels, value);
    },
  });
}
