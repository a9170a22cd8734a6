/** A mail server that takes everything and keeps the sizes: what both sides of `http.journey.needed` send their mails to. */
import { createServer, type Socket } from "node:net";

/** `takeSizes` answers the bytes of the mails since it was last asked. */
export type MailSink = {
  readonly port: number;
  readonly takeSizes: () => readonly number[];
  readonly close: () => void;
};

/** Opens it on a free port of loopback. */
export async function openMailSink(): Promise<MailSink> {
  let sizes: number[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    speak(socket, (size) => sizes.push(size));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: typeof address === "object" ? (address?.port ?? 0) : 0,
    takeSizes: () => {
      const taken = sizes;
      sizes = [];
      return taken;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

const end_of_mail = "\r\n.\r\n";

/** RFC 5321, as little of it as a client needs. */
function speak(socket: Socket, onMail: (size: number) => void): void {
  let mail: { size: number; tail: string } | null = null;
  let typed = "";
  socket.write("220 bench ESMTP\r\n");
  socket.on("data", (bytes) => {
    if (mail !== null) {
      mail.size += bytes.length;
      mail.tail = (mail.tail + bytes.toString("latin1")).slice(-end_of_mail.length);
      if (mail.tail !== end_of_mail) return;
      onMail(mail.size);
      mail = null;
      socket.write("250 taken\r\n");
      return;
    }
    const lines = (typed + bytes.toString("latin1")).split("\r\n");
    typed = lines.pop() ?? "";
    for (const line of lines) {
      if (/^DATA$/i.test(line)) {
        mail = { size: 0, tail: "" };
        socket.write("354 go on\r\n");
      } else if (/^QUIT$/i.test(line)) socket.end("221 bye\r\n");
      else socket.write("250 fine\r\n");
    }
  });
}
