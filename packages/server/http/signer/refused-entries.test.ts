/** What a page learns of entries that are not stored, and what becomes of those that two of its kind store at once. */
import { beforeEach, describe, expect, it } from "vitest";
import { formPdf } from "../../../../fixtures/documents.ts";
import { filesOf, type SignerClient } from "../../../../fixtures/signer-client.ts";
import { logIn, type Sent, send } from "../../test/sent-workflow.ts";
import { useTestServer } from "../../test/test-server.ts";

const server = useTestServer();

describe("entries that are not stored", () => {
  let sent: Sent;
  let alice: SignerClient;
  beforeEach(async () => {
    const documents = [{ name: "Miete.pdf", bytes: formPdf() }];
    sent = await send(server.current(), { documents, signers: [{ reference: "alice" }] });
    alice = await logIn(server.current(), sent, 0);
  });

  type Values = readonly (readonly [name: string, value: string, before?: string])[];
  const nameOf = (name: string): string => `${alice.signerId}.${name}`;
  const store = (...values: Values) => {
    const xfdf_annotations = values.map(([name, value, before]) => ({ annotation_id: nameOf(name), value, before }));
    return alice.call("PUT", "files/updateXFDF/", { files: [{ id: sent.fileIds[0], xfdf_annotations }] });
  };

  it("[S-096] are named by the refusal, so that a page can mark them and store the others", async () => {
    expect(await store(["name", "Ada 🖋"], ["city", "Kiel"])).toMatchObject({
      code: "FIELD_CHARACTERS_UNKNOWN",
      data: ["🖋", `field=${nameOf("name")}`],
    });
    expect(await store(["name", "x".repeat(41)], ["city", "Kiel"], ["agree", "maybe"])).toMatchObject({
      code: "FIELD_VALUE_INVALID",
      data: [expect.stringContaining("at most 40"), `field=${nameOf("name")}`, `field=${nameOf("agree")}`],
    });
    expect((await store(["city", "Kiel"])).status).toBe(200);
  });

  it("[S-096] are those that their field cannot show whole, and none of the same call is stored", async () => {
    const held = async () => (await filesOf(alice))[0]?.xfdf_annotations.map(({ value }) => value);
    expect(await store(["city", "Kiel ".repeat(30)], ["name", "Ada"])).toMatchObject({
      status: 400,
      code: "FIELD_VALUE_DOES_NOT_FIT",
      data: [expect.stringContaining("smallest letters"), `field=${nameOf("city")}`],
    });
    expect(await held()).toEqual(["", "", ""]);
    expect((await store(["city", "Kiel ".repeat(18)], ["name", "W".repeat(40)])).status).toBe(200);
    expect(await held()).toEqual(["", "Kiel ".repeat(18), "W".repeat(40)]);
  });

  it("[S-097] are those that would take the place of what whoever typed them has not seen", async () => {
    const held = async () => (await filesOf(alice))[0]?.xfdf_annotations.map(({ value }) => value);
    expect((await store(["name", "newer", ""])).status).toBe(200);
    expect(await store(["name", "older", ""], ["city", "Kiel", ""])).toMatchObject({
      status: 409,
      code: "WORKFLOW_CHANGED",
      data: [expect.any(String), `field=${nameOf("name")}`],
    });
    expect(await held()).toEqual(["", "", "newer"]);
    // The same once more is no change: an answer that was lost is asked for again.
    expect((await store(["name", "newer", ""])).status).toBe(200);
    expect((await store(["name", "older", "newer"], ["city", "Kiel"])).status).toBe(200);
    expect(await held()).toEqual(["", "Kiel", "older"]);
  });
});
