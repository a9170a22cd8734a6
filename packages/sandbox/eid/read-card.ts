/**
 * Reads a card through a client (TR-03110-2, general authentication procedure): the terminal proves itself, the chip proves itself, and the
 * data groups are read through what both have agreed on. Simulated cards do not check the terminal; the sandbox trusts every chip.
 */
import { createECDH, sign } from "node:crypto";
import { encodeOid } from "@siegel/kernel/asn1/der-writer.ts";
import type { CardData } from "./card-data.ts";
import { makeTerminal, type RelyingParty, rights, type Terminal } from "./cv-certificates.ts";
import { type ClientMessage, eac1Input, eac2Input, startPaosResponse, transmit } from "./paos-messages.ts";
import { cmac, openChannel, type SecureChannel, skip, unwrap, wrap } from "./secure-messaging.ts";
import type { EidSession, SessionResult } from "./sessions.ts";
import { readTlvs, tlv } from "./tlv.ts";

/** What the server says next; with `result` it is the last word. */
export type Step = { readonly body: string; readonly result: SessionResult | null };

/** One card, message by message. @throws RangeError, TypeError for what no chip answers */
export type CardReading = (message: ClientMessage) => Promise<Step>;

/** Data groups by the names of TR-03130-1. */
const groups: Readonly<Record<string, number>> = {
  DocumentType: 1,
  IssuingState: 2,
  DateOfExpiry: 3,
  GivenNames: 4,
  FamilyNames: 5,
  DateOfBirth: 8,
  Nationality: 10,
  BirthName: 13,
};

const eid_application = Buffer.from("e80704007f00070302", "hex");
/** id-CA-ECDH-AES-CBC-CMAC-128. */
const chip_authentication = encodeOid("0.4.0.127.0.7.2.2.3.2.2");
const ofCommon = "http://www.bsi.bund.de/ecard/api/1.1/resultminor/al/common";
const cancelled = "http://www.bsi.bund.de/ecard/api/1.1/resultminor/sal#cancellationByUser";

/** Begins with the card of a session. `party` is asked for once, when the client has come. */
export function readCard(
  session: EidSession,
  deps: { readonly now: () => Date; readonly party: () => Promise<RelyingParty> },
): CardReading {
  const wished = (wish: string): number[] =>
    Object.entries(groups)
      .filter(([name]) => session.operations.get(name) === wish)
      .map(([, group]) => group);
  const [required, optional] = [wished("REQUIRED"), wished("ALLOWED")];
  const ephemeral = createECDH("brainpoolP256r1");
  let terminal: Terminal | null = null;
  let reading: { readonly channel: SecureChannel; readonly groups: readonly number[] } | null = null;
  let allowed: readonly number[] = [];
  const go = (body: string): Step => ({ body, result: null });
  return async (message) => {
    if (message.kind === "error")
      return refuse(message.minor.endsWith("#cancellationByUser") ? cancelled : `${ofCommon}#communicationError`);
    if (message.kind === "start") {
      terminal = makeTerminal(await deps.party(), [...required, ...optional], deps.now());
      const asked = { ...terminal, required: rights(required), optional: rights(optional) };
      return go(eac1Input({ ...asked, transactionInfo: session.transactionInfo }));
    }
    if (message.kind === "eac1" && terminal !== null) {
      allowed = [...required, ...optional].filter((group) => grants(message.rights, group));
      return go(proveTerminal(terminal, ephemeral.generateKeys(), message));
    }
    if (message.kind === "eac2") {
      const channel = proveChip(ephemeral, message);
      if (channel === null) return refuse(`${ofCommon}#internalError`);
      reading = { channel, groups: allowed };
      return go(transmit(commandsFor(reading.channel, reading.groups)));
    }
    if (message.kind === "answers" && reading !== null) {
      const card = cardFrom(reading.channel, reading.groups, message.answers);
      return card === null
        ? refuse(`${ofCommon}#internalError`)
        : { body: startPaosResponse(null), result: { kind: "card", card } };
    }
    return refuse(`${ofCommon}#internalError`);
  };
}

