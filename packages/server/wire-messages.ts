/** How mails leave. */
import { smtpMail } from "./adapters/mail/smtp-mail.ts";
import type { Config } from "./config.ts";
import type { ServerDeps } from "./deps.ts";
import type { JobHandlers } from "./jobs/boss.ts";
import { mailMessage } from "./jobs/mail-message.ts";
import { auditReportOf } from "./rooms/evidence/evidence.ts";

/** The job that writes and sends the mails of one event. */
export const messageJobs = (deps: ServerDeps): Pick<JobHandlers, "send-message"> => ({
  "send-message": mailMessage({ ...deps, service: serviceLook(deps.config), auditReportOf: auditReportOf(deps) }),
});

/** The mail server of the configuration. */
export function wireMessages(config: Config) {
  const mail = smtpMail({
    url: config.mail.url,
    fromAddress: config.mail.from,
    requiresTls: config.mode === "production",
  });
  return { mail } satisfies Partial<ServerDeps>;
}

const serviceLook = ({ provider, publicUrl, zone }: Config) => ({ provider: provider.name, publicUrl, timeZone: zone });
