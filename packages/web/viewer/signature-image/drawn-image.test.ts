import type { SignatureImage } from "@siegel/contract/calls/signature-image.ts";
import { describe, expect, it } from "vitest";
import { drawnImage } from "./drawn-image.ts";

const image: SignatureImage = { id: "one", width: 2, height: 1, png: "AAAA" };

describe("the image in a signature's box", () => {
  it("is drawn once it is there, and nothing waits", () => {
    expect(drawnImage("one", { data: image, isFetching: false })).toEqual({ image, lacks: null });
    expect(drawnImage(null, { data: undefined, isFetching: false })).toEqual({ image: null, lacks: null });
  });

  it("is not drawn while it loads or where it did not come, and both are said", () => {
    expect(drawnImage("one", { data: undefined, isFetching: true })).toEqual({
      image: null,
      lacks: "viewer.imageLoading",
    });
    expect(drawnImage("one", { data: undefined, isFetching: false })).toEqual({
      image: null,
      lacks: "viewer.imageAway",
    });
  });

  it("is no other than the files name", () => {
    expect(drawnImage("another", { data: image, isFetching: false })).toEqual({
      image: null,
      lacks: "viewer.imageAway",
    });
  });
});
