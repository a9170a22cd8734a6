/** What is done with a person at once, without a question: it can be taken back, or harms nobody. */
import type { PersonView } from "@siegel/contract/calls/people.ts";
import { callAccount } from "../../api/account-client.ts";
import { notify } from "../../api/notices.ts";
import { translateNow } from "../../i18n/catalogue.ts";
import { nameOf } from "./person-name.ts";
import { tellLines } from "./tell-lines.ts";

/** Lets a person log in again. */
export async function enable(people: readonly PersonView[]): Promise<void> {
  const body = { ids: people.map(({ user_id }) => user_id), active: true };
  const answer = await callAccount("setAdministratorActive", { body });
  const [first] = people;
  if (people.length === 1 && first !== undefined) tellOne(answer, "users.enabledDone", first);
  else if (answer.ok) tellLines(answer.data);
}

/** Sends an invitation again. */
export async function resend({ user_id: id, email }: PersonView): Promise<void> {
  const answer = await callAccount("resendInvitation", { params: { id } });
  if (answer.ok) notify("success", translateNow("users.invitedDone", { email }));
}

function tellOne(
  answer: Awaited<ReturnType<typeof callAccount<"setAdministratorActive">>>,
  key: "users.enabledDone",
  person: PersonView,
): void {
  if (!answer.ok) return;
  if (answer.data.every(({ code }) => code === null)) notify("success", translateNow(key, { name: nameOf(person) }));
  else tellLines(answer.data);
}
