/** The one record of what the server is made of: `main.ts` fills it, http and jobs hand it to the rooms. */
import type { ActivationSecret } from "@siegel/kernel/mac/activation.ts";
import type { Logger } from "pino";
import type { Config } from "./config.ts";
import type { Db } from "./db/database.ts";
import type { HealthChecks } from "./health-checks.ts";
import type { BlobStore } from "./ports/blobs.ts";
import type { Clock, TrustedTime } from "./ports/clock.ts";
import type { CodeHooks } from "./ports/code-hooks.ts";
import type { CodeTransport } from "./ports/code-transport.ts";
import type { EidProvider } from "./ports/eid.ts";
import type { OnFault } from "./ports/fault-log.ts";
import type { KeyStore } from "./ports/keys.ts";
import type { LogoDrawing } from "./ports/logo-drawing.ts";
import type { MailPort } from "./ports/mail.ts";
import type { OidcProvider } from "./ports/oidc.ts";
import type { PageDrawing } from "./ports/page-drawing.ts";
import type { Enqueue } from "./ports/queue.ts";
import type { Random } from "./ports/random.ts";
import type { RevocationStatusPort } from "./ports/revocation-status.ts";
import type { SecurityLog } from "./ports/security-log.ts";
import type { SigningModule } from "./ports/signing-module.ts";
import type { TextShapingPort } from "./ports/text-shaping.ts";
import type { TimestampPort } from "./ports/timestamp.ts";
import type { VideoIdentProvider } from "./ports/video-ident.ts";
import type { WebhookPort } from "./ports/webhooks.ts";
import type { JoinKeySecret, TokenSecret } from "./rooms/accounts/accounts.ts";
import type { BrowserSecret, FactorSecret, LinkSecret } from "./rooms/administrators/administrators.ts";
import type { AuthorityConfig } from "./rooms/authority/authority.ts";
import type { CodeSecret, SendLimits, WrongTries } from "./rooms/challenges/challenges.ts";
import type { IntakeWork, ValueWork } from "./rooms/documents/documents.ts";
import type { IdentitySecret } from "./rooms/identity-proofing/identity-proofing.ts";
import type { ServiceLook } from "./rooms/messages/messages.ts";
import type { SigningDeps } from "./rooms/signing/signing.ts";
import type { DeliveryPlaces } from "./rooms/webhooks/webhooks.ts";
import type { EndOpenWork, NoteChange } from "./rooms/workflows/workflows.ts";

/** Everything that rooms ask of the world, and how the service is configured. */
export type ServerDeps = {
  readonly config: Config;
  readonly log: Logger;
  /** Told of faults that rooms live through. */
  readonly onFault: OnFault;
  /** Told of sensitive acts that were refused. */
  readonly securityLog: SecurityLog;
  readonly version: string;
  readonly db: Db;
  readonly clock: Clock;
  /** For times that others rely on; `clock` is for deadlines and for what happened when. */
  readonly trustedTime: TrustedTime;
  readonly random: Random;
  readonly enqueue: Enqueue;
  readonly blobs: BlobStore;
  /** Where foreign files are read. */
  readonly intakeWork: IntakeWork;
  /** Where long values are laid out before they are stored. */
  readonly valueWork: ValueWork;
  /** Where pages are drawn; null where that is switched off. */
  readonly pageDrawing: PageDrawing | null;
  /** Where logos are written anew; null where nothing is drawn. */
  readonly logoDrawing: LogoDrawing | null;
  readonly intakeLimits: { readonly fileBytesMax: number; readonly pagesMax: number };
  readonly keys: KeyStore;
  /** Keys that open with their owner's password only. */
  readonly signingModule: SigningModule;
  readonly activationSecret: ActivationSecret;
  readonly authority: AuthorityConfig;
  readonly timestamp: TimestampPort;
  readonly revocation: RevocationStatusPort;
  readonly shaper: TextShapingPort;
  readonly mail: MailPort;
  /** What mails say of the service itself. */
  readonly service: ServiceLook;
  readonly codes: CodeTransport;
  readonly codeHooks: CodeHooks;
  readonly codeSecret: CodeSecret;
  readonly browserSecret: BrowserSecret;
  readonly tokenSecret: TokenSecret;
  readonly linkSecret: LinkSecret;
  readonly factorSecret: FactorSecret;
  readonly identitySecret: IdentitySecret;
  readonly joinKeySecret: JoinKeySecret;
  /** Where people may log in beside the password; null: nowhere. */
  readonly oidc: OidcProvider | null;
  /** Who reads ID cards; null: nobody. */
  readonly eid: EidProvider | null;
  /** Who identifies by video; null: nobody. */
  readonly videoIdent: VideoIdentProvider | null;
  readonly wrongTries: WrongTries;
  readonly approvalSecret: SigningDeps["approvalSecret"];
  readonly holderSecret: SigningDeps["holderSecret"];
  readonly endOpenWork: EndOpenWork;
  readonly noteChange: NoteChange;
  readonly webhooks: WebhookPort;
  readonly deliveryPlaces: DeliveryPlaces;
  readonly codeLimits: SendLimits;
  /** Named in a code's message: the provider, and the host name of the web pages. */
  readonly codeSender: { readonly provider: string; readonly host: string };
  /** Address of the web pages, without a slash at the end. */
  readonly publicUrl: string;
  readonly providerName: string;
  /** IANA name of the zone in which times are written for people. */
  readonly zone: string;
  /** Parts whose health is told at `/api/health`. */
  readonly healthChecks: HealthChecks;
  /** Whether this process was told to stop: a balancer shall send nobody here any more. */
  readonly isStopping: () => boolean;
  /** Does work that may outlive its caller; a stopping process waits for it. */
  readonly atWork: <T>(work: () => Promise<T>) => Promise<T>;
  /** The number by which others see that this process lives (db/presence.ts). */
  readonly presence: () => number | null;
};
