/**
 * What a journey cannot do without, and nothing else: a bare server in a process of its own, which `journey-needed.ts` starts with
 * the address of a database, the port of a mail server and the size of a mail. GET asks the database one question; POST does that too,
 * and then the work of a journey. It prints its port.
 */
import { createServer } from "node:http";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import pg from "pg";
import { issuePerson } from "../../fixtures/hierarchy.ts";
import { bltaSide } from "../kernel/signatures.ts";
import { makeTrust } from "../kernel/trust.ts";

const [databaseUrl = "", mailPort = "", mailBytes = ""] = process.argv.slice(2);
const connections = 8;
const commits = 25;
const mails = 2;
const signatures = 2;

const pool = new pg.Pool({ connectionString: databaseUrl, max: connections });
const trust = await makeTrust();
const signature = bltaSide(trust);
const mail = `${`${"m".repeat(74)}\r\n`.repeat(Math.ceil(Number(mailBytes) / 76))}.\r\n`;

async function ask(): Promise<string> {
  const { rows } = await pool.query("select text from bench_row where id = $1", [
    1 + Math.floor(Math.random() * 1_000),
  ]);
  return JSON.stringify(rows);
}

async function work(): Promise<void> {
  await issuePerson(trust.issuingCa, { algorithm: "ecdsa-p256-sha256", name: "Käthe Größe", number: "1" });
  for (let i = 0; i < signatures; i += 1) await signature.once();
  for (let i = 0; i < commits; i += 1) await pool.query("insert into bench_commit values (now())");
  for (let i = 0; i < mails; i += 1) await sendMail();
}

/** RFC 5321: one mail, each line answered before the next is written. */
async function sendMail(): Promise<void> {
  const socket = connect(Number(mailPort), "127.0.0.1");
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const answered = async (): Promise<void> => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done === true) throw new Error("the mail server hung up");
      if (/^\d{3} /.test(value)) return;
    }
  };
  await answered();
  for (const line of ["EHLO bench", "MAIL FROM:<a@bench.example>", "RCPT TO:<b@bench.example>", "DATA"]) {
    socket.write(`${line}\r\n`);
    await answered();
  }
  socket.write(mail);
  await answered();
  socket.end("QUIT\r\n");
}

const server = createServer((request, response) => {
  const done = async (): Promise<void> => {
    const answer = await ask();
    if (request.method === "POST") await work();
    response.setHeader("content-type", "application/json").end(answer);
  };
  done().catch((fault: unknown) => response.writeHead(500).end(String(fault)));
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(`${typeof address === "object" ? address?.port : ""}\n`);
});
