/** What a sender's system reads when something is wrong: everything at once, each with its field and what to do, in the language asked for. */
import { describe, expect, it } from "vitest";
import { call, sentWorkflow, signer, withKey } from "../../test/api-client.ts";
import { testPdf } from "../../test/test-pdf.ts";
import { useTestServer } from "../../test/test-server.ts";

const server = useTestServer();
const post = async (body: unknown, language: "de" | "en" = "en") => {
  const headers = withKey(server.current(), { "accept-language": language });
  const { status, body: answer } = await call(server.current(), "POST", "/api/v1/workflows", { body, headers });
  return { status, code: answer.code, data: answer.data as string[] };
};

/** A request in which every part is wrong in a way of its own. */
const wrong = async () => ({
  ...(await sentWorkflow()),
  name: 7,
  colour: "red",
  expires_at: "tomorrow",
  initiator: { first_name: " ", last_name: "P", email: "frauke" },
  documents: [{ name: "a.pdf" }, { name: "a.pdf", upload_id: "x", attachment_of: "a.pdf" }],
  signers: [
    { ...signer("one", "a_signature"), phone: undefined, language: "fr" },
    {
      ...signer("one", "s_signature"),
      fields: [
        { document: "b.pdf", kind: "text", page: 0, rect: [1, 1, 2, 2] },
        { document: "a.pdf", kind: "stamp", page: 1.5, rect: [1, 1, 9] },
      ],
    },
    { reference: "a b", type: "sig" },
  ],
});

