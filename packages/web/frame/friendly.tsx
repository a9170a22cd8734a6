import type { JSX, ReactNode } from "react";
import { useText } from "../i18n/catalogue.ts";
import { Icon } from "../ui/icons.tsx";

const figures = {
  clock: "M60 44v17l11 7",
  question: "M52 54a8 8 0 1 1 11 7.4c-2 .9-3 2-3 4.6M60 72v.1",
  cross: "m50 50 20 20M70 50 50 70",
  check: "m47 61 9.500 9.500L74 51",
  pause: "M52 48v24M68 48v24",
} as const;

/** Whom to write to. */
export type Contact = { readonly name: string; readonly email: string; readonly organisation?: string };

type Props = {
  readonly figure: keyof typeof figures;
  readonly title: string;
  readonly lead: string;
  /** What the figure shows, where it carries meaning of its own. */
  readonly imageLabel?: string;
  readonly contact?: Contact | null;
  readonly children?: ReactNode;
};

/** A page where the journey ends kindly: what happened, what to do, whom to ask. */
export function Friendly({ figure, title, lead, imageLabel, contact = null, children }: Props): JSX.Element {
  return (
    <div className="friendly">
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: it has one wherever the figure means something of its own */}
      <svg
        width="120"
        height="120"
        viewBox="0 0 120 120"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        strokeLinecap="round"
        role={imageLabel === undefined ? undefined : "img"}
        aria-hidden={imageLabel === undefined || undefined}
      >
        {imageLabel !== undefined && <title>{imageLabel}</title>}
        <circle cx="60" cy="60" r="54" stroke="var(--color-brand-line)" strokeWidth="1" />
        <path d="M83 20.2A46 46 0 1 0 103 44" stroke="var(--color-brand-edge)" />
        <circle cx="60" cy="60" r="30" stroke="var(--color-brand-line)" strokeWidth="1" />
        <path d={figures[figure]} stroke="var(--color-ink)" />
      </svg>
      <div className="stack">
        <h1>{title}</h1>
        <p className="lead">{lead}</p>
      </div>
      {contact !== null && <ContactCard contact={contact} />}
      {children}
    </div>
  );
}

function ContactCard({ contact }: { contact: Contact }): JSX.Element {
  const t = useText();
  const initials = contact.name
    .split(/\s+/)
    .map((part) => part[0] ?? "")
    .join("")
    .slice(0, 2);
  return (
    <div className="sheet part row who-card mt-2 w-full max-w-form gap-4 text-left">
      <span className="avatar" aria-hidden="true">
        {initials}
      </span>
      <span className="grow">
        <b>{contact.name}</b>
        {contact.organisation !== undefined && <span className="small muted block">{contact.organisation}</span>}
      </span>
      <a
        className="btn btn-sm btn-side"
        href={`mailto:${contact.email}`}
        aria-label={t("frame.writeTo", { name: contact.name })}
      >
        <Icon name="mail" size={18} />
        {t("frame.write")}
      </a>
    </div>
  );
}
