/** Staff of the provider, and checks of registers (rows-of-each-schema.ts). */
import type { OperatorId } from "@siegel/contract/ids.ts";
import { at, bytes, hash, later, type SchemaRows } from "./schema-rows.ts";

const noExtract = { extract_reference: null, extract_day: null, confirmed_at: null, confirmed_by: null };

/** By name of the migration. */
export const rowsOfOperators: Readonly<Record<string, SchemaRows>> = {
  "0060_operators": {
    rows: [
      [
        "operator",
        {
          operator_id: "meike",
          email: "m.lorenzen@siegel.example",
          first_name: "Meike",
          last_name: "Lorenzen",
          password_hash: "$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA$dGFn",
          password_changed_at: at,
          totp_sealed: bytes("sealed"),
          totp_since: at,
          totp_last_step: "59790000",
          created_at: at,
          disabled_at: null,
          last_login_at: later,
        },
      ],
      ["operator_recovery_code", { operator_id: "meike", code_mac: hash("4"), made_at: at, used_at: later }],
      [
        "operator_session",
        {
          session_id: "operator-session",
          operator_id: "meike",
          secret_hash: hash("5"),
          created_at: at,
          last_seen_at: later,
          ended_at: null,
          network: "192.0.2.1",
          user_agent: "Firefox",
        },
      ],
    ],
  },
  "0061_register-checks": {
    changes: [{ table: "organisation_register", where: { organisation_id: "seeded" }, to: noExtract }],
    rows: [
      [
        "register_check",
        {
          organisation_id: "org",
          check_id: "check",
          legal_name: "Hafenwerk eG",
          organization_identifier: "NTRDE-GNR1",
          country: "DE",
          locality: "Hamburg",
          representatives: [{ firstName: "Frauke", lastName: "Petersen", email: "frauke@hafenwerk.example" }],
          extract_reference: "GnR 1",
          extract_day: "2026-01-01",
          checked_at: at,
          checked_by: "meike" as OperatorId,
        },
      ],
    ],
  },
};

/** What operators want revoked. */
export const rowsOfRevocationOrders: Readonly<Record<string, SchemaRows>> = {
  "0071_revocation-orders": {
    rows: [
      [
        "revocation_order",
        {
          order_id: "order",
          certificate_id: null,
          organisation_id: "org",
          reason: "cessationOfOperation",
          evidence: "GnR 1, deleted",
          state: "done",
          proposed_at: at,
          proposed_by: "meike" as OperatorId,
          decided_at: later,
          decided_by: "meike" as OperatorId,
        },
      ],
    ],
  },
};