describe("a request with many faults", () => {
  it("is answered with all of them, each with its field and what to do", async () => {
    expect(await post(await wrong())).toMatchInlineSnapshot(`
      {
        "code": "INVALID_REQUEST",
        "data": [
          "name: this is a number; give a text",
          "expires_at: this is no moment with an offset; write it like 2027-03-31T23:59:00+02:00",
          "initiator.first_name: nothing in it can be seen; write something",
          "initiator.email: this is no e-mail address; write it like name@example.org",
          "documents.0: give either content or upload_id, exactly one of them",
          "documents.1.upload_id: this is not an id of this service; copy it from an answer of the API",
          "signers.0.language: this value does not exist here; give one of "de", "en"",
          "signers.1.fields.0.page: give at least 1",
          "signers.1.fields.0.rect: make the field larger: at least 8 by 8 points, a date 30 by 8, a checkbox 6 by 6",
          "signers.1.fields.1.kind: this value does not exist here; give one of "text", "date", "initials", "checkbox", "choice", "signature"",
          "signers.1.fields.1.page: this is a number; give a whole number",
          "signers.1.fields.1.rect: give at least 4 entries",
          "signers.2.reference: use 1 to 64 letters (A to Z, a to z), digits, - and _",
          "signers.2.type: this value does not exist here; give one of "s_signature", "a_signature", "a_seal", "q_signature", "q_seal"",
          "signers.2.first_name: is missing; give a text",
          "signers.2.last_name: is missing; give a text",
          "signers.2.email: is missing; give a text",
          "colour: there is no such field; leave it out, or check its spelling",
          "documents.1.name: another document has this name, or one that differs only in upper and lower case, ".pdf", blanks, invisible characters, or characters that no file name may have; choose another name",
          "signers.1.reference: another signer has this reference; give each one of its own",
          "signers.1.fields.0.document: there is no document of this name in the request; name one that is, letter by letter",
          "documents.1.attachment_of: a document is no attachment of itself; name another document, or leave this out",
          "signers.0.phone: is missing; this signer gets a one-time code by phone, so give a number",
        ],
        "status": 400,
      }
    `);
  });

  it("is answered in German where that is asked for, and has no English in it", async () => {
    const { status, code, data } = await post(await wrong(), "de");
    expect({ status, code }).toEqual({ status: 400, code: "INVALID_REQUEST" });
    expect(data).toMatchInlineSnapshot(`
      [
        "name: hier steht eine Zahl; geben Sie einen Text an",
        "expires_at: das ist kein Zeitpunkt mit Abstand zu UTC; schreiben Sie ihn wie 2027-03-31T23:59:00+02:00",
        "initiator.first_name: darin ist nichts zu sehen; schreiben Sie etwas hinein",
        "initiator.email: das ist keine E-Mail-Adresse; schreiben Sie sie wie name@example.org",
        "documents.0: geben Sie entweder content oder upload_id an, genau eines von beiden",
        "documents.1.upload_id: das ist keine Kennung dieses Dienstes; übernehmen Sie sie so, wie sie in einer Antwort der API steht",
        "signers.0.language: diesen Wert gibt es hier nicht; geben Sie einen dieser Werte an: "de", "en"",
        "signers.1.fields.0.page: geben Sie mindestens 1 an",
        "signers.1.fields.0.rect: machen Sie das Feld größer: mindestens 8 mal 8 Punkte, ein Datum 30 mal 8, ein Kästchen 6 mal 6",
        "signers.1.fields.1.kind: diesen Wert gibt es hier nicht; geben Sie einen dieser Werte an: "text", "date", "initials", "checkbox", "choice", "signature"",
        "signers.1.fields.1.page: hier steht eine Zahl; geben Sie eine ganze Zahl an",
        "signers.1.fields.1.rect: geben Sie mindestens 4 Einträge an",
        "signers.2.reference: verwenden Sie 1 bis 64 Buchstaben (A bis Z, a bis z), Ziffern, - und _",
        "signers.2.type: diesen Wert gibt es hier nicht; geben Sie einen dieser Werte an: "s_signature", "a_signature", "a_seal", "q_signature", "q_seal"",
        "signers.2.first_name: fehlt; geben Sie einen Text an",
        "signers.2.last_name: fehlt; geben Sie einen Text an",
        "signers.2.email: fehlt; geben Sie einen Text an",
        "colour: dieses Feld gibt es nicht; lassen Sie es weg oder prüfen Sie die Schreibweise",
        "documents.1.name: ein anderes Dokument heißt auch so oder unterscheidet sich nur durch Groß- und Kleinschreibung, „.pdf“, Leerzeichen, unsichtbare Zeichen oder solche, die kein Dateiname haben darf; wählen Sie einen anderen Namen",
        "signers.1.reference: eine andere Person hat diese reference; geben Sie jeder eine eigene",
        "signers.1.fields.0.document: es gibt kein Dokument dieses Namens in der Anfrage; nennen Sie eines, Buchstabe für Buchstabe",
        "documents.1.attachment_of: ein Dokument ist keine Anlage zu sich selbst; nennen Sie ein anderes Dokument oder lassen Sie das weg",
        "signers.0.phone: fehlt; diese Person bekommt einen Einmalcode per Telefon, geben Sie also eine Nummer an",
      ]
    `);
  });

  it("is told of those, too, that its schema does not know", async () => {
    const documents = [
      { name: "a.pdf", content: "***" },
      { name: "b.pdf", upload_id: "0".repeat(26) },
    ];
    const two = { documents, signers: [signer("a", "s_signature", { phone: "+49 1" }), signer("a", "a_signature")] };
    expect(await post({ ...(await sentWorkflow()), ...two })).toMatchObject({
      status: 400,
      code: "INVALID_REQUEST",
      data: [expect.stringMatching(/^signers\.1\.reference: /), expect.stringMatching(/^signers\.0\.phone: /)],
    });
    expect(await post({ ...(await sentWorkflow()), documents })).toMatchObject({
      code: "INVALID_REQUEST",
      data: [expect.stringMatching(/^documents\.0\.content: /), expect.stringMatching(/^documents\.1\.upload_id: /)],
    });
  });

  it("names a document that cannot be read beside an upload that is not there", async () => {
    const documents = [
      { name: "a.pdf", upload_id: "0".repeat(26) },
      { name: "b.pdf", content: Buffer.from("hello").toString("base64") },
    ];
    expect(await post({ ...(await sentWorkflow()), documents })).toEqual({
      status: 404,
      code: "UPLOAD_NOT_FOUND",
      data: [
        expect.stringMatching(/^documents\.0\.upload_id: /),
        expect.stringMatching(/^b\.pdf: This is not a PDF file\./),
      ],
    });
  });

  it("names every document that cannot be read", async () => {
    const content = Buffer.from("hello").toString("base64");
    const sound = (await testPdf()).toString("base64");
    const documents = [
      { name: "a.pdf", content },
      { name: "b.pdf", content: sound },
      { name: "c.pdf", content },
    ];
    expect(await post({ ...(await sentWorkflow()), documents }, "de")).toEqual({
      status: 415,
      code: "FILE_NOT_A_PDF",
      data: ["a", "c"].map(
        (name) => `${name}.pdf: Das ist keine PDF-Datei. Speichern Sie das Dokument als PDF und senden Sie dieses.`,
      ),
    });
  });

  it("is told what to check and not which of it was wrong, in the language asked for", async () => {
    const ask = (authorization: string, language: string) =>
      call(server.current(), "GET", "/api/v1/workflows", { headers: { authorization, "accept-language": language } });
    const answers = await Promise.all([
      ask("", "en"),
      ask(server.current().apiKey, "en"),
      ask(`Bearer ${server.current().apiKey.slice(0, -2)}`, "en"),
    ]);
    for (const { body, headers } of answers) {
      expect(body).toEqual(answers[0]?.body);
      expect(headers.get("www-authenticate")).toBe("Bearer");
      expect(body.data[0]).toMatch(/Authorization: Bearer <key>.*whole key.*disabled nor expired/);
    }
    expect((await ask("", "de")).body.data[0]).toMatch(/^Dieser API-Schlüssel wird nicht angenommen\. /);
  });
});

