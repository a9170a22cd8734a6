import type { WorkflowFile } from "@siegel/contract/calls/files.ts";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { nextToConfirm, standingOf } from "./next-document.ts";

const file = (id: string, completed: boolean): WorkflowFile =>
  ({ id, completed, changed_since_confirmed: false, fields: [], xfdf_annotations: [] }) as unknown as WorkflowFile;
const files = [file("a", false), file("b", true), file("c", false), file("d", false)];

beforeEach(() => void vi.stubGlobal("sessionStorage", { getItem: () => null }));

describe("the document that comes next", () => {
  it("[S-091] is the first that is not confirmed", () => expect(nextToConfirm(files)?.id).toBe("a"));

  it("stands after the one that is open, and after the last one from the top", () => {
    expect(["a", "b", "c", "d"].map((id) => nextToConfirm(files, id)?.id)).toEqual(["c", "c", "d", "a"]);
  });

  it("is none where only the open one is left", () => {
    expect(nextToConfirm([file("a", true), file("b", false)], "b")).toBeNull();
    expect(nextToConfirm([file("a", true)])).toBeNull();
  });

  it("is a confirmed one where this tab has not shown what stands in it", () => {
    const fields = [{ annotation_id: "s.rent", kind: "text", options: [] }];
    const filled = { ...file("b", true), fields, xfdf_annotations: [{ annotation_id: "s.rent", value: "684,20" }] };
    const seenAgain = [file("a", true), filled as unknown as WorkflowFile];
    expect(seenAgain.map(standingOf)).toEqual(["confirmed", "unseen"]);
    expect(nextToConfirm(seenAgain)?.id).toBe("b");
  });
});
