import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { WorkflowId } from "@siegel/contract/ids.ts";
import { describe, expect, it } from "vitest";
import { BlobChanged, type Sha256Hex } from "../../ports/blobs.ts";
import { TimestampUnavailable } from "../../ports/timestamp.ts";
import { signedCopies } from "./signed-copies.ts";

const blobs = { stream: async () => Readable.from([Buffer.from("report")]) };
const sha256 = createHash("sha256").update("report").digest("hex") as Sha256Hex;
const finished = { files: [], workflowId: "0".repeat(26) as WorkflowId, language: "en" as const };

function copiesWith(report: number | Error) {
  const auditReportOf = async () => {
    if (typeof report !== "number") throw report;
    return { sha256, size: report };
  };
  return signedCopies({ blobs, auditReportOf }, finished);
}

describe("the audit report of a finished mail", () => {
  it("travels where there is room for it", async () => {
    const report = { filename: "Audit report.pdf", contentType: "application/pdf", content: Buffer.from("report") };
    expect(await copiesWith(7 * 1024 * 1024)).toEqual({ documents: [], report });
    expect(await copiesWith(7 * 1024 * 1024 + 1)).toEqual({ documents: [], report: null });
  });

  it("stays behind while its seal cannot be made, and hides no other fault", async () => {
    const away = new TimestampUnavailable("away", { cause: new Error("no answer") });
    expect(await copiesWith(away)).toEqual({ documents: [], report: null });
    await expect(copiesWith(new Error("broken"))).rejects.toThrow("broken");
  });
});

describe("a document of a finished mail", () => {
  it("is what was signed, or shown, or the mail waits", async () => {
    const latest = { sha256, size: 6, number: 0 };
    const copies = (stream: () => Promise<Readable>) =>
      signedCopies(
        { blobs: { stream }, auditReportOf: async () => latest },
        { ...finished, files: [{ name: "rules", latest }] },
      );
    expect((await copies(blobs.stream)).documents).toMatchObject([{ filename: "rules.pdf" }]);
    const changed = async () => Readable.from([Buffer.from("repo"), Buffer.from("rs")]);
    await expect(copies(changed)).rejects.toThrow(BlobChanged);
  });
});
