import type { OwnField } from "@siegel/contract/calls/files.ts";
import type { WorkflowView } from "@siegel/contract/calls/workflow.ts";
import { describe, expect, it } from "vitest";
import { plainField } from "../../../../fixtures/plain-field.ts";
import { firstMissing } from "../../frame/field-values.ts";
import { confirmationOf, nextLabel, nextPath } from "./way-on.ts";

const view = (signer_type: string): WorkflowView =>
  ({ workflow_id: "w", signer_id: "s", signer_type }) as unknown as WorkflowView;
const field = (annotation_id: string, required: boolean): OwnField => ({
  annotation_id,
  kind: "text",
  label: annotation_id,
  page: 1,
  rect: [0, 0, 1, 1],
  required,
  ...plainField,
});

describe("the way on from the documents", () => {
  it("[S-094] says to a simple signer that no code comes, and asks before the act", () => {
    expect(nextLabel("s_signature")).toBe("documents.signUnauthorized");
    expect(nextPath(view("s_signature"))).toBe("/workflow/w/s/documents?confirm=true");
  });

  it("leads every other signer to the code, qualified ones by their certificate", () => {
    expect(nextLabel("a_seal")).toBe("frame.next");
    for (const type of ["a_signature", "a_seal"]) expect(nextPath(view(type)), type).toBe("/workflow/w/s/authenticate");
    for (const type of ["q_signature", "q_seal"])
      expect(nextPath(view(type)), type).toBe("/workflow/w/s/authenticate2fa");
  });

  it("[S-099] says of a document that it is confirmed as it stands now, and no other way", () => {
    const file = (completed: boolean, changed_since_confirmed: boolean) => ({ completed, changed_since_confirmed });
    expect(confirmationOf(file(true, false), false)).toBe("confirmed");
    expect(confirmationOf(file(true, false), true), "typed, and not saved yet").toBe("changed");
    expect(confirmationOf(file(false, true), false), "as the server tells it").toBe("changed");
    expect(confirmationOf(file(false, false), true), "never confirmed").toBe("open");
  });

  it("waits for the first required field in which nothing stands", () => {
    const fields = [field("free", false), field("one", true), field("two", true)];
    expect(firstMissing(fields, { one: "x" })?.label).toBe("two");
    expect(firstMissing(fields, { one: "  ", two: "x" })?.label).toBe("one");
    expect(firstMissing(fields, { one: "x", two: "y" })).toBeNull();
  });
});
