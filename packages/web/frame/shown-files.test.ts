import type { WorkflowFile } from "@siegel/contract/calls/files.ts";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { forgetShown, saveShownImage } from "../session.ts";
import { keepShown, keptShown, shownOf, withUnseenImage } from "./shown-files.ts";

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
    expect(withUnseenImage(files)?.id).toBe("lease");
    saveShownImage("mine");
    expect(withUnseenImage(files)).toBeUndefined();
    forgetShown();
    expect(withUnseenImage(files)?.id).toBe("lease");
    expect(withUnseenImage([file("lease", null)])).toBeUndefined();
  });
});
