/** Sends a mail whose words another room has, exactly once, in the look of the service. */
import { default_brand_colour } from "@siegel/contract/brand.ts";
import type { Language } from "@siegel/contract/limits.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import { accountMessageRow, insertAccountMessage } from "./account-message-store.ts";
import type { OwnWords } from "./account-phrases.ts";
import { asMail } from "./account-words.ts";
import { type DeliveryDeps, deliverMail, MessagesLeft } from "./deliver-mail.ts";
import { oneLine } from "./mail-escape.ts";
import { layOut } from "./render-mail.ts";
import type { ServiceLook } from "./send-message.ts";

/** A mail: to whom it goes, and what it says. */
export type OwnMail = {
  readonly to: { readonly firstName: string; readonly lastName: string; readonly email: string };
  readonly language: Language;
  readonly words: OwnWords;
};

/** Sends it, or settles that it is true no more where `mail` is null. Safe to call again and at the same time. @throws MessagesLeft when the mail server is away */
export async function sendOwnMail(
  deps: DeliveryDeps & { readonly service: ServiceLook },
  { mailId, kind, about }: { readonly mailId: string; readonly kind: string; readonly about: string },
  mail: OwnMail | null,
): Promise<void> {
  const { service } = deps;
  const row = { mailId, kind, administratorId: null, registrationId: null };
  await insertAccountMessage(deps.db, row, deps.clock.now());
  const left = await deliverMail(deps, {
    row: accountMessageRow(mailId),
    isStillTrue: mail !== null,
    write: async () => {
      if (mail === null) throw new Error("a mail that is true no more is not written");
      const { to, language, words } = mail;
      const look = { ...service, organisation: service.provider, colour: default_brand_colour, logo: null };
      const { inline, ...rendered } = layOut(asMail(words, mail, look), look, language);
      return {
        ...rendered,
        to: { name: oneLine(`${to.firstName} ${to.lastName}`).trim(), address: to.email },
        fromName: oneLine(service.provider),
        messageKey: `${kind}.${mailId}`,
        attachments: inline,
      };
    },
    recordEnd: async (db, { at, type, error }) => {
      await recordEvent(db, { at, type, actor: { kind: "system" }, details: { kind, about, error } });
    },
  });
  if (left !== null) throw new MessagesLeft("the mail is left", { cause: left });
}
