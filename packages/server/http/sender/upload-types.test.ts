/** One rule for bodies of another content type: 415 for uploads, 400 for calls that take JSON. */
import { describe, expect, it } from "vitest";
import { useTestServer } from "../../test/test-server.ts";

const server = useTestServer();

describe("uploads", () => {
  it.each(["text/plain", "application/json", "image/png", ""])(
    "are 415 as '%s', read or not; a workflow of another type than JSON is 400",
    async (type) => {
      const { url, apiKey } = server.current();
      const headers = { authorization: `Bearer ${apiKey}`, ...(type === "" ? {} : { "content-type": type }) };
      const post = async (path: string) => {
        const answer = await fetch(`${url}${path}`, { method: "POST", headers, body: Buffer.from("{") });
        return [answer.status, ((await answer.json()) as { code: string }).code];
      };
      expect(await post("/api/v1/uploads")).toEqual([415, "FILE_NOT_A_PDF"]);
      expect(await post("/api/v1/workflows")).toEqual([400, "INVALID_REQUEST"]);
    },
  );
});
