/** What the outside world received: the sandbox's inbox, read as its JSON (decisions.md §2). */

/** One mail, text message or call. */
export type Message = {
  id: string;
  channel: "mail" | "sms" | "voice";
  to: string;
  subject: string | null;
  text: string;
  html: string | null;
  at: string;
};

/** Messages to one address or number, newest first. */
export async function messagesTo(sandboxUrl: string, to: string, channel: Message["channel"]): Promise<Message[]> {
  const answer = await fetch(`${sandboxUrl}/api/messages?to=${encodeURIComponent(to)}&channel=${channel}`);
  return (await answer.json()) as Message[];
}

/** Waits for a message beyond the `seen` ones. @throws after 20 s */
export async function nextMessage(
  sandboxUrl: string,
  to: string,
  wanted: { channel: Message["channel"]; seen?: number; about?: RegExp },
): Promise<Message> {
  for (let i = 0; i < 200; i++) {
    const all = (await messagesTo(sandboxUrl, to, wanted.channel)).filter((m) =>
      (wanted.about ?? /^/).test(`${m.subject ?? ""}\n${m.text}`),
    );
    const newest = all[0];
    if (newest !== undefined && all.length > (wanted.seen ?? 0)) return newest;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`no ${wanted.channel} to ${to}`);
}

/** The six digits of a text message or call (spoken digits stand apart). */
export function codeIn(message: Message): string {
  const code =
    message.channel === "sms"
      ? /\b(\d{6})\b/.exec(message.text)?.[1]
      : /(?:\b\d\b\D+){5}\b\d\b/.exec(message.text)?.[0].replace(/\D/g, "");
  if (code === undefined) throw new Error(`no code in: ${message.text}`);
  return code;
}

/** Spoils the next calls of a channel. */
export async function spoil(
  sandboxUrl: string,
  fault: { channel: string; mode: string; count: number },
): Promise<void> {
  await fetch(`${sandboxUrl}/api/faults`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(fault),
  });
}
