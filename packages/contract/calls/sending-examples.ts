/** One example of each of the sender's calls, in the order from a PDF to the signed file; `sending-examples.test.ts` holds them to the schemas. */

/** What goes in and what comes back. `sends` and `saves` are PDF files, where a body is no JSON. */
export type CallExample = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly sends?: string;
  /** `data` of the answer. */
  readonly data?: unknown;
  readonly saves?: string;
};

const workflow_id = "4t7c1m9x2k8q5w3e6r0yzh1n7p";
const signer_id = "9b2g5f8j1d4s7v0k3x6zq2w5er";
const file_id = "1h4n7p0r3t6w9y2a5c8e1g4j7m";
const upload_id = "6y9q2s5v8x1z4b7d0f3h6k9m2p";
const sha256 = "5f2b8c1d0e9a7364b1f0c2d8e7a6954310fedcba98765432100123456789abcd";
const url = `https://sign.example/login/${workflow_id}/${signer_id}`;

const report = {
  workflow_id,
  name: "Lease of flat 4.12",
  description: "Please sign before you move in.",
  message: "Dear Ms Brückner, this is the lease as we discussed it. Do call me if anything is unclear.",
  status: "FINISHED",
  created_at: "2027-03-01T08:30:00.000Z",
  expires_at: "2027-03-31T21:59:00.000Z",
  finished_at: "2027-03-02T17:04:11.000Z",
  refusal: null,
  signers: [
    {
      reference: "tenant",
      signer_id,
      url,
      type: "a_signature",
      status: "SIGNED",
      first_name: "Katharina",
      last_name: "Brückner",
      email: "k.brueckner@example.org",
      signed_at: "2027-03-02T17:04:09.000Z",
      messages: [{ kind: "invitation", status: "sent", at: "2027-03-01T08:30:02.000Z" }],
    },
  ],
  initiator: {
    first_name: "Frauke",
    last_name: "Petersen",
    email: "frauke.petersen@example.org",
    messages: [{ kind: "finished", status: "sent", at: "2027-03-02T17:04:15.000Z" }],
  },
  documents: [{ id: file_id, name: "contract.pdf", size: 184_320, pages: 3, sha256, sign: true, attachment_of: null }],
};

/** By the name of the call. */
export const sendingExamples: Readonly<Record<string, CallExample>> = {
  uploadPdf: { sends: "contract.pdf", data: { upload_id, size: 184_320, sha256 } },
  createWorkflow: {
    body: {
      name: report.name,
      description: report.description,
      message: report.message,
      expires_at: "2027-03-31T23:59:00+02:00",
      initiator: { first_name: "Frauke", last_name: "Petersen", email: "frauke.petersen@example.org" },
      documents: [{ name: "contract.pdf", upload_id }],
      signers: [
        {
          reference: "tenant",
          type: "a_signature",
          first_name: "Katharina",
          last_name: "Brückner",
          email: "k.brueckner@example.org",
          phone: "+49 155 50001234",
          language: "de",
          fields: [
            { document: "contract.pdf", kind: "signature", page: 3, rect: [72, 640, 200, 60] },
            {
              document: "contract.pdf",
              kind: "text",
              page: 3,
              rect: [72, 600, 200, 20],
              name: "place",
              required: true,
            },
          ],
        },
      ],
    },
    data: {
      workflow_id,
      status: "OPEN",
      signers: [{ reference: "tenant", signer_id, url, notices: [] }],
      documents: [{ id: file_id, name: "contract.pdf", notices: [], unassigned_fields: [] }],
    },
  },
  readUsage: {
    data: {
      license_id: "h4q7t2xk9p3mz8v5c6w1n0r4sd",
      expires_at: null,
      ses: { limit: 5_000, used: 1_284, reserved: 16, free: 3_700, ratio: 25.68, used_by_token: 401 },
      aes: { limit: 5_000, used: 4_716, reserved: 0, free: 284, ratio: 94.32, used_by_token: 1_312 },
      qes: { limit: 250, used: 38, reserved: 0, free: 212, ratio: 15.2, used_by_token: 38 },
    },
  },
  listWorkflows: { query: { status: "FINISHED", limit: "20" }, data: { workflows: [report], next_cursor: null } },
  readWorkflow: { params: { id: workflow_id }, data: report },
  remindWorkflow: {
    params: { id: workflow_id },
    data: {
      reminded: [{ reference: "tenant", signer_id, remind_again_at: "2027-03-02T09:15:00.000Z" }],
      too_soon: [],
    },
  },
  cancelWorkflow: { params: { id: workflow_id }, data: { status: "CANCELLED" } },
  readWorkflowDocument: { params: { id: workflow_id, file_id }, saves: "contract.pdf" },
  readAuditReport: { params: { id: workflow_id }, query: { language: "en" }, saves: "audit-report.pdf" },
};
