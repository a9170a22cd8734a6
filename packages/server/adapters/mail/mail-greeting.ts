/** Whether a mail server answers as one, and takes our name and password, without sending anything (RFC 5321 §3.1, §4.1.1.1). */
import { createTransport } from "nodemailer";

const patience_ms = 10_000;

/** Connects, greets, logs in where the address has a user, and leaves. @throws with what the server said, or that it has no STARTTLS */
export async function greetMailServer(url: string, { requiresTls }: { readonly requiresTls: boolean }): Promise<void> {
  const times = { connectionTimeout: patience_ms, greetingTimeout: patience_ms, socketTimeout: patience_ms };
  const transport = createTransport({ url, requireTLS: requiresTls, ...times });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}
