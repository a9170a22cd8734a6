/** The last day of a token, as a field of kind date says it: YYYY-MM-DD, in the device's zone. */

/** The day of a moment. */
export function dayOf(at: Date): string {
  const [year, month, day] = [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) =>
    String(part).padStart(2, "0"),
  );
  return `${year}-${month}-${day}`;
}

/** The moment at which a day ends; where the licence ends on that day, its moment. */
export function endOfDay(day: string, licenceEnds: string | null): string {
  if (licenceEnds !== null && dayOf(new Date(licenceEnds)) === day) return licenceEnds;
  return new Date(`${day}T23:59:59`).toISOString();
}

/** What is offered: a year from now, or the licence's last day. */
export function inOneYear(now: Date, licenceEnds: string | null): string {
  const then = new Date(now.getFullYear() + 1, now.getMonth(), now.getDate());
  return dayOf(licenceEnds !== null && new Date(licenceEnds) < then ? new Date(licenceEnds) : then);
}
