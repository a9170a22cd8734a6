/** An upload that somebody with access to the store changes before, or while, a workflow is made of it. */
import { chmodSync, writeFileSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { makePdf } from "../../../../fixtures/make-pdf.ts";
import { BlobChanged } from "../../ports/blobs.ts";
import { intake, openWorkersWithin } from "../../test/take-in.ts";
import type { IntakeFileTask, IntakeWork } from "./intake-documents.ts";

const contract = (price: string): Uint8Array =>
  makePdf({
    objects: [
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 595 842] >>",
      `<< /Type /Page /Parent 2 0 R /Price (${price}) >>`,
    ],
  });

/** Workers, and what happens in the store before and after they read a file; the file lent to them is the stored one. */
function workThat(happens: { before?: (task: IntakeFileTask) => void; after?: (task: IntakeFileTask) => void }) {
  const work = openWorkersWithin({});
  onTestFinished(() => work.close());
  const run: IntakeWork["run"] = async (task, turn) => {
    happens.before?.(task);
    const outcome = await work.run(task, turn);
    happens.after?.(task);
    return outcome;
  };
  return { ...work, run };
}

function change({ path }: IntakeFileTask): void {
  chmodSync(path, 0o600);
  writeFileSync(path, contract("9,999.00"));
}

describe("an upload changed in the store", () => {
  it("before it is read makes no workflow, sound PDF or not", async () => {
    await expect(intake(contract("1,000.00"), undefined, { work: workThat({ before: change }) })).rejects.toThrow(
      BlobChanged,
    );
  });

  it("after it was read, and before it is copied, neither", async () => {
    await expect(intake(contract("2,000.00"), undefined, { work: workThat({ after: change }) })).rejects.toThrow(
      BlobChanged,
    );
  });

  it("is no matter of files that stay as they are", async () => {
    expect(await intake(contract("3,000.00"), undefined, { work: workThat({}) })).toMatchObject({ ok: true });
  });
});
