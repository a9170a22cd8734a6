/** What a qualified signer's code stands for, and who holds a document (rows-of-each-schema.ts). */
import { at, bytes, hash, later, type SchemaRows } from "./schema-rows.ts";

const preparation = {
  workflow_id: "open",
  signer_id: "one",
  credential: "qualified:certificate",
  certificate_serial: "0c",
  state_hash: hash("5"),
  prepared_at: at,
};

/** By name of the migration. */
export const rowsOfQualifiedActs: Readonly<Record<string, SchemaRows>> = {
  "0062_qualified-acts": {
    rows: [
      ["signing_preparation", { ...preparation, act_id: "replaced", challenge_id: "before", ended: "replaced" }],
      [
        "signing_preparation",
        {
          ...preparation,
          act_id: "living",
          challenge_id: "challenge",
          checked_at: at,
          checked_session: "session",
          burnt_at: later,
          ended: null,
        },
      ],
      [
        "signing_preparation_document",
        {
          act_id: "living",
          file_id: "file",
          position: 0,
          base_sha256: hash("a"),
          finishing: true,
          prepared: "{}",
          prepared_mac: bytes("mac"),
        },
      ],
      [
        "signing_hold",
        {
          file_id: "file",
          workflow_id: "open",
          signer_id: "one",
          act_id: "living",
          held_at: at,
          held_until: later,
          ended_at: null,
          wanted_at: later,
        },
      ],
    ],
  },
};
