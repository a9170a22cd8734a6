import { opening_head_bytes, reading_block_bytes } from "@siegel/contract/limits.ts";
import { bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import { listPages } from "@siegel/kernel/pdf/pages.ts";
import { describe, expect, it } from "vitest";
import { makePdf } from "../../../../fixtures/make-pdf.ts";
import type { SignerClient } from "../../../../fixtures/signer-client.ts";
import { logIn, send } from "../../test/sent-workflow.ts";
import { useTestServer } from "../../test/test-server.ts";

const server = useTestServer();
const pages = 40;

/** Pages with a long stream beside each, as a scan has. */
function scanLikePdf(): Uint8Array {
  const picture = "0 0 m 9 9 l S\n".repeat(2_000);
  return makePdf({
    objects: [
      "<< /Type /Catalog /Pages 2 0 R >>",
      `<< /Type /Pages /Count ${pages} /MediaBox [0 0 595 842] /Kids [${Array.from({ length: pages }, (_, i) => `${3 + 2 * i} 0 R`).join(" ")}] >>`,
      ...Array.from({ length: pages }, (_, i) => [
        `<< /Type /Page /Parent 2 0 R /Contents ${4 + 2 * i} 0 R >>`,
        `<< /Length ${picture.length} >>\nstream\n${picture}\nendstream`,
      ]).flat(),
    ],
  });
}

async function opened(signer: SignerClient, id: string) {
  const answer = await signer.fetch(`files/getFile/${id}/opening`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const parts: { begin: number; bytes: Buffer }[] = [];
  for (let at = 0; at < bytes.length; ) {
    const begin = Number(bytes.readBigUInt64BE(at));
    const length = bytes.readUInt32BE(at + 8);
    at += opening_head_bytes + length;
    parts.push({ begin, bytes: bytes.subarray(at - length, at) });
  }
  return { answer, bytes, parts };
}

describe("the opening of a file", () => {
  it("is a small part of it, is made of its own bytes, and holds every page", async () => {
    const sent = await send(server.current(), {
      documents: [{ name: "Scan.pdf", bytes: scanLikePdf() }],
      signers: [{ reference: "alice" }],
    });
    const signer = await logIn(server.current(), sent, 0);
    const id = sent.fileIds[0] ?? "";
    const whole = await signer.fetch(`files/getFile/${id}`);
    const file = Buffer.from(await whole.arrayBuffer());
    const { answer, bytes, parts } = await opened(signer, id);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("etag")).toBe(whole.headers.get("etag"));
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    expect(bytes.length).toBeLessThan(file.length / 5);
    const sparse = Buffer.alloc(file.length);
    for (const part of parts) {
      expect(part.begin % reading_block_bytes).toBe(0);
      expect(part.bytes.equals(file.subarray(part.begin, part.begin + part.bytes.length))).toBe(true);
      part.bytes.copy(sparse, part.begin);
    }
    expect(listPages(openPdf(bytesSource(sparse)))).toHaveLength(pages);
  });

  it("is nobody's who may not read the file", async () => {
    const mine = await send(server.current());
    const other = await send(server.current());
    const signer = await logIn(server.current(), mine, 0);
    const path = `files/getFile/${other.fileIds[0]}/opening`;
    expect(await signer.call("GET", path)).toMatchObject({ status: 404, code: "WORKFLOW_FILES_NOT_FOUND" });
    expect((await fetch(`${server.current().url}/api/${path}`)).status).toBe(401);
  });
});
