/** Tables of the room `leaving` (migration 0049). They name organisations by id only, and outlive them. */
import type { Generated } from "kysely";

/** Tables of the room `leaving`. */
export interface LeavingTables {
  trial_end: {
    organisation_id: string;
    warned_day7_at: Generated<Date | null>;
    warned_day13_at: Generated<Date | null>;
    /** The end that the last warning named. */
    closes_at: Generated<Date | null>;
    closed_at: Generated<Date | null>;
    /** From here on nothing stops the deletion. */
    deleting_at: Generated<Date | null>;
    deleted_at: Generated<Date | null>;
  };
  /** One row for each warning that was sent, with the limit that it was about. */
  usage_warning: {
    organisation_id: string;
    signature_class: "ses" | "aes" | "qes";
    percent: number;
    of_limit: number;
    warned_at: Date;
  };
}
