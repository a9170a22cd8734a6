/** Tables of the room `certificates` (migrations 0007, 0023, 0054, 0065, 0072, 0073). */
import type { IdentificationRoute } from "@siegel/contract/identification.ts";
import type { WorkflowId } from "@siegel/contract/ids.ts";
import type { Language } from "@siegel/contract/limits.ts";
import type { Generated } from "kysely";
import type { KeyId } from "../ports/keys.ts";

/** Advanced, or qualified (eIDAS Art. 3 (15), (30)). */
export type CertificateLevel = "aes" | "qes";

/** Tables of the room `certificates`. */
export interface CertificatesTables {
  signer_certificate: {
    certificate_id: string;
    level: Generated<CertificateLevel>;
    kind: "person" | "organisation";
    /** At whose request an advanced one was issued; whose seal a qualified one is. Null for a person's qualified one: it works for every sender. */
    organisation_id: string | null;
    /** Who was met for a qualified one, also for a seal: the representative who alone can use it. */
    person_id: Generated<string | null>;
    /** Empty for an organisation's advanced one. */
    email: string;
    /** The person's name; of an organisation's advanced one the register's identifier and name. */
    folded_name: string;
    /** The number that the person gave, which codes for a qualified one go to: rooms/certificates/registered-phone.ts. */
    phone: Generated<Uint8Array | null>;
    issuer: string;
    serial: string;
    certificate: Uint8Array;
    key_id: KeyId;
    /** Of rooms/certificates/holder-mac.ts; null for what was issued before there was one, and is not used any more. */
    holder_mac: Uint8Array | null;
    not_before: Date;
    not_after: Date;
    created_at: Date;
    replaced_at: Generated<Date | null>;
    /** The workflow it was made for after an identification; null: by the mailed link of a person who was met, which proves the mailbox. */
    made_for_workflow: Generated<WorkflowId | null>;
    /** SHA-256 of the secret that was mailed to prove the mailbox, hex. */
    mailbox_hash: Generated<string | null>;
    mailbox_proven_at: Generated<Date | null>;
    /** How many days before its end its holder was told of that end last; null: not yet. */
    end_told: Generated<number | null>;
  };
  /** A new phone, or a new password with its certificate, after an identification; who is told of it can stop it. */
  certificate_change: {
    change_id: string;
    /** The certificate that is used from then on. */
    certificate_id: string;
    kind: "phone" | "password";
    /** How the person was identified. */
    route: IdentificationRoute | "on-site";
    language: Language;
    /** In which workflow it was changed, if in one; there nothing rests. */
    workflow_id: WorkflowId | null;
    /** The phone before: nonce ‖ ciphertext ‖ tag. */
    told_phone: Buffer;
    changed_at: Date;
    /** Until then the certificate signs nothing elsewhere; null: it does not rest. */
    rests_until: Date | null;
    /** SHA-256 of the secret in the messages, hex. */
    stop_hash: string;
    stopped_at: Generated<Date | null>;
  };
}
