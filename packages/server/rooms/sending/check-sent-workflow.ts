/** What a schema cannot say about a request for a workflow: its parts must fit together. */
import type { SentSigner, SentWorkflow } from "@siegel/contract/calls/sending.ts";
import { fields_per_workflow_max } from "@siegel/contract/limits.ts";
import { parsePhone } from "@siegel/contract/phone.ts";
import { isSeal, signerKinds } from "@siegel/contract/signer-kind.ts";
import { namedCharacter } from "@siegel/contract/text.ts";
import type { Db } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import type { TextShapingPort } from "../../ports/text-shaping.ts";
import { verifiedOrganisation } from "../accounts/accounts.ts";
import { type DocumentMisfit, findMisplaced, findSameName } from "./document-places.ts";

/** A signer that fits, with the phone as it will be stored. */
export type CheckedSigner = {
  readonly sent: SentSigner;
  readonly phone: { readonly e164: string; readonly type: number } | null;
  /** What of it is not kept as it was sent, for the sender to read. */
  readonly notices: readonly string[];
};

const characters_named_max = 10;

type Unnoticed = Omit<CheckedSigner, "notices">;

type Refusal = {
  readonly ok: false;
  readonly code:
    | "INVALID_REQUEST"
    | "PHONE_MISSING"
    | "PHONE_INVALID"
    | "ORGANIZATION_NOT_VERIFIED"
    | DocumentMisfit["code"];
  readonly message: string;
};

/** Checks a request as a whole; the first thing wrong is told with the path of its field. */
export async function checkSentWorkflow(
  deps: { db: Db; clock: Clock; shaper: Pick<TextShapingPort, "missing"> },
  input: { sent: SentWorkflow; organisationId: string },
): Promise<{ ok: true; signers: CheckedSigner[] } | Refusal> {
  const { sent } = input;
  const misfit = findMisfit(sent, deps.clock.now());
  if (misfit !== null) return { ok: false, code: "INVALID_REQUEST", message: misfit };
  const misplaced = findMisplaced(sent);
  if (misplaced !== null) return { ok: false, ...misplaced };
  const signers: Unnoticed[] = [];
  for (const [n, signer] of sent.signers.entries()) {
    const checked = checkSigner(signer, `signers.${n}`);
    if ("code" in checked) return checked;
    signers.push(checked);
  }
  const seal = sent.signers.findIndex(({ type }) => isSeal(type));
  const verified = seal < 0 ? null : await verifiedOrganisation(deps.db, input.organisationId);
  if (seal >= 0 && verified === null) {
    return {
      ok: false,
      code: "ORGANIZATION_NOT_VERIFIED",
      message: `signers.${seal}.type: the organisation's register record is not verified yet`,
    };
  }
  const holder = verified?.legalName ?? "";
  const noticesOf = (signer: Unnoticed) => [...aboutSeal(signer, holder), ...aboutName(signer, deps.shaper)];
  return { ok: true, signers: signers.map((signer) => ({ ...signer, notices: noticesOf(signer) })) };
}

/** A seal is its organisation's, as the register has it, whatever the sender called it (decisions.md §5 'Whose seal'). */
function aboutSeal({ sent }: Unnoticed, holder: string): string[] {
  if (!isSeal(sent.type) || sent.organisation === undefined || sent.organisation === holder) return [];
  return [`A seal names the verified organisation, "${holder}". What was sent as its organisation is not shown.`];
}

/** What no font of ours has shows its code point on paper: a box would say nothing. A pen or a heart in a name is known before anybody signs. */
function aboutName({ sent }: Unnoticed, shaper: Pick<TextShapingPort, "missing">): string[] {
  const missing = shaper.missing(`${sent.first_name} ${sent.last_name}`).slice(0, characters_named_max);
  if (missing.length === 0) return [];
  const named = missing.map(namedCharacter).join(", ");
  return [`The name has characters that no font has: ${named}. Signatures and reports show their numbers instead.`];
}

function findMisfit(sent: SentWorkflow, now: Date): string | null {
  if (sent.expires_at !== undefined && Date.parse(sent.expires_at) <= now.getTime())
    return "expires_at: lies in the past";
  const names = new Set(sent.documents.map((document) => document.name));
  const sameName = findSameName(sent.documents);
  if (sameName !== null) return sameName;
  if (new Set(sent.signers.map((signer) => signer.reference)).size < sent.signers.length)
    return "signers: two have the same reference";
  const fields = sent.signers.reduce((sum, signer) => sum + (signer.fields?.length ?? 0), 0);
  if (fields > fields_per_workflow_max) return `signers: more than ${fields_per_workflow_max} fields in all`;
  for (const [n, signer] of sent.signers.entries()) {
    for (const [m, field] of (signer.fields ?? []).entries()) {
      if (!names.has(field.document)) return `signers.${n}.fields.${m}.document: there is no document of this name`;
    }
  }
  return null;
}

function checkSigner(sent: SentSigner, path: string): Unnoticed | Refusal {
  const needsPhone = signerKinds[sent.type].codePhone === "sent";
  if (sent.phone === undefined || sent.phone.trim() === "") {
    return needsPhone
      ? { ok: false, code: "PHONE_MISSING", message: `${path}.phone: this signer gets a code by phone` }
      : { sent, phone: null };
  }
  const parsed = parsePhone(sent.phone);
  if (!parsed.ok) {
    const why = parsed.isGlobal
      ? "a satellite or other global number is no mobile number; give one that belongs to a country"
      : "not a number a code can be sent to";
    return { ok: false, code: "PHONE_INVALID", message: `${path}.phone: ${why}` };
  }
  return { sent, phone: { e164: parsed.phone.e164, type: parsed.phone.type } };
}
