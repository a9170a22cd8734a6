import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { imprintOf, messageImprint, requestOf } from "../../../fixtures/timestamp-token.ts";
import {
  encodeBoolean,
  encodeElement,
  encodeInteger,
  encodeNull,
  encodeOctetString,
  encodeOid,
  encodeSequence,
} from "../asn1/der-writer.ts";
import { OID } from "../asn1/oids.ts";
import type { DigestAlgorithm } from "../x509/signature-algorithm.ts";
import {
  buildTimestampRequest,
  encodeMessageImprint,
  parseTimestampRequest,
  type TimestampFailure,
} from "./request.ts";

describe("a request", () => {
  it("is read back as it was built", () => {
    fc.assert(
      fc.property(
        fc.constantFrom<DigestAlgorithm>("sha256", "sha384", "sha512"),
        fc.option(fc.uint8Array({ minLength: 1, maxLength: 20 })),
        fc.option(fc.constant("2.999.4")),
        (digestAlgorithm, bytes, policy) => {
          const imprint = imprintOf("x", digestAlgorithm);
          const der = buildTimestampRequest({
            messageImprint: imprint,
            ...(bytes ? { nonce: bytes } : {}),
            ...(policy ? { policy } : {}),
          });
          const request = requestOf(der);
          expect(request).toMatchObject({ messageImprint: imprint, policy, certificatesRequested: true });
          expect(request.nonceDer === null).toBe(bytes === null);
        },
      ),
    );
  });

  const imprint = encodeMessageImprint(messageImprint);
  const sha1 = encodeSequence(encodeSequence(encodeOid(OID.sha1), encodeNull()), encodeOctetString(new Uint8Array(20)));
  const short = encodeSequence(encodeSequence(encodeOid(OID.sha256)), encodeOctetString(new Uint8Array(31)));
  const extensions = encodeElement(0xa0, encodeSequence(encodeOid("2.999.1"), encodeOctetString()));
  const refused: [string, TimestampFailure, Uint8Array][] = [
    ["nothing", "badDataFormat", new Uint8Array(0)],
    ["bytes after it", "badDataFormat", Buffer.concat([encodeSequence(encodeInteger(1), imprint), Buffer.from([0])])],
    ["version 2", "badRequest", encodeSequence(encodeInteger(2), imprint)],
    ["SHA-1", "badAlg", encodeSequence(encodeInteger(1), sha1)],
    ["a digest of another length", "badDataFormat", encodeSequence(encodeInteger(1), short)],
    ["an extension", "unacceptedExtension", encodeSequence(encodeInteger(1), imprint, extensions)],
    ["certReq FALSE written out", "badDataFormat", encodeSequence(encodeInteger(1), imprint, encodeBoolean(false))],
    [
      "members in another order",
      "badDataFormat",
      encodeSequence(encodeInteger(1), imprint, encodeInteger(5), encodeOid("2.999.1")),
    ],
    ["no imprint", "badDataFormat", encodeSequence(encodeInteger(1))],
  ];
  it.each(refused)("is refused: %s, %s", (_name, failure, der) => {
    expect(parseTimestampRequest(der)).toEqual({ ok: false, failure });
  });

  it("cannot be built over a digest of another length", () => {
    const wrong = { digestAlgorithm: "sha384", digest: new Uint8Array(32) } as const;
    expect(() => buildTimestampRequest({ messageImprint: wrong })).toThrow(RangeError);
  });
});
