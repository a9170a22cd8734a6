import { fieldsNamed } from "@siegel/contract/named-fields.ts";
import { describe, expect, it } from "vitest";
import { formPdf, plainPdf } from "../../../../fixtures/documents.ts";
import { wavePng } from "../../../../fixtures/signature-picture.ts";
import { confirmFiles, filesOf } from "../../../../fixtures/signer-client.ts";
import { logIn, send } from "../../test/sent-workflow.ts";
import { useTestServer } from "../../test/test-server.ts";

const server = useTestServer();

/** A form before its only signer. */
async function openedForm() {
  const sent = await send(server.current(), {
    documents: [{ name: "Form.pdf", bytes: formPdf() }],
    signers: [{ reference: "alice", type: "s_signature" }],
  });
  return { alice: await logIn(server.current(), sent), id: sent.fileIds[0] };
}

describe("a value changed after its document was confirmed", () => {
  it("[S-099] [S-107] takes the confirmation back, and says so until it is confirmed again", async () => {
    const { alice, id } = await openedForm();
    const name = `${alice.signerId}.name`;
    const put = (value: string, completed?: boolean) =>
      alice.call("PUT", "files/updateXFDF/", {
        files: [
          { id, ...(completed === undefined ? {} : { completed }), xfdf_annotations: [{ annotation_id: name, value }] },
        ],
      });
    const state = async () => {
      const { completed, changed_since_confirmed } = (await filesOf(alice))[0] ?? {};
      return [completed, changed_since_confirmed];
    };
    await put("Ada", true);
    // The same again, as an echo of the page or a call made twice has it, is no change.
    await put("Ada");
    expect(await state()).toEqual([true, false]);
    await put("Eva");
    expect(await state(), "another value").toEqual([false, true]);
    await put("Ada");
    expect(await state(), "changed back, and still not confirmed").toEqual([false, true]);
    await put("Ada", true);
    expect(await state()).toEqual([true, false]);
    // A signer who takes the confirmation back explicitly has not changed a value.
    await put("Ada", false);
    expect(await state()).toEqual([false, false]);
    const told = await server
      .current()
      .deps.db.selectFrom("audit_event")
      .select("type")
      .where("signer_id", "=", alice.signerId as never)
      .where("type", "in", ["document.confirmed", "document.changed-after-confirming", "document.reopened"])
      .orderBy("seq")
      .execute();
    expect(told.map(({ type }) => type.replace("document.", ""))).toEqual([
      "confirmed",
      "changed-after-confirming",
      "confirmed",
      "reopened",
    ]);
  });

  it("[S-109] keeps its signer from signing, in other words than what never was confirmed", async () => {
    const { alice, id } = await openedForm();
    const fill = (value: string) =>
      alice.call("PUT", "files/updateXFDF/", {
        files: [{ id, xfdf_annotations: [{ annotation_id: `${alice.signerId}.name`, value }] }],
      });
    const sign = () => alice.call("POST", "signing/signWithoutAuth", {});
    await fill("Ada");
    expect(await sign()).toMatchObject({ status: 409, code: "FILES_NOT_CONFIRMED" });
    await confirmFiles(alice);
    await fill("Eva");
    expect(await sign()).toMatchObject({ status: 409, code: "WORKFLOW_CHANGED" });
    await confirmFiles(alice);
    expect(await sign()).toMatchObject({ status: 200, code: "SUCCESS_SIGNING" });
  });

  it("[S-099] [T-012] is confirmed by nobody who does not name it: another page may have stored it", async () => {
    const { alice, id } = await openedForm();
    const [name, place] = [`${alice.signerId}.name`, `${alice.signerId}.city`];
    const put = (entries: readonly object[], more: object = { completed: true }) =>
      alice.call("PUT", "files/updateXFDF/", { files: [{ id, xfdf_annotations: entries, ...more }] });
    const named = ({ data }: { readonly data: unknown }) => fieldsNamed(data as readonly string[]);
    const ada = { annotation_id: name, value: "Ada", before: "Ada" };
    await put([{ annotation_id: name, value: "Ada" }], {});
    // Another page of the same signer, and this one confirms what it showed.
    await put([{ annotation_id: name, value: "Eva" }], {});
    const stale = await put([ada]);
    expect(stale).toMatchObject({ status: 409, code: "WORKFLOW_CHANGED" });
    expect(named(stale), "something else stands there").toEqual([name]);
    const silent = await alice.call("PUT", "files/updateXFDF/", { files: [{ id, completed: true }] });
    expect(silent).toMatchObject({ status: 409, code: "WORKFLOW_CHANGED" });
    expect(named(silent), "nothing was said of it").toEqual([name]);
    const eva = { ...ada, value: "Eva", before: "Eva" };
    await put([{ annotation_id: place, value: "Kiel" }], {});
    expect(named(await put([eva])), "one of two").toEqual([place]);
    expect((await filesOf(alice))[0]?.completed).toBe(false);
    expect(await put([eva, { annotation_id: place, value: "Kiel" }])).toMatchObject({ status: 200 });
    const told = await server
      .current()
      .deps.db.selectFrom("audit_event")
      .select("seq")
      .where("signer_id", "=", alice.signerId as never)
      .where("type", "=", "document.filled")
      .execute();
    expect(told, "what is only named is not filled in once more").toHaveLength(3);
    // A document as it was sent is confirmed by a word.
    const other = await openedForm();
    const plain = await other.alice.call("PUT", "files/updateXFDF/", { files: [{ id: other.id, completed: true }] });
    expect(plain).toMatchObject({ status: 200 });
  });

  it("[S-099] is refused where a call names a file twice: one entry confirms, the other changes", async () => {
    const { alice, id } = await openedForm();
    const annotation_id = `${alice.signerId}.name`;
    const files = [
      { id, completed: true },
      { id, xfdf_annotations: [{ annotation_id, value: "Eva" }] },
    ];
    for (const twice of [files, files.toReversed()])
      expect(await alice.call("PUT", "files/updateXFDF/", { files: twice })).toMatchObject({
        status: 400,
        code: "INVALID_REQUEST",
      });
    const [file] = await filesOf(alice);
    expect(file?.completed).toBe(false);
    expect(file?.xfdf_annotations.find((each) => each.annotation_id === annotation_id)?.value).toBe("");
  });
});

