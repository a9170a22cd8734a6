/** What everybody may read, in German. Fetched when such a page is. */

/** Imprint, privacy, certificates, and how to check a document. */
export const legalDe = {
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
  "trust.rootFile": "Wurzelzertifikat herunterladen",
} as const;
