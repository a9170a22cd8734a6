/** One-time codes: each is in the trail once, and what reached a phone was written down before. */
import { codeIn, type Message } from "../../fixtures/inbox.ts";
import { expectCount, type Ledger } from "./read-ledger.ts";

/** Everything about the codes; `messages` are all that reached anybody. */
export function checkCodes(ledger: Ledger, messages: readonly Message[]): string[] {
  return [...checkIssued(ledger), ...checkTexts(ledger, messages)];
}

function checkIssued({ signers, challenges, deliveries, events }: Ledger): string[] {
  return signers.flatMap(({ signer_id }) => {
    const own = challenges.filter((one) => one.signer_id === signer_id);
    const told = events.filter((event) => event.signer_id === signer_id && event.type === "code.issued");
    return [
      ...expectCount(`codes of ${signer_id} in the trail`, told.length, own.length),
      ...own.flatMap(({ challenge_id }) => {
        const attempts = deliveries.filter((one) => one.challenge_id === challenge_id);
        return expectCount(`attempts to deliver the code ${challenge_id}`, attempts.length, 1);
      }),
    ];
  });
}

/** A text may come twice where the provider's answer was lost, and then says the same. */
function checkTexts({ deliveries }: Ledger, messages: readonly Message[]): string[] {
  const texts = messages.filter((message) => message.channel === "sms");
  const attempts = deliveries.filter((one) => one.channel === "sms");
  const phones = new Set(texts.map((text) => text.to));
  const found = [...phones].flatMap((phone) => {
    const codes = new Set(texts.filter((text) => text.to === phone).map(codeIn));
    const written = attempts.filter((one) => one.phone === phone && one.state !== "refused").length;
    return codes.size > written ? [`${codes.size} codes came to ${phone}, and ${written} are written down`] : [];
  });
  const arrived = new Set(texts.map((text) => text.reference));
  const missing = attempts.filter((one) => one.provider_reference !== null && !arrived.has(one.provider_reference));
  return [...found, ...missing.map((one) => `the code of ${one.attempt_id} was accepted and never came`)];
}
