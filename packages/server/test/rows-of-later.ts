/** Rows of mails, and of what was added to the schema afterwards (rows-of-each-schema.ts). */
import { acceptance, organisation, session } from "./rows-of-sending.ts";
import { act } from "./rows-of-signing.ts";
import { at, bytes, hash, later, type SchemaRows } from "./schema-rows.ts";

/** By name of the migration. */
export const rowsOfLater: Readonly<Record<string, SchemaRows>> = {
  "0010_messages": {
    rows: [
      [
        "message",
        {
          kind: "invitation",
          workflow_id: "open",
          signer_id: "one",
          state: "queued",
          tries: 2,
          last_error: "421",
          leased_until: later,
          created_at: at,
          settled_at: null,
        },
      ],
      [
        "message",
        {
          kind: "finished",
          workflow_id: "open",
          signer_id: null,
          state: "sent",
          tries: 1,
          last_error: null,
          leased_until: null,
          created_at: at,
          settled_at: later,
        },
      ],
    ],
  },
  "0011_workflows-sessions": {
    // Two sessions of one browser.
    rows: [["signer_session", { session_id: "again", ...session, token_hash: hash("f"), cookie_hash: hash("7") }]],
  },
  "0012_signing-again": {
    changes: [
      { table: "signer", where: { signer_id: "one" }, to: { status: "INVITED" } },
      { table: "signer", where: { signer_id: "four" }, to: { status: "INVITED" } },
    ],
    // A second act of a signer whose first one failed.
    rows: [
      [
        "signing_act",
        {
          act_id: "second",
          signer_id: "one",
          ...act,
          status: "AUTHORISED",
          failure_code: null,
          signed_at: null,
          finished: false,
          told_pending: false,
        },
      ],
    ],
  },
  "0014_operating": {
    changes: [
      { table: "authority_unit", where: { name: "root-1" }, to: { development: true } },
      { table: "authority_unit", where: { name: "issuing-1" }, to: { development: true } },
      { table: "authority_unit", where: { name: "tsu-1" }, to: { development: false } },
      { table: "organisation", where: { organisation_id: "seeded" }, to: { demo: true } },
      { table: "organisation", where: { organisation_id: "org" }, to: { demo: false } },
    ],
    rows: [["organisation", { organisation_id: "newcomer", ...organisation, demo: true }]],
  },
  "0015_unused-uploads": { rows: [] },
  "0016_presence": {
    rows: [["signing_lease", { workflow_id: "finished", holder: "run", presence: 7, expires_at: later }]],
  },
  "0017_messages-acts": {
    // Two failed approvals of one signer: a mail each.
    rows: ["act-1", "act-2"].map((act_id) => [
      "message",
      { kind: "signing_failed", workflow_id: "open", signer_id: "one", act_id, created_at: at },
    ]),
  },
  "0018_file-intake": {
    changes: [
      { table: "file", where: { file_id: "file" }, to: { intake_sha256: hash("a"), intake_size: "1234" } },
      { table: "file", where: { file_id: "mended" }, to: { intake_sha256: hash("2"), intake_size: "23" } },
      {
        table: "signing_document",
        where: { act_id: "signed" },
        to: { intake_sha256: hash("a"), intake_size: "1234" },
      },
    ],
    rows: [],
  },
  "0019_messages-unanswered": {
    changes: [{ table: "message", where: { kind: "finished", workflow_id: "open" }, to: { unanswered: 0 } }],
    // Perhaps in the mailbox, and no longer true when its turn came again.
    rows: [
      [
        "message",
        {
          kind: "invitation",
          workflow_id: "open",
          signer_id: "two",
          state: "dropped",
          tries: 2,
          unanswered: 1,
          created_at: at,
          settled_at: later,
        },
      ],
      [
        "message",
        {
          kind: "cancelled",
          workflow_id: "refused",
          signer_id: "two",
          state: "failed",
          tries: 60,
          last_error: "after 60 tries: the mail server did not take a mail",
          created_at: at,
          settled_at: later,
        },
      ],
    ],
  },
  "0020_quick-login": {
    changes: [{ table: "workflow", where: { workflow_id: "open" }, to: { quick_login: false } }],
    // What the sender declared, and what the signer ticked later.
    rows: (["declared by the sender", "ticked before the code"] as const).map((act) => [
      "terms_acceptance",
      { ...acceptance, act },
    ]),
  },
  "0021_approvals-authenticated": {
    // Still open, and approved before there was a MAC: due at once, to be ended.
    changes: [
      { table: "signing_act", where: { act_id: "second" }, to: { approval_mac: bytes(""), next_attempt_at: at } },
    ],
    rows: [
      [
        "signing_act",
        {
          act_id: "authentic",
          signer_id: "two",
          ...act,
          approval_mac: bytes("mac"),
          credential: "signer:certificate",
          status: "AUTHORISED",
          failure_code: null,
          signed_at: null,
          finished: false,
          told_pending: false,
        },
      ],
      [
        "signing_document",
        {
          act_id: "authentic",
          file_id: "file",
          position: 0,
          original_sha256: hash("a"),
          intake_sha256: hash("a"),
          intake_size: "1234",
          field_values: [],
          base_sha256: hash("b"),
          finishing: false,
          prepared: "prepared",
          prepared_mac: bytes("mac"),
          result_mac: null,
        },
      ],
    ],
  },
  "0022_pending-blobs": {
    // Named for now: by an upload, and by a step.
    made: [
      ["pending_blob", { sha256: hash("8"), put_at: at }],
      ["pending_blob", { sha256: hash("b"), put_at: at }],
    ],
    rows: [["pending_blob", { sha256: hash("c"), put_at: later }]],
  },
  "0023_certificate-holders": {
    // Began with a certificate of which nothing says whose it is.
    changes: [
      { table: "signing_act", where: { act_id: "authentic" }, to: { approval_mac: bytes(""), next_attempt_at: at } },
    ],
    rows: [
      [
        "signer_certificate",
        {
          certificate_id: "held",
          kind: "organisation",
          organisation_id: "org",
          email: "",
          folded_name: "register|name",
          issuer: "issuing-1",
          serial: "0d",
          certificate: bytes("der"),
          key_id: "key",
          holder_mac: bytes("mac"),
          not_before: at,
          not_after: later,
          created_at: at,
          replaced_at: null,
        },
      ],
    ],
  },
  "0024_expiry-reminders": {
    // One that was given up before there was a word for it.
    changes: [
      {
        table: "message",
        where: { kind: "cancelled", workflow_id: "refused" },
        to: { state: "given_up", occasion: null, reply: null },
      },
    ],
    rows: [
      ["reminder", { signer_id: "two", occasion: "asked-1", at }],
      ["reminder", { signer_id: "two", occasion: "before-end", at: later }],
      ...["asked-1", "before-end"].map(
        (occasion) =>
          [
            "message",
            { kind: "reminder", workflow_id: "open", signer_id: "two", occasion, reply: "450 later", created_at: at },
          ] as const,
      ),
      [
        "challenge",
        {
          challenge_id: "closed",
          auth_token_hash: hash("d"),
          workflow_id: "refused",
          signer_id: "four",
          purpose: "sign",
          state_hash: hash("e"),
          channel: "sms",
          phone: "+4915123456789",
          reference: "ABC234",
          salt: bytes("salt"),
          code_mac: bytes("mac"),
          issued_at: at,
          expires_at: later,
          ended: "closed",
        },
      ],
    ],
  },
  "0025_field-kinds": {
    changes: [
      {
        table: "file_field",
        where: { full_name: "one.Ort" },
        to: { comb: false, editable: false, clearable: true, options: [] },
      },
    ],
    // Two buttons of a group, and what can be chosen in each place.
    rows: ["month", "year"].map((state, widget) => [
      "file_field",
      {
        file_id: "file",
        full_name: "one.Rate",
        widget,
        signer_id: "one",
        kind: "radio",
        label: "Rate",
        page: 1,
        rect: [10, 50, 20, 60],
        required: true,
        multiline: false,
        chars_max: null,
        initial_value: "",
        comb: false,
        editable: false,
        clearable: false,
        options: [{ value: state, label: `Every ${state}` }],
      },
    ]),
  },
};
