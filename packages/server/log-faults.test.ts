import { pino } from "pino";
import { Registry } from "prom-client";
import { describe, expect, it } from "vitest";
import { describeFault } from "./describe-fault.ts";
import { logFaults } from "./log-faults.ts";
import { faultFigures } from "./metrics/lived-faults.ts";

/** The log as the server writes it, line by line, and the figures beside it. */
function openLog() {
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  const registry = new Registry();
  const onFault = logFaults(pino({ serializers: { fault: describeFault } }, { write }), faultFigures(registry));
  return { onFault, figures: () => registry.metrics(), lines: () => lines.map((line) => JSON.parse(line)) };
}

const lived = { room: "signing", undone: "the act's next step", actId: "act" };

describe("a fault that a room lived through", () => {
  it("is an error in the log, with its stack, and counted, where nobody foresaw it", async () => {
    const { onFault, figures, lines } = openLog();
    onFault({ ...lived, fault: new TypeError("x is not a function"), outage: false });
    expect(lines()).toMatchObject([{ level: 50, ...lived, fault: { type: "TypeError" } }]);
    expect(lines()[0].fault.stack).toContain("log-faults.test.ts");
    expect(await figures()).toContain('siegel_faults_total{kind="unforeseen",room="signing"} 1');
  });

  it("is a warning where it is an outage, counted apart", async () => {
    const { onFault, figures, lines } = openLog();
    onFault({ ...lived, fault: new Error("down"), outage: true });
    expect(lines()).toMatchObject([{ level: 40, fault: { message: "down" } }]);
    expect(await figures()).toContain('siegel_faults_total{kind="outage",room="signing"} 1');
    expect(await figures()).not.toContain("unforeseen");
  });

  it("loses whom it was about before it is written", () => {
    const { onFault, lines } = openLog();
    const cause = new Error("550 <kaethe@example.org> at +49 1512 3400017");
    onFault({ ...lived, fault: new Error("no", { cause }), outage: false });
    expect(JSON.stringify(lines())).not.toMatch(/kaethe|3400017/);
  });
});
