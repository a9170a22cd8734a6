/** A bare server in a process of its own that answers each request with as many bytes as it is told: what a download cannot do without. It prints its port. */
import { createServer } from "node:http";

const bytes = Buffer.alloc(Number(process.argv[2]), 0x5a);
const server = createServer((_, response) => {
  response.setHeader("content-type", "application/pkix-crl").end(bytes);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(`${typeof address === "object" ? address?.port : ""}\n`);
});
