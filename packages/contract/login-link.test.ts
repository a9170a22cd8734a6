import { describe, expect, it } from "vitest";
import { loginLink, loginPath, parseLoginPath } from "./login-link.ts";

const at = { workflow_id: "w1", signer_id: "s1" };

describe("the link of an invitation", () => {
  it("begins with the public address", () => {
    expect(loginLink("https://sign.example", at, false)).toBe("https://sign.example/login/w1/s1");
    expect(loginLink("https://sign.example", at, true)).toBe("https://sign.example/quickn8/w1/s1");
    expect(loginLink("https://example.org/sign", at, false)).toBe("https://example.org/sign/login/w1/s1");
  });

  it("escapes ids, so that they cannot change the path", () => {
    expect(loginPath({ workflow_id: "../x", signer_id: "a/b?c" })).toBe("/login/..%2Fx/a%2Fb%3Fc");
  });

  it.each([
    ["/login/w1/s1", { ids: at, quick: false }],
    ["/login/w1/s1/", { ids: at, quick: false }],
    ["/login/..%2Fx/s1", { ids: { workflow_id: "../x", signer_id: "s1" }, quick: false }],
    ["/quickn8/w1/s1", { ids: at, quick: true }],
    ["/login/w1", null],
    ["/login/w1/s1/more", null],
    ["/login/%/s1", null],
    ["/", null],
  ])("reads %s", (pathname, expected) => {
    expect(parseLoginPath(pathname)).toEqual(expected);
  });
});
