/**
 * Ports and credentials of the development sandbox. The sandbox and the server's configuration use them as defaults; production refuses
 * every one of them (decisions.md §1).
 */

/** Default of `SIEGEL_SANDBOX_PORT`: inbox, Twilio REST, RFC 3161 and RFC 6960. */
export const sandbox_port = 3_001;
/** Default of `SIEGEL_SANDBOX_SMTP_PORT`: the sandbox port plus this. */
export const sandbox_smtp_port_offset = 1_000;
/** Default of `SIEGEL_TWILIO_ACCOUNT_SID`. */
export const sandbox_account_sid = "AC5a6e64626f78000000000000000000ff";
/** Default of `SIEGEL_TWILIO_AUTH_TOKEN`: Basic auth and the key of callback signatures. */
export const sandbox_auth_token = "73616e64626f782d746f6b656e2d3031";
/** Default of `SIEGEL_TWILIO_FROM`: the number that texts and calls come from. */
export const sandbox_sender_number = "+4915550000000";

/** Where the sandbox's login provider is, below the sandbox's address: the default of `SIEGEL_OIDC_ISSUER`. */
export const sandbox_oidc_path = "/oidc";
/** Default of `SIEGEL_OIDC_CLIENT_ID`. */
export const sandbox_oidc_client_id = "siegel";
/** Default of `SIEGEL_OIDC_CLIENT_SECRET`. */
export const sandbox_oidc_client_secret = "73616e64626f782d6f6964632d736563726574";

/** Channels whose next calls `POST /api/faults` makes fail (decisions.md §2). */
export const fault_channels = ["mail", "sms", "voice", "tsa", "ocsp"] as const;
/** A channel of the sandbox. */
export type FaultChannel = (typeof fault_channels)[number];

/**
 * `down` no answer · `slow` the right answer, late · `reject` a refusal of the protocol · `garbage` an invalid answer ·
 * `answer-lost` the work is done, but the answer does not arrive.
 */
export const fault_modes = ["down", "slow", "reject", "garbage", "answer-lost"] as const;
/** How a call of the sandbox fails. */
export type FaultMode = (typeof fault_modes)[number];
