import type { WorkflowFile } from "@siegel/contract/calls/files.ts";
import { describe, expect, it } from "vitest";
import { nextToConfirm } from "./next-document.ts";

const file = (id: string, completed: boolean): WorkflowFile =>
  ({ id, completed, changed_since_confirmed: false, fields: [] }) as unknown as WorkflowFile;
const files = [file("a", false), file("b", true), file("c", false), file("d", false)];

describe("the document that comes next", () => {
  it("[S-091] is the first that is not confirmed", () => expect(nextToConfirm(files)?.id).toBe("a"));

  it("stands after the one that is open, and after the last one from the top", () => {
    expect(["a", "b", "c", "d"].map((id) => nextToConfirm(files, id)?.id)).toEqual(["c", "c", "d", "a"]);
  });

  it("is none where only the open one is left", () => {
    expect(nextToConfirm([file("a", true), file("b", false)], "b")).toBeNull();
    expect(nextToConfirm([file("a", true)])).toBeNull();
  });
});