it("says of every refusal at least what it means and what to do", async () => {
  const headers = withKey(server.current(), { "accept-language": "de-AT, en;q=0.5" });
  const answer = await call(server.current(), "GET", `/api/v1/workflows/${"0".repeat(26)}`, { headers });
  expect([answer.status, answer.body]).toEqual([
    404,
    {
      success: false,
      code: "NO_WORKFLOW_FOUND",
      data: [
        "Ihre Organisation hat keinen Vorgang mit dieser Kennung. Nehmen Sie die workflow_id aus der Antwort auf das Anlegen und den Schlüssel derselben Organisation.",
      ],
    },
  ]);
});

describe("an upload", () => {
  const upload = async (parts: readonly Buffer[]) => {
    const body = new ReadableStream({
      start(controller) {
        for (const part of parts) controller.enqueue(new Uint8Array(part));
        controller.close();
      },
    });
    const headers = withKey(server.current(), { "content-type": "application/pdf", "accept-language": "de" });
    const init = { method: "POST", headers, body, duplex: "half" };
    const answer = await fetch(`${server.current().url}/api/v1/uploads`, init);
    return { status: answer.status, ...((await answer.json()) as { code?: string; data: unknown }) };
  };
  const refused = {
    status: 415,
    code: "FILE_NOT_A_PDF",
    data: ["Die Datei ist keine PDF-Datei. Speichern Sie das Dokument als PDF und senden Sie dieses."],
  };

  it.each([
    ["a text", [Buffer.from("Dear Sir or Madam")]],
    ["a long text in many parts", Array.from({ length: 40 }, () => Buffer.alloc(1_000, "x"))],
    ["a PDF behind more than readers allow", [Buffer.alloc(1_024, "\n"), Buffer.from("%PDF-1.7\n")]],
  ])("of %s is refused as it would be in a request, at once", async (_, parts) => {
    expect(await upload(parts)).toMatchObject(refused);
  });

  it.each([
    ["in parts of one byte", async () => [...(await testPdf())].slice(0, 2_000).map((byte) => Buffer.from([byte]))],
    ["behind as many bytes as readers allow", async () => [Buffer.alloc(1_019, "\n"), await testPdf()]],
  ])("of a PDF is taken %s", async (_, parts) => {
    expect((await upload(await parts())).status).toBe(201);
  });
});
