/** What a page says when no answer came, in German; under `Responses.` what stands in banners, though no server sends it. */
export const lostAnswersDe = {
  "Responses.LOGGED_OUT": "Sie haben sich abgemeldet. Was Sie eingetragen haben, bleibt erhalten.",
  "Responses.LOGGED_OUT_AFTER": "Sie haben sich abgemeldet.",
  "Responses.SESSION_ENDED_AFTER":
    "Ihre Anmeldung ist abgelaufen. Wenn Sie noch einmal nachsehen möchten, melden Sie sich in diesem Tab neu an.",
  "Responses.LOGGED_OUT_HERE":
    "Auf diesem Gerät sind Sie abgemeldet. Von uns kam aber keine Antwort: Ihre Sitzung endet von selbst, wenn sie eine Weile nicht benutzt wird.",
  "Responses.NOT_SIGNED":
    "Das hat gerade nicht geklappt. Nichts wurde unterschrieben oder gesiegelt. Versuchen Sie es in einer Minute noch einmal.",
  "Responses.SIGNING_UNKNOWN":
    "Wir haben keine Antwort erhalten und wissen nicht, ob Ihre Bestätigung angekommen ist. Öffnen Sie den Link aus Ihrer E-Mail noch einmal: Dort steht es.",
  "Responses.REFUSAL_UNKNOWN":
    "Wir haben keine Antwort erhalten und wissen nicht, ob Ihre Ablehnung angekommen ist. Ihr Grund steht noch hier: Versuchen Sie es noch einmal.",
  "sign.unansweredLead":
    "Wir bekommen keine Antwort; vielleicht sind Sie offline. Lassen Sie diese Seite offen: Es geht von selbst weiter, und hier steht, was daraus geworden ist.",
  "code.unknownLead": "Vielleicht ist ein Code unterwegs.",
  "code.unknown":
    "Wir haben keine Antwort erhalten. Fordern Sie noch einmal einen Code an: Ist gerade einer unterwegs, gilt er hier; sonst schicken wir einen neuen.",
  "code.tooSoonLead": "Im Moment können wir keinen Code senden.",
  "code.tooSoon": "Vor Kurzem haben wir schon Codes gesendet. Der nächste ist ab {time} Uhr möglich.",
} as const;
