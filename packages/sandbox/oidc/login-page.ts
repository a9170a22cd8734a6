/** The page of the sandbox's login service: who do you want to be? */

/** Persons to choose from; the service that asks knows them by `subject` alone. */
const demoPersons = [
  { subject: "8c1f-anneke", name: "Anneke Petersen", email: "anneke.petersen@hafenwerk.example" },
  { subject: "27d0-jonas", name: "Jonas Feddersen", email: "jonas.feddersen@hafenwerk.example" },
  { subject: "b94e-mirjam", name: "Mirjam Nygaard", email: "mirjam.nygaard@nygaard.example" },
] as const;

/** The page as HTML. `service`: the address that the browser is sent back to. */
export function renderLogin(uid: string, service: string): string {
  const persons = demoPersons.map(
    ({ subject, name, email }, at) =>
      `<label><input type="radio" name="person" value="${subject}"${at === 0 ? " checked" : ""}> <b>${name}</b> <span>${email}</span></label>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Login service of the demo</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/inbox.css"></head>
<body><header><h1><span class="ring" aria-hidden="true"></span>Login service of the demo</h1>
<p>It plays the service where the people of a company log in. There are no passwords: choose who you are.</p></header>
<main><form class="who" method="post" action="${escapeHtml(uid)}">
<fieldset><legend>${escapeHtml(hostOf(service))} asks who you are</legend>
${persons.join("\n")}
<label class="typed">Somebody else <input name="typed" maxlength="255" autocomplete="off" placeholder="any name or address"></label></fieldset>
<div class="acts"><button type="submit">Log in</button><button type="submit" name="cancel" value="1">Cancel</button></div>
</form></main></body></html>`;
}

const hostOf = (address: string): string => URL.parse(address)?.host ?? address;

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
