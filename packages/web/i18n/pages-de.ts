/** German texts of the pages beside the journey: where it ends, and what everybody may read. */

/** One sentence or a few for every such page. */
export const pagesDe = {
  "session.ending": "Sind Sie noch da?",
  "session.endingLead":
    "Zu Ihrem Schutz melden wir Sie ab, wenn lange nichts geschieht. Was Sie eingetragen haben, ist gespeichert.",
  "session.endingLeadAfter": "Zu Ihrem Schutz melden wir Sie ab, wenn lange nichts geschieht.",
  "session.closing": "Diese Anmeldung endet gleich.",
  "session.closingLead":
    "Zu Ihrem Schutz gilt sie höchstens eine Stunde. Was Sie eingetragen haben, ist gespeichert; nach einer neuen Anmeldung machen Sie dort weiter.",
  "session.closingLeadAfter":
    "Zu Ihrem Schutz gilt sie höchstens eine Stunde. Danach können Sie sich neu anmelden und noch einmal nachsehen.",
  "session.left": "Noch {time}",
  "session.stay": "Weiterarbeiten",
  "session.leave": "Abmelden",
  "session.again": "Neu anmelden",
  "session.later": "Noch nicht",
  "session.over": "Sie sind abgemeldet.",
  "session.overLead": "Was Sie eingetragen haben, bleibt erhalten. Melden Sie sich hier, in diesem Tab, neu an.",
  "session.overLeadAfter":
    "Möchten Sie noch einmal nachsehen oder etwas herunterladen? Dann melden Sie sich in diesem Tab neu an.",
  "session.none": "In diesem Tab sind Sie nicht angemeldet.",
  "session.noneLead": "Melden Sie sich an, dann geht es weiter.",
  "ended.expired": "Dieser Link ist abgelaufen.",
  "ended.expiredLead":
    "In Ihrem Namen ist nichts geschehen. Wenn Sie noch mitmachen möchten, bitten Sie um eine neue Einladung.",
  "ended.turn": "Sie sind noch nicht an der Reihe.",
  "ended.turnLead":
    "Vor Ihnen ist noch eine andere Person an der Reihe. Wir schreiben Ihnen, sobald Sie an der Reihe sind.",
  "ended.refused": "Dieser Vorgang wurde abgelehnt.",
  "ended.refusedLead": "Jemand hat abgelehnt, bevor Sie an der Reihe waren. Sie müssen nichts weiter tun.",
  "ended.cancelled": "Dieser Vorgang wurde zurückgezogen.",
  "ended.cancelledLead": "Beendet hat ihn die Person, die Sie eingeladen hat. Sie müssen nichts weiter tun.",
  "ended.unavailable": "Das hat gerade nicht geklappt.",
  "ended.unavailableLead": "Nichts ist verloren. Versuchen Sie es in einer Minute noch einmal.",
  "start.title": "Hier werden Dokumente unterschrieben.",
  "start.lead":
    "Dafür brauchen Sie den Link aus Ihrer Einladung. Öffnen Sie ihn direkt aus der E-Mail; beim Kopieren wird er leicht abgeschnitten.",
  "start.image": "Ein offener Ring mit einem Haken",
  "start.sandbox":
    "Das ist eine Testumgebung. E-Mails, SMS und Anrufe erreichen niemanden; sie kommen im Posteingang der Testumgebung an.",
  "start.inbox": "Posteingang der Testumgebung öffnen",
  "start.api": "Beschreibung der Programmierschnittstelle (auf Englisch)",
  "notFound.title": "Diese Seite gibt es nicht.",
  "notFound.lead":
    "Vielleicht wurde der Link beim Kopieren abgeschnitten. Öffnen Sie ihn noch einmal direkt aus der E-Mail.",
  "notFound.help": "Hilft das nicht? Schreiben Sie der Person, die Sie eingeladen hat.",
  "notFound.image": "Ein offener Ring mit einem Fragezeichen",
  "legal.imprint": "Impressum",
  "legal.privacy": "Datenschutz",
  "legal.terms": "Nutzungsbedingungen",
  "legal.version": "Fassung {version}",
  "legal.empty": "Der Anbieter hat hier noch nichts hinterlegt.",
  "certificates.title": "Zertifikat sperren lassen",
  "certificates.when":
    "Lassen Sie Ihr Zertifikat sperren, wenn Ihr Telefon in fremden Händen ist, wenn Ihr Name nicht mehr stimmt oder wenn jemand in Ihrem Namen unterschrieben hat.",
  "certificates.how": "So geht es",
  "certificates.byPeople": "Hier können Sie das noch nicht selbst tun. {provider} sperrt es für Sie:",
  "certificates.seeImprint": "Die Anschrift des Anbieters steht im Impressum.",
  "certificates.tell": "Nennen Sie bitte",
  "certificates.tellName": "Ihren Vor- und Nachnamen und die E-Mail-Adresse, an die die Einladung ging,",
  "certificates.tellSigned": "welches Dokument Sie wann damit unterschrieben haben,",
  "certificates.tellSerial": "die Seriennummer des Zertifikats, wenn Ihr PDF-Programm sie anzeigt,",
  "certificates.tellWhy": "und den Grund.",
  "certificates.check":
    "Bevor {provider} sperrt, wird geprüft, dass Sie es sind. Schicken Sie keine Codes und keine Passwörter mit.",
  "certificates.then": "Was danach gilt",
  "certificates.effect":
    "Mit einem gesperrten Zertifikat kann niemand mehr unterschreiben. Was Sie davor unterschrieben haben, bleibt gültig: Jede Unterschrift trägt einen Zeitstempel. Eine Sperrung lässt sich nicht zurücknehmen.",
  "trust.title": "Worauf Sie sich verlassen können",
  "trust.lead":
    "Ein unterschriebenes Dokument beweist sich selbst. Niemand muss uns dafür fragen, und Sie müssen uns nicht glauben.",
  "trust.look": "Selbst nachsehen",
  "trust.lookHow":
    "Öffnen Sie die PDF-Datei in einem Programm, das Unterschriften anzeigt. Es zeigt, wer wann unterschrieben hat und ob seitdem etwas geändert wurde.",
  "trust.root": "Das Wurzelzertifikat",
  "trust.rootWhy":
    "Kennt Ihr Programm {provider} noch nicht, meldet es einen unbekannten Aussteller. Laden Sie das Wurzelzertifikat und fügen Sie es dort den vertrauenswürdigen Zertifikaten hinzu.",
  "trust.report": "Das Prüfprotokoll",
  "trust.reportWhat":
    "Es hält fest, wer was wann getan hat und welche Dateien es waren, und trägt das Siegel von {provider}. Bewahren Sie es mit den Dokumenten auf.",
  "trust.revoked": "Gesperrte Zertifikate",
  "trust.revokedWhat":
    "Bei jeder Unterschrift wird geprüft, ob das Zertifikat gilt, und der Nachweis davon liegt im Dokument. Wird es später gesperrt, bleibt die Unterschrift gültig.",
} as const;
