/** The shortest way from a PDF to the signed file: as commands for a shell, and as one program for Node. */

/** A step of the way: its heading, what to know, what to type, and what comes back. */
export type Step = {
  readonly title: string;
  readonly text: string;
  readonly command: string;
  readonly answer?: string;
};

const key = '-H "Authorization: Bearer $SIEGEL_API_KEY"';

/** Where the service is, and where the demo's mails arrive; null in production, where they leave. */
export type Addresses = { readonly publicUrl: string; readonly inboxUrl: string | null };

/** The steps in their order. */
export const steps = ({ publicUrl, inboxUrl }: Addresses): readonly Step[] => [
  {
    title: "Set up",
    text: "You need a PDF and an API key, which begins with `sgl_`: your provider gives you one, and the demo keeps its own as `apiKey` in `data/demo.json`. The commands below are for a shell with curl; they expect the PDF as `contract.pdf` in the current folder.",
    command: `export SIEGEL_API=${publicUrl}/api/v1\nexport SIEGEL_API_KEY=sgl_…`,
  },
  {
    title: "Upload the PDF",
    text: "The body is the file itself. The answer names it.",
    command: `curl "$SIEGEL_API/uploads" ${key} \\\n  -H "Content-Type: application/pdf" --data-binary @contract.pdf`,
    answer: `{"success":true,"data":{"upload_id":"6y9q2s5v8x1z4b7d0f3h6k9m2p","size":184320,"sha256":"5f2b…"}}`,
  },
  {
    title: "Create the workflow",
    text: `Put the \`upload_id\` of the answer into the first line. The signer, Kim Lang, gets a mail with a personal link; the answer has the same link. ${inboxUrl === null ? "To get the mail yourself, put your own address into the `email` of the signer." : `This demo sends no mail out: all of them arrive in its inbox, ${inboxUrl}.`}`,
    command: `export UPLOAD_ID=6y9q2s5v8x1z4b7d0f3h6k9m2p
curl "$SIEGEL_API/workflows" ${key} \\
  -H "Content-Type: application/json" -H "Idempotency-Key: first-$UPLOAD_ID" -d '{
  "name": "My first contract",
  "language": "en",
  "initiator": {
    "first_name": "Frauke", "last_name": "Petersen", "email": "frauke@example.org"
  },
  "documents": [{ "name": "contract.pdf", "upload_id": "'$UPLOAD_ID'" }],
  "signers": [{
    "reference": "tenant", "type": "s_signature",
    "first_name": "Kim", "last_name": "Lang", "email": "kim@example.org"
  }]
}'`,
    answer: `{"success":true,"data":{
  "workflow_id":"4t7c1m9x2k8q5w3e6r0yzh1n7p","status":"OPEN",
  "signers":[{"reference":"tenant","signer_id":"9b2g…","url":"${publicUrl}/login/4t7c…/9b2g…","notices":[]}],
  "documents":[{"id":"1h4n7p0r3t6w9y2a5c8e1g4j7m","name":"contract.pdf","notices":[],"unassigned_fields":[]}]}}`,
  },
  {
    title: "Sign, and watch",
    text: "Open the `url` of the answer in a browser and sign in the signer's place: a simple signature needs no code. Then ask for the workflow until its `status` is `FINISHED`. Once every ten seconds is often enough.",
    command: `export WORKFLOW_ID=4t7c1m9x2k8q5w3e6r0yzh1n7p\ncurl "$SIEGEL_API/workflows/$WORKFLOW_ID" ${key}`,
    answer: `{"success":true,"data":{"workflow_id":"4t7c…","status":"FINISHED", …}}`,
  },
  {
    title: "Download",
    text: "The signed document, by its `id` from the answer to the creation, and the audit report, which says who did what and when.",
    command: `export DOCUMENT_ID=1h4n7p0r3t6w9y2a5c8e1g4j7m
curl "$SIEGEL_API/workflows/$WORKFLOW_ID/documents/$DOCUMENT_ID" ${key} -o signed.pdf
curl "$SIEGEL_API/workflows/$WORKFLOW_ID/audit-report" ${key} -o audit-report.pdf`,
  },
];

/** The same in one go; it asks until the signer has signed. Node 20 or later, nothing to install. */
export const nodeProgram = (publicUrl: string): string => `// node sign.mjs contract.pdf
import { readFile, writeFile } from "node:fs/promises";
import { argv, env } from "node:process";
import { setTimeout as wait } from "node:timers/promises";

const api = env.SIEGEL_API ?? "${publicUrl}/api/v1";
const headers = { authorization: \`Bearer \${env.SIEGEL_API_KEY}\` };

async function call(method, path, body, type) {
  const typed = type && { "content-type": type };
  const answer = await fetch(api + path, { method, body, headers: { ...headers, ...typed } });
  if (answer.headers.get("content-type")?.startsWith("application/pdf"))
    return Buffer.from(await answer.arrayBuffer());
  const { success, code, data } = await answer.json();
  if (!success) throw new Error(\`\${answer.status} \${code}\\n\${data.join("\\n")}\`);
  return data;
}

const [, , path = "contract.pdf"] = argv;
const { upload_id } = await call("POST", "/uploads", await readFile(path), "application/pdf");
const workflow = {
  name: "My first contract",
  language: "en",
  initiator: { first_name: "Frauke", last_name: "Petersen", email: "frauke@example.org" },
  documents: [{ name: "contract.pdf", upload_id }],
  signers: [
    {
      reference: "tenant", type: "s_signature",
      first_name: "Kim", last_name: "Lang", email: "kim@example.org",
    },
  ],
};
const created = await call("POST", "/workflows", JSON.stringify(workflow), "application/json");
for (const { notices } of created.documents) for (const notice of notices) console.log(notice);
console.log(\`Sign here: \${created.signers[0].url}\`);

const place = \`/workflows/\${created.workflow_id}\`;
let { status } = created;
while (status === "OPEN") {
  await wait(10_000);
  ({ status } = await call("GET", place));
}
if (status !== "FINISHED") throw new Error(\`The workflow ended as \${status}.\`);
const signed = await call("GET", \`\${place}/documents/\${created.documents[0].id}\`);
await writeFile("signed.pdf", signed);
await writeFile("audit-report.pdf", await call("GET", \`\${place}/audit-report\`));
console.log("Saved signed.pdf and audit-report.pdf");
`;
