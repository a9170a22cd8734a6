/** Examples in the description: what a caller types, and what comes back, out of the contract's own. */
import { type CallExample, sendingExamples } from "@siegel/contract/calls/sending-examples.ts";
import { jsonText } from "./html.ts";

type Media = Readonly<Record<string, object>>;
type Body = { readonly required?: boolean; readonly content?: Media };

/** What of an operation of OpenAPI examples are about. */
export type DescribedOperation = {
  readonly operationId?: string | undefined;
  readonly requestBody?: Body | undefined;
  readonly responses?: Readonly<Record<string, Body>> | undefined;
};

/** The operation with its example; as it is where it has none. `address` is that of the server. */
export function withExample(
  operation: DescribedOperation,
  { address, method, path }: { readonly address: string; readonly method: string; readonly path: string },
): DescribedOperation {
  const example = sendingExamples[operation.operationId ?? ""];
  if (example === undefined) return operation;
  const how = { method, url: address + filledIn(path, example) };
  const source = curlOf(example, how);
  const answered = { success: true, data: example.data };
  return {
    ...operation,
    ...(operation.requestBody && { requestBody: showing(operation.requestBody, example.body) }),
    responses: Object.fromEntries(
      Object.entries(operation.responses ?? {}).map(([status, body]) => [
        status,
        status.startsWith("2") && example.saves === undefined ? showing(body, answered) : body,
      ]),
    ),
    // The extension by which readers of OpenAPI show commands.
    ...{
      "x-codeSamples": [
        { lang: "Shell", label: "curl", source },
        { lang: "JavaScript", label: "Node", source: fetchOf(example, how) },
      ],
    },
  };
}

function showing(body: Body, example: unknown): Body {
  const content = Object.entries(body.content ?? {}).map(([type, media]) => [type, { ...media, example }]);
  return { ...body, content: Object.fromEntries(content) };
}

function filledIn(path: string, { params = {}, query }: CallExample): string {
  const place = path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? name);
  return query === undefined ? place : `${place}?${new URLSearchParams(query)}`;
}

/** The same in JavaScript, for Node; a module, so that it may wait. */
function fetchOf({ body, sends, saves }: CallExample, { method, url }: { method: string; url: string }): string {
  const headers = [
    'authorization: "Bearer " + env.SIEGEL_API_KEY',
    ...(sends === undefined ? [] : ['"content-type": "application/pdf"']),
    ...(body === undefined ? [] : ['"content-type": "application/json"']),
  ];
  const json = `JSON.stringify(${jsonText(body)})`.replaceAll("\n", "\n  ");
  const sent = sends === undefined ? json : `await readFile("${sends}")`;
  const files = [sends && "readFile", saves && "writeFile"].filter(Boolean);
  return [
    ...(files.length === 0 ? [] : [`import { ${files.join(", ")} } from "node:fs/promises";`]),
    'import { env } from "node:process";',
    `const answer = await fetch("${url}", {`,
    ...(method === "get" ? [] : [`  method: "${method.toUpperCase()}",`]),
    `  headers: { ${headers.join(", ")} },`,
    ...(body === undefined && sends === undefined ? [] : [`  body: ${sent},`]),
    "});",
    saves === undefined
      ? "console.log(await answer.json());"
      : `await writeFile("${saves}", Buffer.from(await answer.arrayBuffer()));`,
  ].join("\n");
}

/** A command for a shell: the key is a variable, and no example has an apostrophe in it. */
function curlOf({ body, sends, saves }: CallExample, { method, url }: { method: string; url: string }): string {
  const asks = body !== undefined || sends !== undefined ? "POST" : "GET";
  return [
    `curl${method.toUpperCase() === asks ? "" : ` -X ${method.toUpperCase()}`} "${url}"`,
    `-H "Authorization: Bearer $SIEGEL_API_KEY"`,
    ...(sends === undefined ? [] : [`-H "Content-Type: application/pdf" --data-binary @${sends}`]),
    ...(body === undefined ? [] : [`-H "Content-Type: application/json" -d '${jsonText(body)}'`]),
    ...(saves === undefined ? [] : [`-o ${saves}`]),
  ].join(" \\\n  ");
}
