/** The inbox as a page: everything that was sent, newest first, with one message open beside the list. */
import type { Message, MessageChannel } from "./inbox.ts";

/** What the page shows: the filtered messages, the open one, and the filter. */
export type InboxView = {
  readonly messages: readonly Message[];
  readonly opened: Message | undefined;
  readonly channel: MessageChannel | undefined;
  readonly to: string | undefined;
};

const channelNames = { mail: "Mail", sms: "Text", voice: "Call" } as const satisfies Record<MessageChannel, string>;

/** The whole page as HTML. */
export function renderInbox(view: InboxView): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${view.messages.length === 0 ? "" : `(${view.messages.length}) `}Inbox of the demo</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/inbox.css"><script type="module" src="/inbox.js"></script></head>
<body${view.opened === undefined ? "" : ' class="opened"'}>
<header><h1><span class="ring" aria-hidden="true"></span>Inbox of the demo</h1>
<p>Nothing here left this machine. Mails, text messages and calls of the demo arrive on this page.</p></header>
<main><section class="list" aria-label="Messages">${renderFilter(view)}
<div id="messages" aria-live="polite">${renderList(view)}</div></section>
<section class="message" aria-label="Opened message">${view.opened === undefined ? renderNothing(view) : renderMessage(view.opened, view)}</section></main>
</body></html>`;
}

/** Only the list, which the page requests every two seconds. */
export function renderList(view: InboxView): string {
  if (view.messages.length === 0) return '<p class="empty">Nothing has arrived yet.</p>';
  return `<ol>${view.messages.map((message) => renderRow(message, view)).join("")}</ol>`;
}

/** A mail's HTML with its inline images, for a frame that may not run scripts or load anything; only the page may measure it (inbox.js). */
export function renderMailBody(message: Message): string {
  const html = message.html ?? `<pre>${escapeHtml(message.text)}</pre>`;
  // Links open in a new tab: the frame may not load anything.
  const base = '<base target="_blank">';
  const based = /<head[^>]*>/i.test(html) ? html.replace(/<head[^>]*>/i, (head) => head + base) : base + html;
  return based.replace(/cid:([^"'\s>)]+)/g, (whole, contentId: string) => {
    const part = message.attachments.find((candidate) => candidate.contentId === contentId);
    return part === undefined
      ? whole
      : `data:${part.contentType};base64,${Buffer.from(part.content).toString("base64")}`;
  });
}

function renderFilter(view: InboxView): string {
  const chip = (channel: MessageChannel | undefined, label: string): string =>
    `<a href="${escapeHtml(address(view, { channel }))}"${view.channel === channel ? ' aria-current="true"' : ""}>${label}</a>`;
  const kept = view.channel === undefined ? "" : `<input type="hidden" name="channel" value="${view.channel}">`;
  return `<nav aria-label="Channels">${chip(undefined, "All")}${chip("mail", "Mails")}${chip("sms", "Texts")}${chip("voice", "Calls")}</nav>
<form role="search"><label for="to">Sent to</label><input id="to" name="to" type="search" value="${escapeHtml(view.to ?? "")}" placeholder="address or number">${kept}</form>`;
}

function renderRow(message: Message, view: InboxView): string {
  const current = message.id === view.opened?.id ? ' aria-current="true"' : "";
  return `<li><a href="${escapeHtml(address(view, { id: message.id }))}"${current}>
<span class="channel ${message.channel}">${channelNames[message.channel]}</span><time datetime="${message.at}">${clockTime(message.at)}</time>
<b>${escapeHtml(message.subject ?? (message.text.split("\n")[0] || "(empty)"))}</b><span class="to">${escapeHtml(message.to)}</span></a></li>`;
}

function renderMessage(message: Message, view: InboxView): string {
  const back = `<a class="back" href="${escapeHtml(address(view, {}))}">All messages</a>`;
  const row = (term: string, value: string): string => `<dt>${term}</dt><dd>${escapeHtml(value)}</dd>`;
  const facts = `<dl>${row("From", message.from)}${row("To", message.to)}${row("At", `${message.at.slice(0, 10)} ${clockTime(message.at)} (UTC)`)}</dl>`;
  const title = message.subject ?? `${channelNames[message.channel]} to ${message.to}`;
  return `${back}<h2>${escapeHtml(title)}</h2>${facts}${message.channel === "mail" ? renderMail(message) : renderBubbles(message)}`;
}

function renderMail(message: Message): string {
  const files = message.attachments
    .map((part, index) => ({ part, index }))
    .filter(({ part }) => part.contentId === null)
    .map(
      ({ part, index }) => `<li><a href="/messages/${message.id}/parts/${index}">${escapeHtml(part.filename)}</a></li>`,
    );
  const list = files.length === 0 ? "" : `<ul class="files" aria-label="Attachments">${files.join("")}</ul>`;
  return `${list}<iframe title="The mail as its reader sees it" sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox" src="/messages/${message.id}/body"></iframe>
<details><summary>As plain text</summary><pre>${escapeHtml(message.text)}</pre></details>`;
}

function renderBubbles(message: Message): string {
  const lines = message.channel === "voice" ? message.text.split("\n") : [message.text];
  return `<div class="bubbles ${message.channel}">${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join("")}</div>`;
}

function renderNothing(view: InboxView): string {
  return `<p class="empty">${view.messages.length === 0 ? "" : "Choose a message to read it."}</p>`;
}

function address(view: InboxView, change: { id?: string; channel?: MessageChannel | undefined }): string {
  const query = new URLSearchParams();
  const channel = "channel" in change ? change.channel : view.channel;
  if (channel !== undefined) query.set("channel", channel);
  if (view.to !== undefined && view.to !== "") query.set("to", view.to);
  if (change.id !== undefined) query.set("id", change.id);
  return query.size === 0 ? "/" : `/?${query}`;
}

function clockTime(at: string): string {
  return at.slice(11, 19);
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
