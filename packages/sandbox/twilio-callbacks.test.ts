import { describe, expect, it } from "vitest";
import { postSigned } from "./twilio-callbacks.ts";

describe("where the sandbox calls back", () => {
  it.each(["https://sign.example/hook", "http://10.0.0.1/hook", "http://127.0.0.1.example/hook"])(
    "not to %s",
    async (url) => {
      await expect(postSigned({ sid: "AC1", authToken: "t" }, url, {})).rejects.toThrow("loopback addresses only");
    },
  );
});
