/** What a schema cannot say about a request for a workflow, with what only this house knows: whether its organisation may seal. */
import type { SentSigner, SentWorkflow } from "@siegel/contract/calls/sending.ts";
import type { Language } from "@siegel/contract/limits.ts";
import { parsePhone } from "@siegel/contract/phone.ts";
import type { Said } from "@siegel/contract/said.ts";
import { isSeal } from "@siegel/contract/signer-kind.ts";
import { namedCharacter } from "@siegel/contract/text.ts";
import type { Db } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import type { TextShapingPort } from "../../ports/text-shaping.ts";
import type { WebhookPort } from "../../ports/webhooks.ts";
import { verifiedOrganisation } from "../accounts/accounts.ts";
import { findMisfits } from "./find-misfits.ts";
import type { Misfit } from "./misfit.ts";

/** A signer that fits, with the phone as it will be stored. */
export type CheckedSigner = {
  readonly sent: SentSigner;
  readonly phone: { readonly e164: string; readonly type: number } | null;
  /** What of it is not kept as it was sent, for the sender to read. */
  readonly notices: readonly string[];
};

type Checked = { readonly ok: true; readonly signers: CheckedSigner[] };

const characters_named_max = 10;

const notVerified: Said = {
  en: "your organisation's register record is not verified yet, so nobody can seal for it; ask the provider to verify it, or use a signature",
  de: "der Registereintrag Ihrer Organisation ist noch nicht geprüft, deshalb kann niemand für sie siegeln; lassen Sie ihn vom Anbieter prüfen oder verwenden Sie eine Unterschrift",
};

const notSpokenTo: Said = {
  en: "we do not send there: use https and an address that can be reached from the internet",
  de: "dorthin senden wir nicht: verwenden Sie https und eine Adresse, die aus dem Internet erreichbar ist",
};

/** Checks a request as a whole; all that does not fit is told. `language` is of the notices. */
export async function checkSentWorkflow(
  deps: {
    db: Db;
    clock: Clock;
    shaper: Pick<TextShapingPort, "missing">;
    webhooks: Pick<WebhookPort, "mayBeSpokenTo">;
  },
  { sent, organisationId, language }: { sent: SentWorkflow; organisationId: string; language: Language },
): Promise<Checked | { readonly ok: false; readonly misfits: readonly Misfit[] }> {
  const misfits = findMisfits(sent, deps.clock.now());
  const seals = sent.signers.flatMap(({ type }, n) => (isSeal(type) ? [`signers.${n}.type`] : []));
  const verified = seals.length === 0 ? null : await verifiedOrganisation(deps.db, organisationId);
  if (verified === null)
    misfits.push(...seals.map((path): Misfit => ({ code: "ORGANIZATION_NOT_VERIFIED", path, said: notVerified })));
  const { webhook_url: url } = sent;
  if (url !== undefined && !deps.webhooks.mayBeSpokenTo(url))
    misfits.push({ code: "WEBHOOK_URL_INVALID", path: "webhook_url", said: notSpokenTo });
  if (misfits.length > 0) return { ok: false, misfits };
  const holder = verified?.legalName ?? "";
  const noticesOf = (signer: SentSigner) =>
    [...aboutSeal(signer, holder), ...aboutName(signer, deps.shaper)].map((said) => said[language]);
  return {
    ok: true,
    signers: sent.signers.map((one) => ({ sent: one, phone: phoneOf(one), notices: noticesOf(one) })),
  };
}

function phoneOf({ phone }: SentSigner): CheckedSigner["phone"] {
  const parsed = parsePhone(phone ?? "");
  return parsed.ok ? { e164: parsed.phone.e164, type: parsed.phone.type } : null;
}

/** A seal is its organisation's, as the register has it, whatever the sender called it (decisions.md §5 'Whose seal'). */
function aboutSeal(sent: SentSigner, holder: string): Said[] {
  if (!isSeal(sent.type) || sent.organisation === undefined || sent.organisation === holder) return [];
  return [
    {
      en: `A seal names the verified organisation, "${holder}". What was sent as its organisation is not shown.`,
      de: `Ein Siegel nennt die geprüfte Organisation, „${holder}“. Was als Organisation gesendet wurde, wird nicht gezeigt.`,
    },
  ];
}

/** A character that no font of ours has shows its code point on paper: a box would say nothing. The sender learns of it before anybody signs. */
function aboutName(sent: SentSigner, shaper: Pick<TextShapingPort, "missing">): Said[] {
  const missing = shaper.missing(`${sent.first_name} ${sent.last_name}`).slice(0, characters_named_max);
  if (missing.length === 0) return [];
  const named = missing.map(namedCharacter).join(", ");
  return [
    {
      en: `The name has characters that no font has: ${named}. Signatures and reports show their numbers instead.`,
      de: `Der Name hat Zeichen, die keine Schrift hat: ${named}. Unterschriften und Berichte zeigen statt ihrer ihre Nummern.`,
    },
  ];
}