const refuse = (minor: string): Step => ({ body: startPaosResponse(minor), result: { kind: "refused", minor } });

/** Whether the holder left a right in: the last five bytes of the template. */
function grants(template: Uint8Array, group: number): boolean {
  const at = group + 7;
  return ((template.at(-1 - (at >> 3)) ?? 0) & (1 << (at & 7))) !== 0;
}

/** Terminal authentication (TR-03110-2 §3.3.2): over the chip's id and challenge and the x of our ephemeral key. */
function proveTerminal(
  { key }: Terminal,
  point: Uint8Array,
  { idPicc, challenge }: Extract<ClientMessage, { kind: "eac1" }>,
): string {
  const signed = Buffer.concat([idPicc, challenge, point.subarray(1, 33)]);
  return eac2Input(point, sign("sha256", signed, { key, dsaEncoding: "ieee-p1363" }));
}

/** Chip authentication (§3.4): null where the chip has not the key that its EF.CardSecurity names. */
function proveChip(
  ephemeral: ReturnType<typeof createECDH>,
  { cardSecurity, token, nonce }: Extract<ClientMessage, { kind: "eac2" }>,
): SecureChannel | null {
  // SubjectPublicKey of the ChipAuthenticationPublicKeyInfo with key id 41, an uncompressed point.
  const [, point] = /03420004([0-9a-f]{128})020129/.exec(Buffer.from(cardSecurity).toString("hex")) ?? [];
  if (point === undefined) return null;
  const channel = openChannel(ephemeral.computeSecret(Buffer.from(`04${point}`, "hex")), nonce);
  const ours = tlv("7f49", chip_authentication, tlv("86", ephemeral.getPublicKey()));
  return cmac(channel.authenticates, ours).subarray(0, 8).equals(token) ? channel : null;
}

/** Selects the application, then reads each group by its number as short identifier. All go at once, so answers are counted before they come. */
function commandsFor(channel: SecureChannel, read: readonly number[]): Uint8Array[] {
  const commands = [
    { instruction: 0xa4, p1: 0x04, p2: 0x0c, data: eid_application },
    ...read.map((group) => ({ instruction: 0xb0, p1: 0x80 | group, p2: 0, reads: true as const })),
  ];
  const wrapped = commands.map((command) => {
    const bytes = wrap(channel, command);
    skip(channel);
    return bytes;
  });
  channel.sent = 0n;
  return wrapped;
}

/** What the answers say; null: something that was required is not on the card. */
function cardFrom(channel: SecureChannel, read: readonly number[], answers: readonly Uint8Array[]): CardData | null {
  const values = new Map<number, string>();
  for (const [at, answer] of answers.entries()) {
    skip(channel);
    const data = unwrap(channel, answer);
    const group = read[at - 1];
    if (data !== null && group !== undefined) values.set(group, textOfGroup(data));
  }
  const said = (name: string): string => values.get(groups[name] ?? 0) ?? "";
  const expiry = /^(\d{4})(\d{2})(\d{2})$/.exec(said("DateOfExpiry"));
  if (expiry === null || said("GivenNames") === "" || said("FamilyNames") === "") return null;
  return {
    documentType: said("DocumentType"),
    issuingState: said("IssuingState"),
    dateOfExpiry: expiry.slice(1).join("-"),
    givenNames: said("GivenNames"),
    familyNames: said("FamilyNames"),
    dateOfBirth: said("DateOfBirth"),
    nationality: said("Nationality") || null,
    birthName: said("BirthName") || null,
    eidType: "CardCertified",
  };
}

/** TR-03110-4 §2.2: a string in an element of the group's own. */
function textOfGroup(data: Uint8Array): string {
  const [group] = readTlvs(data);
  const [text] = readTlvs(group?.value ?? new Uint8Array());
  return Buffer.from(text?.value ?? []).toString();
}
