import { expect, it } from "vitest";
import { telling } from "./tell-log.ts";

it("of a product's log, warnings, errors and plain lines are worth reading, the last hundred of them", () => {
  const peace = JSON.stringify({ level: 30, msg: "request completed" });
  const fault = JSON.stringify({ level: 50, msg: "unforeseen fault" });
  expect(telling(`http://127.0.0.1/sign\n\n${peace}\n${fault}\n${peace}\n`)).toEqual(["http://127.0.0.1/sign", fault]);
  const many = Array.from({ length: 150 }, (_, i) => `line ${i}`);
  expect(telling(many.join("\n"))).toEqual(many.slice(50));
});
