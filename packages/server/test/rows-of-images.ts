/** Rows of images in signatures and their hand-over (rows-of-each-schema.ts). */
import { at, bytes, hash, later, type SchemaRows } from "./schema-rows.ts";

/** By name of the migration. */
export const rowsOfImages: Readonly<Record<string, SchemaRows>> = {
  "0026_signature-images": {
    changes: ["failed", "signed", "second"].map((act_id) => ({
      table: "signing_act",
      where: { act_id },
      to: { image_hash: null },
    })),
    rows: [
      [
        "signature_image",
        { signer_id: "one", image_hash: hash("1"), width: 300, height: 100, png: bytes("png"), saved_at: at },
      ],
      [
        "signature_handover",
        {
          session_id: "session",
          token_hash: hash("2"),
          opened: 2,
          expires_at: later,
          given_at: at,
          width: 300,
          height: 100,
          png: bytes("png"),
        },
      ],
      [
        "signature_handover",
        {
          session_id: "again",
          token_hash: hash("3"),
          opened: 1,
          expires_at: later,
          given_at: null,
          width: null,
          height: null,
          png: null,
        },
      ],
    ],
  },
};
