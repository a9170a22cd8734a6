/** How mails leave. */
import { smtpMail } from "./adapters/mail/smtp-mail.ts";
import type { Config } from "./config.ts";
import type { ServerDeps } from "./deps.ts";
import { mailCode, mailRevoked } from "./jobs/after-revocation.ts";
import type { JobHandlers } from "./jobs/boss.ts";
import { mailCertificate, mailChange, mailEnding, mailIdentified, textChange } from "./jobs/mail-identified.ts";
import { mailAccount, mailMessage } from "./jobs/mail-message.ts";
import { auditReportOf } from "./rooms/evidence/evidence.ts";

/** The jobs that write and send mails. */
export const messageJobs = (
  deps: ServerDeps,
): Pick<
  JobHandlers,
  | "send-message"
  | "send-account-mail"
  | "send-ident-mail"
  | "send-certificate-mail"
  | "send-ending-mail"
  | "send-revocation-mail"
  | "send-change-mail"
  | "send-change-text"
  | "send-code-mail"
> => ({
  "send-account-mail": mailAccount(deps),
  "send-ident-mail": mailIdentified(deps),
  "send-certificate-mail": mailCertificate(deps),
  "send-ending-mail": mailEnding(deps),
  "send-revocation-mail": mailRevoked(deps),
  "send-code-mail": mailCode(deps),
  "send-change-mail": mailChange(deps),
  "send-change-text": textChange(deps),
  "send-message": mailMessage({ ...deps, auditReportOf: auditReportOf(deps) }),
});

/** The mail server of the configuration, and what mails say of the service. */
export function wireMessages(config: Config) {
  const mail = smtpMail({
    url: config.mail.url,
    fromAddress: config.mail.from,
    requiresTls: config.mode === "production",
  });
  return { mail, service: serviceLook(config) } satisfies Partial<ServerDeps>;
}

const serviceLook = ({ provider, publicUrl, zone, contact }: Config) => ({
  provider: provider.name,
  publicUrl,
  timeZone: zone,
  contactEmail: contact.email,
});
