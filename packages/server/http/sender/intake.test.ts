/** What a sender's system reads about the files it sends: every code of intake, and what was done to a file that was taken. */
import { createHash } from "node:crypto";
import type { PlacedField } from "@siegel/contract/calls/sending.ts";
import { type ErrorCode, errorStatus } from "@siegel/contract/codes.ts";
import type { FileId, SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import { describe, expect, it } from "vitest";
import { manyPagesPdf, plainPdf } from "../../../../fixtures/documents.ts";
import { type Forbids, foreignSigned } from "../../../../fixtures/foreign-signature.ts";
import { formWith } from "../../../../fixtures/form-with.ts";
import { hostileFiles } from "../../../../fixtures/hostile.ts";
import { judge, textOf } from "../../../../fixtures/judge-pdf.ts";
import { makePdf } from "../../../../fixtures/make-pdf.ts";
import { hasTools, inFolderOf, runToolIn } from "../../../../fixtures/outside-tool.ts";
import { edited } from "../../../../fixtures/seen-in.ts";
import { confirmFiles, sign } from "../../../../fixtures/signer-client.ts";
import { readTrail, verifyTrail } from "../../rooms/audit-trail/audit-trail.ts";
import { filesOf, readApprovable, revisionsOf } from "../../rooms/documents/documents.ts";
import { earlierSignatures, noticeOf, refusalSentences } from "../../rooms/intake/intake-notices.ts";
import { call, sentWorkflow, signer, withKey } from "../../test/api-client.ts";
import { logIn } from "../../test/sent-workflow.ts";
import { useTestServer } from "../../test/test-server.ts";

const server = useTestServer({ SIEGEL_PDF_MB_MAX: "4", SIEGEL_PDF_PAGES_MAX: "20" });

type Field = Omit<PlacedField, "document">;
const box: Field = { kind: "signature", page: 1, rect: [72, 400, 200, 60] };

/** Sends one file to the signer `alice`. */
async function sendFile(bytes: Uint8Array, fields: readonly Field[] = []) {
  const documents = [{ name: "a.pdf", content: Buffer.from(bytes).toString("base64") }];
  const placed = fields.map((field) => ({ ...field, document: "a.pdf" }));
  const body = await sentWorkflow({ documents, signers: [signer("alice", "s_signature", { fields: placed })] });
  return await call(server.current(), "POST", "/api/v1/workflows", { body, headers: withKey(server.current()) });
}

const pages = ["<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 595 842] >>", "<< /Type /Page /Parent 2 0 R >>"];
const withCatalog = (entries: string, ...more: readonly string[]): Uint8Array =>
  makePdf({ objects: [`<< /Type /Catalog /Pages 2 0 R ${entries} >>`, ...pages, ...more] });
const script = withCatalog("/OpenAction << /S /JavaScript /JS (x) >>");
const damaged = (bytes: Uint8Array): Uint8Array => edited(bytes, /startxref\n\d+(?![\s\S]*startxref)/, "startxref\n9");
const preparedField = (entries: string): Uint8Array => {
  const own = `<< /FT /Sig /T (sig) /Parent 5 0 R /Type /Annot /Subtype /Widget /Rect [0 0 0 0] ${entries} >>`;
  return withCatalog(
    "/AcroForm << /Fields [5 0 R 6 0 R] >>",
    own,
    "<< /T (alice) /Kids [4 0 R] >>",
    "<< /FT /Tx /T (notes) >>",
  );
};

function hostile(begin: string): Uint8Array {
  const found = hostileFiles.find(({ name }) => name.startsWith(begin));
  if (found === undefined) throw new Error(`no hostile file is called ${begin}`);
  return found.make();
}

type Refused = readonly [
  what: string,
  code: ErrorCode,
  make: () => Uint8Array | Promise<Uint8Array>,
  fields?: readonly Field[],
];
const refused: readonly Refused[] = [
  ["a picture", "FILE_NOT_A_PDF", () => Buffer.from("GIF89a")],
  [
    "a file with a password",
    "FILE_ENCRYPTED",
    () =>
      makePdf({
        objects: ["<< /Type /Catalog /Pages 2 0 R >>", ...pages, "<< /Filter /Standard >>"],
        trailer: "/Encrypt 4 0 R",
      }),
  ],
  [
    "an action that cannot be taken out",
    "FILE_ACTIVE_CONTENT",
    () => withCatalog("/Outlines << /First << /Title (a) /A << /S /JavaScript /JS (x) >> >> >>"),
  ],
  ["a page tree with a loop", "FILE_BROKEN", () => hostile("a page tree with a loop")],
  ["a field tree with a loop", "FILE_BROKEN", () => hostile("a field tree with a loop")],
  ["a damaged file that is signed", "FILE_SIGNED_DAMAGED", async () => damaged(await foreignSigned(plainPdf(), {}))],
  [
    "a signed file with a page that does not end where it says",
    "FILE_SIGNED_DAMAGED",
    () => foreignSigned(edited(plainPdf(), "/Length 40", "/Length 39"), {}),
  ],
  ["a file certified against any change", "FILE_CERTIFIED", () => foreignSigned(plainPdf(), { certifies: 1 })],
  [
    "a certified file with a text field",
    "FILE_CERTIFIED",
    () => foreignSigned(plainPdf(), { certifies: 3 }),
    [{ ...box, kind: "text" }],
  ],
  [
    "a file locked with its signature",
    "FILE_CERTIFIED",
    () => foreignSigned(plainPdf(), { locks: { action: "All", level: 1 } }),
  ],
  ["a file with all fields locked", "FILE_CERTIFIED", () => foreignSigned(plainPdf(), { locks: { action: "All" } })],
  [
    "a file with all fields but one locked",
    "FILE_CERTIFIED",
    () => foreignSigned(plainPdf(), { locks: { action: "Exclude", fields: ["x"] } }),
  ],
  [
    "a prepared field whose name no row could hold",
    "FIELD_VALUE_INVALID",
    () => formWith(`/FT /Tx /T (alice.${"x".repeat(40_000)})`),
  ],
  [
    "a placed choice that its box cannot show whole",
    "FIELD_VALUE_DOES_NOT_FIT",
    plainPdf,
    [{ ...box, kind: "choice", rect: [72, 400, 40, 12], options: ["Ja", "Nein, und zwar aus folgendem Grund"] }],
  ],
  ["an XFA form without fields", "FILE_XFA_ONLY", () => withCatalog("/AcroForm << /XFA (x) /Fields [] >>")],
  ["a signed file with a script", "FILE_SCRIPTS_SIGNED", () => foreignSigned(script, {})],
  [
    "a file over the configured size",
    "FILE_TOO_LARGE",
    () => Buffer.concat([plainPdf(), Buffer.alloc(4 * 1024 * 1024, " ")]),
  ],
  ["a file over the configured pages", "FILE_TOO_MANY_PAGES", () => manyPagesPdf(21)],
  ["a bomb of object streams", "FILE_TOO_COMPLEX", () => hostile("12 object streams of 60 MB")],
  ["a bomb of cross-reference streams", "FILE_TOO_COMPLEX", () => hostile("40 cross-reference streams of 60 MB")],
  [
    "a prepared box beside the page",
    "FIELD_OUTSIDE_PAGE",
    () => formWith("/FT /Tx /T (alice.city) /Rect [590 10 690 40]"),
  ],
  [
    "a signed file with a text field",
    "INVALID_REQUEST",
    () => foreignSigned(plainPdf(), {}),
    [{ ...box, kind: "text" }],
  ],
  [
    "a signature field that requires a reason",
    "INVALID_REQUEST",
    () => preparedField("/SV << /Ff 8 /Reasons [(I agree)] >>"),
  ],
  [
    "a signature field that would lock another's",
    "INVALID_REQUEST",
    () => preparedField("/Lock << /Type /SigFieldLock /Action /All >>"),
  ],
];

describe("a file that is not taken", () => {
  it.each(refused.map(([what, code, make, fields]) => ({ what, code, make, fields })))(
    "$what: $code, with what to do about it",
    async ({ code, make, fields }) => {
      const answer = await sendFile(await make(), fields);
      expect([answer.status, answer.body.code]).toEqual([errorStatus[code], code]);
      expect(answer.body.data).toHaveLength(1);
      const sentence = refusalSentences.en[code as keyof typeof refusalSentences.en] ?? "?";
      expect(answer.body.data[0]).toMatch(/^a\.pdf(, page \d+)?: /);
      expect(answer.body.data[0]).toContain(sentence);
    },
    30_000,
  );

  it("has a row above for every code of intake", () => {
    const told = new Set<string>(refused.map(([, code]) => code));
    expect(Object.keys(refusalSentences.en).filter((code) => !told.has(code))).toEqual([
      // The corpus has one (fixtures/corpus-outcomes.ts).
      "FILE_SIGNED_ENCRYPTED",
    ]);
  });
});

/** A file that must be taken; its row, its revisions and what the sender was told. */
async function takenFile(bytes: Uint8Array, fields: readonly Field[] = []) {
  const answer = await sendFile(bytes, fields);
  expect(answer.body).toMatchObject({ success: true });
  const { db } = server.current().deps;
  const workflowId: WorkflowId = answer.body.data.workflow_id;
  const signerId: SignerId = answer.body.data.signers[0].signer_id;
  const notices: string[] = answer.body.data.documents[0].notices;
  const fileId: FileId = answer.body.data.documents[0].id;
  const revisions = await revisionsOf(db, fileId);
  return { workflowId, signerId, fileId, notices, revisions, trail: await readTrail(db, workflowId) };
}

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

async function download(path: string): Promise<Buffer> {
  const answer = await fetch(`${server.current().url}${path}`, { headers: withKey(server.current()) });
  expect(answer.status, path).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

describe("a damaged file", () => {
  it.skipIf(!hasTools("qpdf", "pdfsig", "pdftotext"))(
    "is written anew once, before the first signature; the original, its hash and both hashes in the trail stay",
    async () => {
      const original = damaged(plainPdf());
      const sent = await takenFile(original, [box]);
      const { workflowId, signerId, fileId, revisions } = sent;
      expect(sent.notices).toEqual([noticeOf("repaired", "en")]);
      const { deps } = server.current();
      const [first, prepared] = revisions;
      if (first === undefined || prepared === undefined) throw new Error("two revisions");
      expect(revisions).toMatchObject([
        { number: 0, sha256: sha256(original), cause: { kind: "original" } },
        { number: 1, base: sha256(original), cause: { kind: "intake" } },
      ]);
      const kept = await deps.blobs.open(first.sha256);
      expect(Buffer.from(kept.read(0, kept.size)).equals(original)).toBe(true);
      await kept.close();
      expect(sent.trail.map(({ type }) => type).slice(0, 2)).toEqual(["workflow.created", "document.repaired"]);
      expect(sent.trail[1]).toMatchObject({
        fileId,
        details: {
          name: "a.pdf",
          original: sha256(original),
          prepared: prepared.sha256,
          repairs: ["cross-reference-rebuilt"],
        },
      });
      expect((await readApprovable(deps.db, workflowId, signerId)).documents).toEqual([
        {
          fileId,
          original: { sha256: sha256(original), size: original.length },
          intake: { sha256: prepared.sha256, size: prepared.size },
        },
      ]);
      const alice = await logIn(server.current(), { workflowId, signerIds: [signerId], fileIds: [fileId] });
      await confirmFiles(alice);
      await sign(alice);
      const signed = await download(`/api/v1/workflows/${workflowId}/documents/${fileId}`);
      expect(sha256(signed.subarray(0, prepared.size))).toBe(prepared.sha256);
      const verdict = judge(signed);
      expect(verdict.qpdf).toBe(0);
      expect(verdict.signatures).toContain("Signature is Valid.");
      const [file] = await filesOf(deps.db, workflowId);
      expect(file?.original.sha256).toBe(sha256(original));
      // Both stand in the table of documents and in the event; only the columns are too narrow for a whole one.
      const report = textOf(await download(`/api/v1/workflows/${workflowId}/audit-report?language=en`)).replace(
        /\s/g,
        "",
      );
      for (const hash of [sha256(original), prepared.sha256]) expect(report.split(hash.slice(0, 32))).toHaveLength(3);
      expect((await verifyTrail(deps.db)).faults).toEqual([]);
    },
  );

  it("that is sound is not written anew, and the trail says nothing of the kind", async () => {
    const bytes = plainPdf();
    const { notices, revisions, trail } = await takenFile(bytes);
    expect(notices).toEqual([]);
    expect(trail.map(({ type }) => type)).not.toContain("document.repaired");
    expect(revisions[0]?.sha256).toBe(sha256(bytes));
  });
});

describe.skipIf(!hasTools("qpdf"))("a file that only its owner's password locks (needs qpdf)", () => {
  const lock = (user: string): Uint8Array =>
    inFolderOf({ "in.pdf": plainPdf() }, (folder) => {
      runToolIn(folder, "qpdf", "--encrypt", user, "owner", "256", "--", "in.pdf", "out.pdf");
      return runToolIn(folder, "cat", "out.pdf").bytes;
    });

  it("is taken without the lock, and the sender is told", async () => {
    const { notices } = await takenFile(lock(""));
    expect(notices).toContain(noticeOf("decrypted", "en"));
  });

  it("is refused when it does not open without a password", async () => {
    expect((await sendFile(lock("secret"))).body.code).toBe("FILE_ENCRYPTED");
  });
});

describe("a signed file", () => {
  const lockedAt2: Forbids = { locks: { action: "Include", fields: ["x"], level: 2 } };
  it.each([
    ["certified, level 2", { certifies: 2 }, "The file is certified."],
    ["certified, level 3, with a place", { certifies: 3 }, "The file is certified.", [box]],
    ["signed with a lock that permits no annotations, with a place", lockedAt2, "lets nothing visible be added", [box]],
    ["signed", {}, earlierSignatures(1, "en")],
    ["signed with a lock on one field", { locks: { action: "Include", fields: ["x"] } }, earlierSignatures(1, "en")],
  ] satisfies [string, Forbids, string, Field[]?][])(
    "%s: stays byte for byte, and its signers sign in fields of their own, visible where it permits that",
    async (_what, forbids, notice, placed = []) => {
      const bytes = await foreignSigned(plainPdf(), forbids);
      const { notices, revisions, signerId, workflowId } = await takenFile(bytes, placed);
      expect(notices.join()).toContain(notice);
      const counted = await server
        .current()
        .deps.db.selectFrom("file")
        .select("earlier_signatures")
        .where("workflow_id", "=", workflowId)
        .executeTakeFirst();
      expect(counted?.earlier_signatures).toBe(1);
      const { db, blobs } = server.current().deps;
      const prepared = await blobs.open((revisions[1] ?? { sha256: sha256(bytes) as never }).sha256);
      expect(Buffer.from(prepared.read(0, bytes.length)).equals(bytes)).toBe(true);
      await prepared.close();
      const rows = db.selectFrom("file_field").selectAll().where("signer_id", "=", signerId);
      expect(await rows.execute()).toMatchObject([
        { kind: "signature", page: notice === earlierSignatures(1, "en") ? 1 : null },
      ]);
      expect((await filesOf(db, workflowId))[0]?.original.sha256).toBe(sha256(bytes));
    },
  );
});
