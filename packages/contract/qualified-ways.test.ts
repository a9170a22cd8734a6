import { describe, expect, it } from "vitest";
import { qualifiedWay } from "./qualified-ways.ts";

const both = [false, true];
const every = both.flatMap((signer_exists) =>
  both.flatMap((certificate_exists) =>
    both.flatMap((phone_exists) =>
      both.map((signer_seal_identified) => ({
        signer_exists,
        certificate_exists,
        phone_exists,
        signer_seal_identified,
      })),
    ),
  ),
);

describe("the way of a qualified signer", () => {
  it("[S-165] [S-166] to sign is password and code if signer and certificate exist, else to identify", () => {
    for (const flags of every) {
      const ready = flags.signer_exists && flags.certificate_exists;
      expect(qualifiedWay("q_signature", flags)).toBe(ready ? "authenticate2fa" : "identify");
    }
  });

  it("[S-167] [S-168] to seal is password and code if phone, certificate and representative all hold, else to identify", () => {
    for (const flags of every) {
      const ready = flags.phone_exists && flags.certificate_exists && flags.signer_seal_identified;
      expect(qualifiedWay("q_seal", flags)).toBe(ready ? "authenticate2fa" : "identify");
    }
  });
});
