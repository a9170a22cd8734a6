/** A program that receives events and checks them, as the API page and the administration show it. A test runs it against a real delivery. */
export const receiverExample = `// npm install standardwebhooks
// WEBHOOK_SECRET=whsec_… node receive.mjs
import { createServer } from "node:http";
import { env } from "node:process";
import { Webhook } from "standardwebhooks";

const webhook = new Webhook(env.WEBHOOK_SECRET);

createServer(async (request, response) => {
  request.setEncoding("utf8");
  let body = "";
  for await (const part of request) body += part;
  try {
    // Checks signature and time. The same webhook-id may come twice.
    const event = webhook.verify(body, request.headers);
    console.log(request.headers["webhook-id"], event.type, event.data);
    response.writeHead(204).end();
  } catch {
    response.writeHead(401).end();
  }
}).listen(env.PORT ?? 8080);`;
