import { describe, expect, it } from "vitest";
import { makeKey } from "../../../fixtures/hierarchy.ts";
import { hasOpenssl, openssl, opensslMakes } from "../../../fixtures/openssl.ts";
import { issueRequest, parseRequest, provesItsKey } from "./certification-request.ts";
import { encodeName, formatName } from "./name.ts";

const subject = encodeName([
  { type: "countryName", value: "DE" },
  { type: "organizationName", value: "Beispiel GmbH" },
  { type: "organizationIdentifier", value: "NTRDE-HRB1" },
  { type: "commonName", value: "Beispiel Größte CA 2" },
]);

describe.each(["ecdsa-p384-sha384", "ecdsa-p256-sha256", "rsa-pss-sha256"] as const)("a request by %s", (algorithm) => {
  it.skipIf(!hasOpenssl)("is read and verified by openssl", async () => {
    const { spki, signer } = makeKey(algorithm);
    const der = await issueRequest({ subject, subjectPublicKeyInfo: spki }, signer);
    const said = openssl(
      ["req", "-in", "a.csr", "-inform", "DER", "-verify", "-noout", "-subject", "-nameopt", "utf8"],
      {
        "a.csr": der,
      },
    );
    expect(said).toMatch(/verify OK/i);
    expect(said).toContain("Beispiel Größte CA 2");
    expect(parseRequest(der)).toMatchObject({ subject, subjectPublicKeyInfo: spki, signatureAlgorithm: algorithm });
    expect(provesItsKey(parseRequest(der))).toBe(true);
  });

  it("of another's key proves nothing, nor does one with a byte changed", async () => {
    const { spki, signer } = makeKey(algorithm);
    const other = makeKey(algorithm);
    const stolen = await issueRequest({ subject, subjectPublicKeyInfo: other.spki }, signer);
    expect(provesItsKey(parseRequest(stolen))).toBe(false);
    const der = await issueRequest({ subject, subjectPublicKeyInfo: spki }, signer);
    const at = Buffer.from(der).indexOf("Beispiel GmbH");
    const changed = Uint8Array.from(der);
    changed[at] = 0x43;
    expect(formatName(parseRequest(changed).subject)).toContain("Ceispiel GmbH");
    expect(provesItsKey(parseRequest(changed))).toBe(false);
  });
});

it.skipIf(!hasOpenssl)("reads a request that openssl made, with attributes", () => {
  const der = opensslMakes(
    ["req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-384", "-nodes", "-keyout", "key"].concat(
      ["-sha384", "-subj", "/C=DE/O=Beispiel/CN=CA", "-outform", "DER", "-out", "a.csr"],
      ["-addext", "basicConstraints=critical,CA:true"],
    ),
    "a.csr",
    {},
  );
  const read = parseRequest(der);
  expect(formatName(read.subject)).toBe("CN=CA,O=Beispiel,C=DE");
  expect(provesItsKey(read)).toBe(true);
});
