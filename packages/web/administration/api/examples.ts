/** One workflow, one person, one document, in two languages. A test runs them as they are shown. */

/** What an example names: the service, who sends and signs, and the file in the folder where it is run. */
export type ExampleFacts = {
  readonly baseUrl: string;
  readonly first: string;
  readonly last: string;
  readonly email: string;
  readonly file: string;
  readonly name: string;
};

const json = (text: string): string => JSON.stringify(text);
/** In a here-document `$`, backquotes and backslashes mean something to the shell. */
const inShell = (text: string): string => json(text).replace(/[\\$`]/g, "\\$&");

function curl({ baseUrl, first, last, email, file, name }: ExampleFacts): string {
  const person = `"first_name": ${inShell(first)}, "last_name": ${inShell(last)},
      "email": ${inShell(email)}`;
  return `export SIEGEL_KEY="sgl_…"

curl "${baseUrl}/workflows" \\
  -H "Authorization: Bearer $SIEGEL_KEY" \\
  -H "Content-Type: application/json" \\
  -d @- <<END
{
  "name": ${inShell(name)},
  "initiator": {
      ${person} },
  "documents": [{ "name": ${inShell(file)},
      "content": "$(base64 < ${file} | tr -d '\\n')" }],
  "signers": [{ "reference": "a", "type": "s_signature",
      ${person} }]
}
END`;
}

function node({ baseUrl, first, last, email, file, name }: ExampleFacts): string {
  return `// SIEGEL_KEY=sgl_… node send.mjs
import { readFile } from "node:fs/promises";

const person = {
  first_name: ${json(first)}, last_name: ${json(last)},
  email: ${json(email)},
};
const answer = await fetch("${baseUrl}/workflows", {
  method: "POST",
  headers: {
    authorization: \`Bearer \${process.env.SIEGEL_KEY}\`,
    "content-type": "application/json",
  },
  body: JSON.stringify({
    name: ${json(name)},
    initiator: person,
    documents: [{ name: ${json(file)}, content: await readFile(${json(file)}, "base64") }],
    signers: [{ reference: "a", type: "s_signature", ...person }],
  }),
});
console.log(JSON.stringify(await answer.json()));`;
}

/** By the name of the language. */
export const examples = { curl, node } as const;