describe("another picture in the signature after its document was confirmed", () => {
  it("[S-099] takes the confirmation back where the document draws it, and says so", async () => {
    const rect: [number, number, number, number] = [72, 400, 240, 80];
    const fields = [{ document: "Lease.pdf", kind: "signature" as const, page: 1, rect }];
    const documents = ["Lease.pdf", "Rules.pdf"].map((name) => ({ name, bytes: plainPdf() }));
    const signers = [{ type: "s_signature" as const, fields }];
    const alice = await logIn(server.current(), await send(server.current(), { documents, signers, mark: "none" }));
    const put = (image: string) => alice.call("PUT", "files/signatureImage", { image });
    const states = async () =>
      (await filesOf(alice)).map(({ completed, changed_since_confirmed }) => [completed, changed_since_confirmed]);
    const [kept, withdrawn] = [
      [true, false],
      [false, true],
    ];
    await put(wavePng());
    await confirmFiles(alice);
    await put(wavePng());
    expect(await states(), "the same again").toEqual([kept, kept]);
    await put(wavePng({ ink: [200, 0, 0] }));
    expect(await states(), "another").toEqual([withdrawn, kept]);
    expect(await alice.call("POST", "signing/signWithoutAuth", {})).toMatchObject({ code: "WORKFLOW_CHANGED" });
    await confirmFiles(alice);
    await alice.call("DELETE", "files/signatureImage");
    expect(await states(), "none").toEqual([withdrawn, kept]);
  });
});
