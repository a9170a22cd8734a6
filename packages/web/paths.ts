/** Every address of the web, once (signer-side.md §2). */

/** Who is where: the two ids of a signing link. */
export type SignerPath = { readonly workflow_id: string; readonly signer_id: string };

/** How a one-time code reaches the signer; the last part of the code page's address. */
export type CodeChannel = "sms" | "phone";

const workflow = ({ workflow_id, signer_id }: SignerPath): string =>
  `/workflow/${encodeURIComponent(workflow_id)}/${encodeURIComponent(signer_id)}`;

/** Builders of every address. */
export const paths = {
  root: "/",
  notFound: "/notfound",
  imprint: "/imprint",
  privacy: "/privacy_policy",
  finished: "/summary/finished",
  revoked: "/summary/revoked",
  login: ({ workflow_id, signer_id }: SignerPath): string =>
    `/login/${encodeURIComponent(workflow_id)}/${encodeURIComponent(signer_id)}`,
  credentials: (at: SignerPath): string => `${workflow(at)}/credentials`,
  documents: (at: SignerPath): string => `${workflow(at)}/documents`,
  document: (at: SignerPath, file: string): string => `${workflow(at)}/documents?file=${encodeURIComponent(file)}`,
  confirm: (at: SignerPath): string => `${workflow(at)}/documents?confirm=true`,
  authenticate: (at: SignerPath): string => `${workflow(at)}/authenticate`,
  code: (at: SignerPath, channel: CodeChannel): string => `${workflow(at)}/authenticate/twilio/${channel}`,
} as const;

/** The ids of a login address, or null for any other address. */
export function parseLoginPath(pathname: string): SignerPath | null {
  const parts = /^\/login\/([^/]+)\/([^/]+)\/?$/.exec(pathname);
  if (parts?.[1] === undefined || parts[2] === undefined) return null;
  try {
    return { workflow_id: decodeURIComponent(parts[1]), signer_id: decodeURIComponent(parts[2]) };
  } catch {
    return null; // a broken percent sequence names nothing
  }
}
