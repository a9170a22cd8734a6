/** Fields of every kind, over HTTP: whose they are, what they take, and what stands in the signed file. */

import { listFields } from "@siegel/kernel/forms/form-fields.ts";
import { bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { plainPdf } from "../../../../fixtures/documents.ts";
import { everyKindPdf } from "../../../../fixtures/every-kind.ts";
import { confirmFiles, filesOf, type SignerClient, sign } from "../../../../fixtures/signer-client.ts";
import { create, signer as signerOf } from "../../test/api-client.ts";
import { logIn, type Sent, send } from "../../test/sent-workflow.ts";
import { useTestServer } from "../../test/test-server.ts";

const server = useTestServer();

const at = (y: number) => [50, y, 150, 20] as [number, number, number, number];
const document = "Antrag.pdf";
const placed = [
  { document, kind: "checkbox" as const, page: 1, rect: at(60), name: "ok", required: true },
  { document, kind: "date" as const, page: 1, rect: at(90), name: "born", required: true },
  { document, kind: "initials" as const, page: 1, rect: at(120), name: "short" },
  { document, kind: "choice" as const, page: 1, rect: at(150), name: "colour", options: ["Rot", "Grün"] },
];

const store = (signer: SignerClient, id: string | undefined, values: Readonly<Record<string, string>>) =>
  signer.call("PUT", "files/updateXFDF/", {
    files: [
      {
        id,
        xfdf_annotations: Object.entries(values).map(([name, value]) => ({
          annotation_id: `${signer.signerId}.${name}`,
          value,
        })),
      },
    ],
  });

describe("a form of every kind", () => {
  let sent: Sent;
  let alice: SignerClient;
  let bob: SignerClient;
  beforeEach(async () => {
    sent = await send(server.current(), {
      documents: [{ name: document, bytes: everyKindPdf() }],
      signers: [
        { reference: "alice", type: "s_signature", fields: placed },
        { reference: "bob", type: "s_signature" },
      ],
    });
    alice = await logIn(server.current(), sent, 0);
    bob = await logIn(server.current(), sent, 1);
  });

  it("[S-105] [S-102] is told with what can be chosen in each place, and its values as XFDF", async () => {
    const [file] = await filesOf(alice);
    const of = (name: string) => file?.fields.filter((field) => field.annotation_id === `${alice.signerId}.${name}`);
    expect(of("rate")).toMatchObject([
      { kind: "radio", label: "Payment", clearable: false, options: [{ value: "month", label: "Every month" }] },
      { kind: "radio", options: [{ value: "year", label: "Every year" }] },
      { kind: "radio", options: [{ value: "month", label: "Every month" }] },
    ]);
    expect(of("born")).toMatchObject([{ kind: "date", chars_max: 10, required: true }]);
    expect(of("short")).toMatchObject([{ kind: "initials", chars_max: 8 }]);
    expect(of("colour")).toMatchObject([{ kind: "choice", options: [{ value: "Rot" }, { value: "Grün" }] }]);
    expect(of("zip")).toMatchObject([{ kind: "text", comb: true, chars_max: 5 }]);
    expect(file?.fields.some(({ label }) => label === "Number")).toBe(false);
    await store(alice, file?.id, { agree: "Jä", country: "at", rate: "year" });
    const xfdf = (await filesOf(alice))[0]?.xfdf;
    for (const [name, value] of Object.entries({ agree: "Jä", country: "at", rate: "year", ok: "Off", size: "M" }))
      expect(xfdf).toContain(`<field name="${name}"><value>${value}</value></field>`);
  });

  it.each([
    ["rate", "week", "none of its choices"],
    ["agree", "Yes", "none of its choices"],
    ["country", "Österreich", "none of its choices"],
    ["born", "31.02.2026", "a day as DD.MM.YYYY"],
    ["born", "2026-02-01", "at most"],
    ["short", "ABCDEFGHI", "at most 8 characters"],
    ["zip", "123456", "at most 5 characters"],
    ["title", "Dr.\nProf.", "one line only"],
  ])("[S-107] %s does not take %j", async (name, value, why) => {
    const answer = await store(alice, sent.fileIds[0], { [name]: value });
    if (why === "at most") expect(answer).toMatchObject({ status: 400, code: "FIELD_VALUE_INVALID" });
    else {
      const data = [expect.stringContaining(why), `field=${alice.signerId}.${name}`];
      expect(answer).toMatchObject({ status: 400, code: "FIELD_VALUE_INVALID", data });
    }
  });

  it("[S-096] [S-108] what is read-only, a button, or another's, is not theirs to fill in", async () => {
    const [id] = sent.fileIds;
    for (const name of ["fixed", "send", "languages"])
      expect(await store(alice, id, { [name]: "x" })).toMatchObject({ status: 403, code: "FIELD_NOT_YOURS" });
    const others = { files: [{ id, xfdf_annotations: [{ annotation_id: `${bob.signerId}.ok`, value: "Yes" }] }] };
    expect(await alice.call("PUT", "files/updateXFDF/", others)).toMatchObject({ code: "FIELD_NOT_YOURS" });
  });

  it("a box can be unticked in the PDF's words too, a group that may be left can be left", async () => {
    const [id] = sent.fileIds;
    await store(alice, id, { agree: "Jä", letter: "mail" });
    expect(await store(alice, id, { agree: "Off", letter: "" })).toMatchObject({ status: 200 });
    const held = new Map((await filesOf(alice))[0]?.xfdf_annotations.map((one) => [one.annotation_id, one.value]));
    expect(held.get(`${alice.signerId}.agree`)).toBe("");
    expect(held.get(`${alice.signerId}.letter`)).toBe("");
  });

  it("[S-101] is not signed before what is required is ticked and chosen; then the file says what was entered", async () => {
    const [id] = sent.fileIds;
    const required = { agree: "Jä", rate: "month", country: "at", zip: "10115", ok: "Yes", born: "29.02.2024" };
    await store(alice, id, required);
    await confirmFiles(alice);
    for (const name of ["agree", "rate", "country", "born", "ok"]) {
      await store(alice, id, { [name]: "" });
      const refused = await alice.call("POST", "signing/signWithoutAuth", { workflow: {}, files: [], ip: "192.0.2.1" });
      expect(refused, name).toMatchObject({ status: 409, code: "FIELD_REQUIRED" });
      await store(alice, id, { [name]: required[name as keyof typeof required] });
    }
    await store(alice, id, { title: "Dipl.-Ing. Żółć", colour: "Grün", short: "ÄB", size: "L", note: "one\ntwo" });
    // Each change took the confirmation back.
    await confirmFiles(alice);
    await sign(alice);
    await confirmFiles(bob, { ok: "Yes" });
    expect((await sign(bob)).status).toBe("FINISHED");
    const bytes = new Uint8Array(await (await bob.fetch(`files/getFile/${id}`)).arrayBuffer());
    const values = listFields(openPdf(bytesSource(bytes)))
      .filter(({ name, kind }) => kind !== "signature" && name.startsWith(`${alice.signerId}.`))
      .map(({ name, value }) => [name.slice(alice.signerId.length + 1), value]);
    expect(Object.fromEntries(values)).toMatchObject({
      ...required,
      title: "Dipl.-Ing. Żółć",
      colour: "Grün",
      short: "ÄB",
      size: "L",
      note: "one\ntwo",
      fixed: "4711",
      letter: null,
    });
  });
});

describe("wishes that would have no effect", () => {
  const field = { document: "Vertrag.pdf", page: 1, rect: at(60) };
  it.each([
    ["a choice without options", { ...field, kind: "choice" }],
    ["a choice with an option twice", { ...field, kind: "choice", options: ["a", "a"] }],
    ["a choice with an empty option", { ...field, kind: "choice", options: [""] }],
    ["201 options", { ...field, kind: "choice", options: Array.from({ length: 201 }, (_, i) => `${i}`) }],
    ["options of a text", { ...field, kind: "text", options: ["a"] }],
    ["a date of several lines", { ...field, kind: "date", multiline: true }],
    ["a limit of a checkbox", { ...field, kind: "checkbox", chars_max: 3 }],
    ["nine initials", { ...field, kind: "initials", chars_max: 9 }],
    ["a kind that only documents have", { ...field, kind: "radio" }],
  ])("%s: refused", async (_what, wish) => {
    const fields = [wish] as never;
    const documents = [{ name: "Vertrag.pdf", content: Buffer.from(plainPdf()).toString("base64") }];
    await expect(
      create(server.current(), { documents, signers: [signerOf("S1", "s_signature", { fields })] }),
    ).rejects.toThrow(/INVALID_REQUEST/);
  });
});
