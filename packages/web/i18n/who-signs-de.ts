/** German sentences that hang on who signs: alone or with others, with a signature or a seal. */

/** A sentence for each case that differs. */
export const whoSignsDe = {
  "credentials.lead": "Diese Daten stehen später im Prüfprotokoll Ihrer Unterschrift, eine Telefonnummer nicht.",
  "credentials.leadCode":
    "Diese Daten stehen später im Prüfprotokoll Ihrer Unterschrift, die Telefonnummer nur gekürzt.",
  "credentials.leadSeal": "Diese Daten stehen später im Prüfprotokoll des Siegels, die Telefonnummer nur gekürzt.",
  "credentials.wrong": "Etwas stimmt nicht? Unterschreiben Sie noch nicht.",
  "credentials.wrongSeal": "Etwas stimmt nicht? Siegeln Sie noch nicht.",
  "refusal.lead": "Der Vorgang endet dann für alle. {name} erhält eine Nachricht mit Ihrem Grund.",
  "refusal.leadAlone": "Der Vorgang ist dann beendet. {name} erhält eine Nachricht mit Ihrem Grund.",
  "statement.others":
    "Andere können noch ihre eigenen Felder ausfüllen, aber nichts von dem ändern, was Sie gesehen haben.",
  "statement.copyAfterOthers": "Sie erhalten eine Ausfertigung mit Prüfprotokoll, sobald alle fertig sind.",
  "statement.copy": "Danach erhalten Sie eine Ausfertigung mit Prüfprotokoll.",
  "sign.pendingLead":
    "Ihre Bestätigung ist festgehalten, aber noch ist nichts unterschrieben: Ein Dienst antwortet gerade nicht. Wir versuchen es weiter und schreiben Ihnen. Sie können diese Seite schließen.",
  "seal.pendingLead":
    "Ihre Bestätigung ist festgehalten, aber noch ist nichts gesiegelt: Ein Dienst antwortet gerade nicht. Wir versuchen es weiter und schreiben Ihnen. Sie können diese Seite schließen.",
  "summary.openOne": "Es fehlt noch eine Person.",
  "summary.openMore": "Es fehlen noch {n} Personen.",
  "summary.openSome": "Es fehlt noch mindestens eine Person.",
  "summary.finished": "Unterschrieben und von allen abgeschlossen.",
  "summary.finishedAlone": "Unterschrieben und abgeschlossen.",
  "summary.finishedSeal": "Gesiegelt und abgeschlossen.",
  "summary.revokedYouLead": "Sie haben nichts unterschrieben. {name} erhält Ihren Grund.",
  "summary.revokedYouLeadSeal": "Sie haben nichts gesiegelt. {name} erhält Ihren Grund.",
  "summary.notSigned": "nicht unterschrieben",
  "summary.notSealed": "nicht gesiegelt",
  "summary.zone": "Zeitzone",
  "summary.zoneHere": "{zone}, wie auf diesem Gerät eingestellt. Das Prüfprotokoll nennt seine eigene.",
  "summary.wasOpen": "Stand noch aus",
  "summary.cancelledLead":
    "{name} hat ihn zurückgezogen, nachdem Sie unterschrieben hatten. Er ist nicht zustande gekommen. Sie müssen nichts tun; was Sie unterschrieben haben, können Sie hier weiter herunterladen.",
  "summary.cancelledLeadSeal":
    "{name} hat ihn zurückgezogen, nachdem Sie gesiegelt hatten. Er ist nicht zustande gekommen. Sie müssen nichts tun; was Sie gesiegelt haben, können Sie hier weiter herunterladen.",
} as const;
