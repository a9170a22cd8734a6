import type { WorkflowFile } from "@siegel/contract/calls/files.ts";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { forgetShown, saveShown, saveShownImage } from "../session.ts";
import { hasUnseenImage, hasUnseenValues, keepShown, keptShown, shownOf } from "./shown-files.ts";

beforeEach(() => {
  const entries = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  });
});

const box = { kind: "signature" };
function file(id: string, image: string | null, fields: readonly object[] = [box]): WorkflowFile {
  return { id, fields, xfdf_annotations: [], signature_image: image } as unknown as WorkflowFile;
}
const claimed = (files: readonly WorkflowFile[]) => shownOf(files).map(({ signature_image }) => signature_image);

describe("the image in a signature, as a page echoes it", () => {
  it("is claimed only where a page drew it [T-012]", () => {
    const files = [file("lease", "somebody's"), file("rules", "somebody's", [])];
    expect(claimed(files), "no page was open, as after quick login").toEqual([null, null]);
    saveShownImage(null);
    expect(claimed(files), "a page was open, and the image had not come").toEqual([null, null]);
    saveShownImage("somebody's");
    expect(claimed(files)).toEqual(["somebody's", "somebody's"]);
    saveShownImage("mine");
    expect(claimed(files), "another one than what was drawn").toEqual(["mine", "mine"]);
  });

  it("stays none on the page that lists no files", () => {
    keepShown(shownOf([file("lease", "somebody's")]));
    expect(keptShown().map(({ signature_image }) => signature_image)).toEqual([null]);
  });

  it("is as the server told it where no document has a place for it: it is drawn nowhere", () => {
    expect(claimed([file("lease", "left over", [])])).toEqual(["left over"]);
  });

  it("leads to a document that draws it, until one has", () => {
    const files = [file("rules", "mine", []), file("lease", "mine")];
    expect(files.map(hasUnseenImage)).toEqual([false, true]);
    saveShownImage("mine");
    expect(files.map(hasUnseenImage)).toEqual([false, false]);
    forgetShown();
    expect(files.map(hasUnseenImage)).toEqual([false, true]);
    expect(hasUnseenImage(file("lease", null))).toBe(false);
  });
});

describe("the values of a file, as a page echoes them", () => {
  const filled = (value: string): WorkflowFile =>
    ({
      id: "lease",
      fields: [{ annotation_id: "s.rent", kind: "text", options: [] }],
      xfdf_annotations: [{ annotation_id: "s.rent", value }],
      signature_image: null,
    }) as unknown as WorkflowFile;

  it("are claimed only where a page of this tab drew them, and lead to it until one has [T-012]", () => {
    const told = filled("EUR 999999");
    expect(shownOf([told])[0]?.xfdf_annotations).toEqual([{ annotation_id: "s.rent", value: "" }]);
    expect(hasUnseenValues(told)).toBe(true);
    // What a page says that showed nothing is no look at it.
    keepShown(shownOf([told]));
    expect(hasUnseenValues(told)).toBe(true);
    saveShown(told.id, [{ annotation_id: "s.rent", value: "EUR 100" }]);
    expect(hasUnseenValues(told), "another value than was shown").toBe(true);
    saveShown(told.id, told.xfdf_annotations);
    expect(hasUnseenValues(told)).toBe(false);
    expect(shownOf([told])[0]?.xfdf_annotations).toEqual(told.xfdf_annotations);
  });

  it("are none where nothing is filled in", () => {
    expect(hasUnseenValues(filled(""))).toBe(false);
  });
});
