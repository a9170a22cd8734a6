import { describe, expect, it } from "vitest";
import { metricsRegistry, writeReadings } from "./registry.ts";

describe("figures on the wire", () => {
  it("counts each series apart, under one introduction", () => {
    const registry = metricsRegistry();
    const requests = registry.counter("requests_total", "Requests.");
    requests.add({ call: "health", status: "2xx" });
    requests.add({ call: "health", status: "2xx" });
    requests.add({ call: "health", status: "5xx" });
    expect(registry.text()).toBe(
      [
        "# HELP requests_total Requests.",
        "# TYPE requests_total counter",
        'requests_total{call="health",status="2xx"} 2',
        'requests_total{call="health",status="5xx"} 1',
        "",
      ].join("\n"),
    );
  });

  it("adds buckets up: each holds the smaller ones, the last all", () => {
    const registry = metricsRegistry();
    const duration = registry.histogram("duration_seconds", "Time.", [0.1, 1]);
    for (const value of [0.05, 0.1, 0.5, 7]) duration.observe({ call: "x" }, value);
    expect(registry.text().split("\n").slice(2, -1)).toEqual([
      'duration_seconds_bucket{call="x",le="0.1"} 2',
      'duration_seconds_bucket{call="x",le="1"} 3',
      'duration_seconds_bucket{call="x",le="+Inf"} 4',
      'duration_seconds_sum{call="x"} 7.65',
      'duration_seconds_count{call="x"} 4',
    ]);
  });

  it("keeps a label's quotes, backslashes and line breaks inside the label", () => {
    const figure = { name: "g", help: "G.", type: "gauge" } as const;
    expect(writeReadings(figure, [{ labels: { a: 'x"\\\n' }, value: 1 }])).toContain('g{a="x\\"\\\\\\n"} 1\n');
  });
});
