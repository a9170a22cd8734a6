/** HTTP exchanges with providers: limited in time and size, never led elsewhere by a redirect. */

/** What to ask and how much answer to accept. */
export type Exchange = {
  readonly url: string;
  readonly method: "GET" | "POST";
  readonly body?: Uint8Array;
  readonly contentType?: string;
  /** Besides those that follow from the rest. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The media type the answer must have. */
  readonly accept: string;
  readonly timeoutMs: number;
  readonly bytesMax: number;
};

/** The bytes of an answer 200, or to a POST also 201. @throws Error naming the host and what was wrong, with `cause` where there is one */
export async function fetchBytes(exchange: Exchange): Promise<Uint8Array> {
  const host = new URL(exchange.url).host;
  try {
    const answer = await fetch(exchange.url, {
      method: exchange.method,
      redirect: "error",
      signal: AbortSignal.timeout(exchange.timeoutMs),
      headers: {
        ...exchange.headers,
        accept: exchange.accept,
        ...(exchange.contentType === undefined ? {} : { "content-type": exchange.contentType }),
      },
      ...(exchange.body === undefined ? {} : { body: Buffer.from(exchange.body) }),
    });
    const isGood = answer.status === 200 || (answer.status === 201 && exchange.method === "POST");
    if (!isGood) throw new Error(`status ${answer.status}`);
    const type = answer.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
    if (type !== exchange.accept) throw new Error(`content type ${type ?? "missing"} instead of ${exchange.accept}`);
    return await readLimited(answer, exchange.bytesMax);
  } catch (cause) {
    throw new Error(`no usable answer from ${host}`, { cause });
  }
}

/** An answer is larger than any that was asked for. */
export class AnswerTooLarge extends Error {
  constructor(bytesMax: number) {
    super(`more than ${bytesMax} bytes`);
  }
}

/** The bytes of an answer, unpacked; what is beyond `bytesMax` is not even read. @throws AnswerTooLarge */
export async function readLimited(answer: Response, bytesMax: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    size += part.length;
    if (size > bytesMax) throw new AnswerTooLarge(bytesMax);
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}
