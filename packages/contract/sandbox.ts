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

/** Default of `SIEGEL_SANDBOX_EID_PORT`, where a real eID client connects (TLS with a pre-shared key): the sandbox port plus this. */
export const sandbox_eid_port_offset = 2_000;
/** Where the sandbox's eID-Server takes TR-03130 messages, below the sandbox's address. */
export const sandbox_eid_soap_path = "/eid/soap";
/** The certificate (PEM) under which the sandbox's eID-Server signs its answers. */
export const sandbox_eid_certificate_path = "/eid/certificate.pem";
/** The sandbox's eID client: what a person without the real one uses, and tests. The default of `SIEGEL_EID_CLIENT_URL` in development. */
export const sandbox_eid_client_path = "/eID-Client";
/** Where the sandbox's issuer for ID cards is (OpenID Connect). */
export const sandbox_eid_oidc_path = "/eid/oidc";
/** Default of `SIEGEL_EID_OIDC_CLIENT_ID` where that issuer is used. */
export const sandbox_eid_oidc_client_id = "siegel-eid";
/** Default of `SIEGEL_EID_OIDC_CLIENT_SECRET` there. */
export const sandbox_eid_oidc_client_secret = "73616e64626f782d6569642d736563726574";
/** Where the sandbox's video provider is: the default of `SIEGEL_VIDEO_URL`. */
export const sandbox_video_path = "/video";
/** Default of `SIEGEL_VIDEO_API_KEY`. */
export const sandbox_video_api_key = "73616e64626f782d766964656f2d6b6579";
/** Default of `SIEGEL_VIDEO_WEBHOOK_SECRET`. */
export const sandbox_video_webhook_secret = "73616e64626f782d766964656f2d686f6f6b";

/** Channels whose next calls `POST /api/faults` makes fail (decisions.md §2). */
export const fault_channels = ["mail", "sms", "voice", "tsa", "ocsp", "eid", "video"] as const;
/** A channel of the sandbox. */
export type FaultChannel = (typeof fault_channels)[number];

/**
 * `down` no answer · `slow` the right answer, late · `reject` a refusal of the protocol · `garbage` an invalid answer ·
 * `answer-lost` the work is done, but the answer does not arrive.
 */
export const fault_modes = ["down", "slow", "reject", "garbage", "answer-lost"] as const;
/** How a call of the sandbox fails. */
export type FaultMode = (typeof fault_modes)[number];
