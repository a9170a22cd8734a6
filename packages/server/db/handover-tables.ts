/** Tables of the room `handover` (migration 0026). */

/** Tables of the room `handover`. */
export interface HandoverTables {
  /** One row a session: the secret it made last, and what was given with it until it is taken. */
  signature_handover: {
    session_id: string;
    /** SHA-256 of the secret, hex. */
    token_hash: string;
    /** How many secrets this session has made. */
    opened: number;
    expires_at: Date;
    given_at: Date | null;
    width: number | null;
    height: number | null;
    png: Uint8Array | null;
  };
}
