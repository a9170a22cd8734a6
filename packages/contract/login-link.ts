/** The address of an invitation: the server writes it into mails and answers, the web opens it (signer-side.md §2). */

/** The two ids of a signing link. */
export type LinkIds = { readonly workflow_id: string; readonly signer_id: string };

/** The path that a link opens. */
export function loginPath({ workflow_id, signer_id }: LinkIds): string {
  return `/login/${encodeURIComponent(workflow_id)}/${encodeURIComponent(signer_id)}`;
}

/** The whole link; `publicUrl` is where the service is reached, without a slash at its end. */
export function loginLink(publicUrl: string, ids: LinkIds): string {
  return publicUrl + loginPath(ids);
}

/** The ids of a login path, or null for any other path. */
export function parseLoginPath(pathname: string): LinkIds | null {
  const parts = /^\/login\/([^/]+)\/([^/]+)\/?$/.exec(pathname);
  if (parts?.[1] === undefined || parts[2] === undefined) return null;
  try {
    return { workflow_id: decodeURIComponent(parts[1]), signer_id: decodeURIComponent(parts[2]) };
  } catch {
    return null; // a broken percent sequence names nothing
  }
}
