/** One rule for bodies of another content type, or with a content coding: 415, with what is taken instead. */
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { useTestServer } from "../../test/test-server.ts";

const server = useTestServer();

describe("uploads", () => {
  it.each(["text/plain", "application/json", "image/png", ""])(
    "are 415 as '%s', read or not, and so is a workflow of another type than JSON: the sentence names what is taken",
    async (type) => {
      const { url, apiKey } = server.current();
      const headers = { authorization: `Bearer ${apiKey}`, ...(type === "" ? {} : { "content-type": type }) };
      const post = async (path: string) => {
        const answer = await fetch(`${url}${path}`, { method: "POST", headers, body: Buffer.from("{") });
        const { code, data } = (await answer.json()) as { code: string; data: string[] };
        return [answer.status, code, data[0]];
      };
      const takes = expect.stringContaining("application/pdf or application/octet-stream");
      expect(await post("/api/v1/uploads")).toEqual([415, "FILE_NOT_A_PDF", takes]);
      const isJson = type === "application/json";
      expect(await post("/api/v1/workflows")).toEqual([
        isJson ? 400 : 415,
        isJson ? "INVALID_REQUEST" : "UNSUPPORTED_MEDIA_TYPE",
        expect.stringContaining(isJson ? "is not JSON" : "application/json"),
      ]);
    },
  );

  it.each([
    ["/api/v1/uploads", "application/pdf"],
    ["/api/v1/workflows", "application/json"],
  ])(
    "and all other bodies are 415 when they are compressed, and taken with the coding 'identity': %s",
    async (path, type) => {
      const { url, apiKey } = server.current();
      const post = async (coding: string) => {
        const headers = {
          authorization: `Bearer ${apiKey}`,
          "content-type": type,
          "content-encoding": coding,
          "accept-language": "de",
        };
        const answer = await fetch(url + path, { method: "POST", headers, body: gzipSync("{}") });
        return {
          status: answer.status,
          takes: answer.headers.get("accept-encoding"),
          ...((await answer.json()) as { code: string; data: string[] }),
        };
      };
      for (const coding of ["gzip", "br", "gzip, identity", "none"])
        expect(await post(coding)).toMatchObject({
          status: 415,
          takes: "identity",
          code: "UNSUPPORTED_MEDIA_TYPE",
          data: ["Der Inhalt darf nicht komprimiert sein. Senden Sie ihn ohne die Kopfzeile Content-Encoding."],
        });
      expect((await post("identity")).code).not.toBe("UNSUPPORTED_MEDIA_TYPE");
    },
  );
});
