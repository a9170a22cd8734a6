/** What a caller must know beside the calls themselves, in the order in which somebody meets it. */
import { codeTable } from "@siegel/contract/code-table.ts";
import {
  documents_per_workflow_max,
  fields_per_signer_max,
  inline_document_bytes_max,
  json_body_bytes_max,
  pdf_bytes_max,
  pdf_pages_max,
  reminder_every_s,
  signers_per_workflow_max,
  unused_kept_h,
} from "@siegel/contract/limits.ts";
import { copied, escapeHtml, json, sentence, table } from "./html.ts";
import { type Addresses, nodeProgram, steps } from "./quick-start.ts";
import { webhookGuide } from "./webhook-guide.ts";

/** A chapter of the page; `body` is HTML. */
export type Chapter = { readonly id: string; readonly title: string; readonly body: string };

const megabytes = (bytes: number): string => `${bytes / 1024 / 1024} MB`;
const paragraphs = (...texts: readonly string[]): string => texts.map((text) => `<p>${sentence(text)}</p>`).join("\n");

const keysAndAnswers =
  paragraphs(
    "Every call carries `Authorization: Bearer <key>` with the whole key. Keep the key on your server, never in a page or an app.",
    "An answer to a call that succeeded has in `data` what you asked for. A refusal has a `code` for your program, and in `data` sentences for people.",
  ) +
  json({ success: true, data: {} }) +
  json({ success: false, code: "PHONE_MISSING", data: ["signers.0.phone: is missing; …"] }) +
  paragraphs("Answers may get more fields one day: ignore those that you do not know.");

const fieldsInThePdf =
  paragraphs(
    "A form field in the PDF that is named `<reference>.something` becomes a field of the signer with that `reference`. With the reference `tenant`, a text field `tenant.iban` is filled in by the tenant, a checkbox `tenant.pets` is ticked by the tenant, and an empty signature field `tenant.sign` is where the tenant's signature shows.",
    "All other fields are shown as they are, and no signer can change them. Fields that the PDF does not have you place with `fields` of a signer:",
  ) +
  json({ document: "contract.pdf", kind: "signature", page: 1, rect: [72, 600, 240, 80] }) +
  paragraphs(
    "`rect` is left, top, width and height in points (1/72 inch) from the top left of the page as it is shown: an A4 page is 595 by 842.",
  );

const limitsAndWaiting =
  table(
    "Limits, unless the provider has set others",
    [
      { head: "What", cell: ([what]) => escapeHtml(what) },
      { head: "At most", cell: ([, most]) => escapeHtml(most) },
    ],
    [
      ["An uploaded PDF", `${megabytes(pdf_bytes_max)}, ${pdf_pages_max} pages`],
      ["A document inside a request", megabytes(inline_document_bytes_max)],
      ["A request", megabytes(json_body_bytes_max)],
      ["Documents of a workflow", String(documents_per_workflow_max)],
      ["Signers of a workflow", String(signers_per_workflow_max)],
      ["Placed fields of a signer", String(fields_per_signer_max)],
      ["Reminders of a signer", `1 in ${reminder_every_s / 60} minutes`],
    ] as const,
  ) +
  paragraphs(
    "Where too much is asked for at once the answer is 429 `TOO_MANY_REQUESTS`, and where the service is busy or a part of it is away 503 `SERVICE_ERROR`. The header `Retry-After` says how many seconds to wait; without it, wait a few seconds and double the time with each try. Then send the same request again.",
  );

/** The chapters before the calls. */
export const chapters = (addresses: Addresses): readonly Chapter[] => [
  { id: "quick-start", title: "Quick start", body: quickStart(addresses) },
  { id: "keys", title: "Keys and answers", body: keysAndAnswers },
  { id: "pdf-fields", title: "Fields in the PDF", body: fieldsInThePdf },
  {
    id: "notices",
    title: "Notices",
    body: paragraphs(
      "A workflow may be created although something is worth knowing: a damaged file was repaired, a script was taken out, a field has no room. Then `notices` of the document or signer in the answer to `POST /workflows` have a sentence for each, in German where `Accept-Language` asks for it. The workflow runs all the same. Show the sentences to the person who sent the document; if they want it otherwise, cancel the workflow and send a changed document.",
    ),
  },
  {
    id: "paging",
    title: "Paging",
    body: paragraphs(
      "`GET /workflows` answers a page of up to `limit` workflows, newest first, and `next_cursor`. Ask again with `cursor` set to it, until it is null. What is created meanwhile neither shifts pages nor repeats workflows.",
    ),
  },
  {
    id: "idempotency",
    title: "Repeating a request",
    body: paragraphs(
      `Send an \`Idempotency-Key\` of your own choice with \`POST /workflows\`, such as the number of the contract. If no answer arrives, send the same request with the same key: you get the first answer, and one workflow only. The key is kept for ${unused_kept_h} hours; the same key with another body is 409 \`IDEMPOTENCY_KEY_REUSED\`. A refusal is not kept, so you can correct the request and use the same key.`,
      "An upload and all other calls may simply be repeated.",
    ),
  },
  { id: "webhooks", title: "Webhooks", body: webhookGuide() },
  { id: "limits", title: "Limits and waiting", body: limitsAndWaiting },
  {
    id: "errors",
    title: "Errors",
    body:
      paragraphs(
        "A refusal tells everything that is wrong at once. Look at `code` in your program; show the sentences in `data` to people. Where fields are wrong each sentence begins with the path of the field: `signers.0.email: is missing; give a text`. With `Accept-Language: de` the sentences are German.",
        "`INVALID_REQUEST` is also the code for what is not valid HTTP (400), for headers that are too long (431), and for a request that does not arrive in time (408).",
      ) +
      codes("Codes that your calls may answer", true) +
      codes("Further codes, of the signing pages' own calls", false),
  },
];

const codes = (caption: string, isSender: boolean): string =>
  table(
    caption,
    [
      { head: "Code", cell: ({ code }) => `<code>${code.replace(/_/g, "_<wbr>")}</code>` },
      { head: "Status", cell: ({ status }) => String(status) },
      { head: "Meaning", cell: ({ means }) => sentence(means) },
      { head: "What to do", cell: ({ remedy }) => sentence(remedy) },
    ],
    codeTable.filter((row) => row.isSender === isSender),
  );

function quickStart(addresses: Addresses): string {
  const list = steps(addresses).map(
    ({ title, text, command, answer }, n) =>
      `<h3 id="step-${n + 1}">${n + 1}. ${escapeHtml(title)}</h3><p>${sentence(text)}</p>${copied(command)}${answer === undefined ? "" : `<p>The answer:</p>${copied(answer)}`}`,
  );
  return `<p>From a PDF to the signed file in ten minutes.</p>${list.join("\n")}
<h3 id="node">The same as a program</h3><p>${sentence("Save it as `sign.mjs` and run `node sign.mjs contract.pdf` with `SIEGEL_API_KEY` set (Node 20 or later, nothing to install). It prints the signer's link, waits until you have signed, and saves both files.")}</p>${copied(nodeProgram(addresses.publicUrl))}`;
}
