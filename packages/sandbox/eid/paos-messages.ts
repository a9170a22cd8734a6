/** Messages between an eID-Server and a client (TR-03112, PAOS): envelopes, and what is in them. */
import type { Element } from "@xmldom/xmldom";
import { allNamed, escapeXml, parseRoot, textNamed, XmlFault } from "./xml.ts";

const schema = 'xmlns="urn:iso:std:iso-iec:24727:tech:schema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
const major = "http://www.bsi.bund.de/ecard/api/1.1/resultmajor";

/** What a client says. Bytes were hex. */
export type ClientMessage = { readonly id: string } & (
  | { readonly kind: "start" }
  | { readonly kind: "error"; readonly minor: string }
  | { readonly kind: "eac1"; readonly rights: Uint8Array; readonly idPicc: Uint8Array; readonly challenge: Uint8Array }
  | {
      readonly kind: "eac2";
      readonly cardSecurity: Uint8Array;
      readonly token: Uint8Array;
      readonly nonce: Uint8Array;
    }
  | { readonly kind: "answers"; readonly answers: readonly Uint8Array[] }
);

/** @throws XmlFault */
export function readClientMessage(text: string): ClientMessage {
  const envelope = parseRoot(text);
  const id = textNamed(envelope, "MessageID");
  const has = (name: string): boolean => allNamed(envelope, name).length > 0;
  // First: a client that reports a fault falls over when it gets any other answer.
  if (textNamed(envelope, "ResultMajor").endsWith("#error"))
    return { id, kind: "error", minor: textNamed(envelope, "ResultMinor") };
  if (has("StartPAOS")) return { id, kind: "start" };
  if (has("TransmitResponse"))
    return { id, kind: "answers", answers: allNamed(envelope, "OutputAPDU").map((apdu) => bytesOf(apdu)) };
  const bytes = (name: string): Uint8Array => bytesOf(allNamed(envelope, name)[0]);
  if (has("Challenge"))
    return {
      ...{ id, kind: "eac1", rights: bytes("CertificateHolderAuthorizationTemplate") },
      ...{ idPicc: bytes("IDPICC"), challenge: bytes("Challenge") },
    };
  if (has("EFCardSecurity"))
    return {
      ...{ id, kind: "eac2", cardSecurity: bytes("EFCardSecurity") },
      ...{ token: bytes("AuthenticationToken"), nonce: bytes("Nonce") },
    };
  throw new XmlFault("no message of a client");
}

function bytesOf(element: Element | undefined): Uint8Array {
  return Buffer.from((element?.textContent ?? "").trim(), "hex");
}

/** An answer; `to`: the id of the client's message, `id`: its own. */
export function envelope(body: string, { to, id }: { readonly to: string; readonly id: string }): string {
  return `<?xml version="1.0" encoding="UTF-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:wsa="http://www.w3.org/2005/03/addressing"><soap:Header><wsa:RelatesTo>${escapeXml(to)}</wsa:RelatesTo><wsa:MessageID>urn:uuid:${id}</wsa:MessageID></soap:Header><soap:Body>${body}</soap:Body></soap:Envelope>`;
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

function didAuthenticate(type: string, inner: string): string {
  return `<DIDAuthenticate ${schema}><ConnectionHandle xsi:type="ConnectionHandleType"><CardApplication>e80704007f00070302</CardApplication><SlotHandle>00</SlotHandle></ConnectionHandle><DIDName>PIN</DIDName><AuthenticationProtocolData Protocol="urn:oid:1.0.24727.3.0.0.7.2" xsi:type="${type}">${inner}</AuthenticationProtocolData></DIDAuthenticate>`;
}

/** TR-03112-7 §3.6.4.1: who asks for what. */
export function eac1Input(asked: {
  readonly certificates: readonly Uint8Array[];
  readonly description: Uint8Array;
  readonly required: Uint8Array;
  readonly optional: Uint8Array;
  readonly transactionInfo: string;
}): string {
  return didAuthenticate(
    "EAC1InputType",
    `${asked.certificates.map((one) => `<Certificate>${hex(one)}</Certificate>`).join("")}<CertificateDescription>${hex(asked.description)}</CertificateDescription><RequiredCHAT>${hex(asked.required)}</RequiredCHAT><OptionalCHAT>${hex(asked.optional)}</OptionalCHAT><TransactionInfo>${escapeXml(asked.transactionInfo)}</TransactionInfo>`,
  );
}

/** §3.6.4.2: the terminal proves itself. */
export function eac2Input(ephemeral: Uint8Array, signature: Uint8Array): string {
  return didAuthenticate(
    "EAC2InputType",
    `<EphemeralPublicKey>${hex(ephemeral)}</EphemeralPublicKey><Signature>${hex(signature)}</Signature>`,
  );
}

/** TR-03112-6 §3.2.5: commands for the chip. */
export function transmit(commands: readonly Uint8Array[]): string {
  const inputs = commands.map((one) => `<InputAPDUInfo><InputAPDU>${hex(one)}</InputAPDU></InputAPDUInfo>`);
  return `<Transmit ${schema}><SlotHandle>00</SlotHandle>${inputs.join("")}</Transmit>`;
}

/** The end of a session; `minor` null: all is well. */
export function startPaosResponse(minor: string | null): string {
  const result =
    minor === null
      ? `<ResultMajor>${major}#ok</ResultMajor>`
      : `<ResultMajor>${major}#error</ResultMajor><ResultMinor>${escapeXml(minor)}</ResultMinor>`;
  return `<StartPAOSResponse ${schema}><Result xmlns="urn:oasis:names:tc:dss:1.0:core:schema">${result}</Result></StartPAOSResponse>`;
}
