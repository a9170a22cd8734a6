/** Tables of the room `own-certificates` (migration 0070). */
import type { Generated } from "kysely";

/** Tables of the room `own-certificates`. */
export interface OwnCertificatesTables {
  /** One for each browser: whose certificates it wants to see, and what it has proven. */
  certificate_visit: {
    visit_id: string;
    /** SHA-256 of the browser's secret, hex. */
    browser_hash: string;
    email: string;
    begun_at: Date;
    /** The code that proved the mailbox, and when. */
    mail_challenge: Generated<string | null>;
    mailbox_proven_at: Generated<Date | null>;
    /** Which certificate was asked about last. */
    chosen_certificate: Generated<string | null>;
    /** For which certificate the code of a text message was right, and when. */
    confirmed_certificate: Generated<string | null>;
    confirmed_at: Generated<Date | null>;
  };
}
