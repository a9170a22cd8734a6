import { describe, expect, it } from "vitest";
import { isThisMachine } from "./this-machine.ts";

describe("isThisMachine", () => {
  it.each([
    "localhost",
    "LOCALHOST.",
    "inbox.localhost",
    "ip6-localhost",
    "localhost.localdomain",
    "127.0.0.1",
    "127.1",
    "0x7f000001",
    "[::1]",
    "::1",
    "0.0.0.0",
    "::ffff:127.0.0.1",
  ])("%s", (host) => expect(isThisMachine(host)).toBe(true));

  it.each(["mail.provider.test", "10.0.0.1", "128.0.0.1", "localhost.provider.test", "2001:db8::1"])("not %s", (host) =>
    expect(isThisMachine(host)).toBe(false),
  );
});
