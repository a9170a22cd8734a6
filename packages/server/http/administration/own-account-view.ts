/** A person's own account, as the wire says it. */
import type { OwnAccountView } from "@siegel/contract/calls/own-account.ts";
import type { OwnAccount } from "../../rooms/administrators/administrators.ts";

/** `thisSession`: the one that asks. */
export function ownAccountView(account: OwnAccount, thisSession: string): OwnAccountView {
  const { person, factors, sessions } = account;
  const { totp, recoveryCodes } = factors;
  return {
    user_id: person.administratorId,
    first_name: person.firstName,
    last_name: person.lastName,
    email: person.email,
    pending_email: account.pendingEmail,
    phone: person.phone,
    account_role: person.role,
    organization_id: person.organisationId,
    language_id: person.language,
    password_changed_at: account.passwordChangedAt?.toISOString() ?? null,
    totp:
      totp === null ? null : { since: totp.since.toISOString(), last_used_at: totp.lastUsedAt?.toISOString() ?? null },
    recovery_codes:
      recoveryCodes === null
        ? null
        : { left: recoveryCodes.left, made: recoveryCodes.made, made_at: recoveryCodes.madeAt.toISOString() },
    passkeys: account.passkeys.map((passkey) => ({
      passkey_id: passkey.passkeyId,
      name: passkey.name,
      created_at: passkey.createdAt.toISOString(),
      last_used_at: passkey.lastUsedAt?.toISOString() ?? null,
    })),
    oidc:
      account.oidc === null
        ? null
        : {
            label: account.oidc.label,
            since: account.oidc.since?.toISOString() ?? null,
            last_login_at: account.oidc.lastLoginAt?.toISOString() ?? null,
            passwords_off: account.oidc.passwordsOff,
          },
    sessions: sessions.map((session) => ({
      session_id: session.sessionId,
      is_this: session.sessionId === thisSession,
      user_agent: session.userAgent,
      network: session.network,
      created_at: session.createdAt.toISOString(),
      last_seen_at: session.lastSeenAt.toISOString(),
    })),
    version: person.version,
  };
}
