/** Too large a body from clients that send all of it before they read: they get their answer, whatever they want of the connection. */
import { once } from "node:events";
import { connect } from "node:net";
import { expect, it } from "vitest";
import { withKey } from "../../test/api-client.ts";
import { useTestServer } from "../../test/test-server.ts";

const server = useTestServer({ SIEGEL_PDF_MB_MAX: "5" });
const [size, part] = [24 * 1024 * 1024, Buffer.alloc(64 * 1024, "%PDF-1.7 ")];
const chunk = Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from("\r\n")]);

/** What a client reads once it has sent the whole body; `closed` resolves when the server has let go. */
async function answerTo(path: string, type: string, how: { close: boolean; chunked: boolean }) {
  const { port, hostname } = new URL(server.current().url);
  const client = connect({ port: Number(port), host: hostname }).pause();
  const closed = once(client, "end");
  const head = [
    `POST ${path} HTTP/1.1`,
    "host: a",
    `authorization: ${withKey(server.current()).authorization}`,
    `content-type: ${type}`,
    ...(how.close ? ["connection: close"] : []),
    how.chunked ? "transfer-encoding: chunked" : `content-length: ${size}`,
  ];
  client.write(`${head.join("\r\n")}\r\n\r\n`);
  for (let sent = 0; sent < size; sent += part.length)
    if (!client.write(how.chunked ? chunk : part)) await once(client, "drain");
  if (how.chunked) client.write("0\r\n\r\n");
  const [read] = await once(client.resume(), "data");
  return { client, closed, read: String(read) };
}

it.each([false, true].flatMap((close) => [false, true].map((chunked) => ({ close, chunked }))))(
  "is answered 413, and the connection kept or closed as asked: %o",
  async (how) => {
    for (const [path, type] of [
      ["/api/v1/workflows", "application/json"],
      ["/api/v1/uploads", "application/pdf"],
    ] as const) {
      const { client, closed, read } = await answerTo(path, type, how);
      expect(read).toMatch(/^HTTP\/1\.1 413 .*"code":"FILE_TOO_LARGE"/s);
      if (how.close) await closed;
      else {
        client.write("GET /api/configuration HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n");
        const [next] = await once(client, "data");
        expect(String(next)).toMatch(/^HTTP\/1\.1 200 /);
      }
      client.destroy();
    }
  },
);
