/** A signer who presses the button approves what their own session was shown, over HTTP, whatever other sessions of the link did. */
import { beforeEach, describe, expect, it } from "vitest";
import { plainPdf } from "../../../../fixtures/documents.ts";
import type { SignerClient } from "../../../../fixtures/signer-client.ts";
import { logIn, type Sent, send } from "../../test/sent-workflow.ts";
import { useTestServer } from "../../test/test-server.ts";

const server = useTestServer();
const document = "a.pdf";
const city = {
  document,
  kind: "text" as const,
  page: 1,
  rect: [50, 90, 150, 20] as [number, number, number, number],
  name: "city",
};
const path = "signing/signWithoutAuth";

let sent: Sent;
let first: SignerClient;
let second: SignerClient;
beforeEach(async () => {
  sent = await send(server.current(), {
    documents: [{ name: document, bytes: plainPdf() }],
    signers: [{ reference: "alice", type: "s_signature", fields: [city] }],
  });
  first = await logIn(server.current(), sent);
  second = await logIn(server.current(), sent);
});

/** Stores a value and confirms, as that session's page does. */
async function change(by: SignerClient, value: string): Promise<void> {
  const entries = [{ annotation_id: `${by.signerId}.city`, value }];
  const files = [{ id: sent.fileIds[0], completed: true, xfdf_annotations: entries }];
  expect(await by.call("PUT", "files/updateXFDF/", { files })).toMatchObject({ status: 200 });
}

describe("signWithoutAuth without files", () => {
  it("[S-139] signs what this session has stored and confirmed itself", async () => {
    await change(first, "Kiel");
    expect(await first.call("POST", path, {})).toMatchObject({
      code: expect.stringMatching(/^SUCCESS_SIGNING$|^SIGNING_PENDING$/),
    });
  });

  it("[S-139] answers WORKFLOW_CHANGED where another session changed a value since this one read, until it has read again", async () => {
    await change(first, "Kiel");
    await change(second, "Rom");
    expect(await first.call("POST", path, {})).toMatchObject({ status: 409, code: "WORKFLOW_CHANGED" });
    expect(await first.call("POST", path, { files: [] })).toMatchObject({ status: 409, code: "WORKFLOW_CHANGED" });
    expect((await first.call("GET", "files/getWorkflowFiles")).status).toBe(200);
    expect(await first.call("POST", path, {})).toMatchObject({ success: true });
  });

  it("[S-139] answers WORKFLOW_CHANGED where the files name not all that another session changed", async () => {
    await change(first, "Kiel");
    await change(second, "Rom");
    const files = [{ id: sent.fileIds[0], xfdf_annotations: [], signature_image: null }];
    expect(await first.call("POST", path, { files })).toMatchObject({ status: 409, code: "WORKFLOW_CHANGED" });
    const stale = [{ annotation_id: `${first.signerId}.city`, value: "Kiel" }];
    const old = [{ id: sent.fileIds[0], xfdf_annotations: stale, signature_image: null }];
    expect(await first.call("POST", path, { files: old })).toMatchObject({ status: 409, code: "WORKFLOW_CHANGED" });
    const entries = [{ annotation_id: `${first.signerId}.city`, value: "Rom" }];
    const shown = [{ id: sent.fileIds[0], xfdf_annotations: entries, signature_image: null }];
    expect(await first.call("POST", path, { files: shown })).toMatchObject({ success: true });
  });

  it("[S-139] answers WORKFLOW_CHANGED to a session that was shown nothing, though another one has confirmed", async () => {
    await change(second, "Rom");
    expect(await first.call("POST", path, {})).toMatchObject({ status: 409, code: "WORKFLOW_CHANGED" });
  });
});
