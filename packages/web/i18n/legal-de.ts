/** What everybody may read, in German. Fetched when such a page is. */

/** Imprint, privacy, certificates, and how to check a document. */
export const legalDe = {
  "legal.imprint": "Impressum",
  "legal.privacy": "Datenschutz",
  "legal.terms": "Nutzungsbedingungen",
  "legal.version": "Fassung {version}",
  "legal.empty": "Der Anbieter hat hier noch nichts hinterlegt.",
  "legal.seeImprint": "Die Anschrift des Anbieters steht im Impressum.",
  "inPerson.title": "Persönlich ausweisen",
  "inPerson.why":
    "Lieber persönlich? Dann sehen wir uns Ihren Ausweis gemeinsam an. Das dauert etwa 15 Minuten und reicht für qualifizierte Unterschriften und Siegel.",
  "inPerson.appointment": "Termin vereinbaren",
  "inPerson.ask": "Wo und wann, sagen Ihnen die Menschen bei {provider}:",
  "inPerson.bring": "Das bringen Sie mit",
  "inPerson.bringDocument": "Ihren gültigen Ausweis oder Reisepass,",
  "inPerson.bringPhone": "Ihr Telefon: An seine Nummer gehen die Codes für Ihre Unterschriften,",
  "inPerson.bringAddress": "und die E-Mail-Adresse, an die Ihre Einladung ging.",
  "inPerson.then": "So geht es weiter",
  "inPerson.mail":
    "Sie bekommen eine E-Mail mit einem Link. Dort wählen Sie das Passwort Ihres Zertifikats. Danach öffnen Sie Ihre Einladung noch einmal und unterschreiben.",
  "trust.title": "So prüfen Sie eine unterschriebene Datei",
  "trust.lead":
    "Die Unterschrift steckt in der PDF-Datei selbst. Zum Prüfen brauchen Sie nur ein PDF-Programm, kein Konto und keine Anfrage bei uns.",
  "trust.look": "Mit einem PDF-Programm",
  "trust.look1":
    "Öffnen Sie die Datei in einem Programm, das Unterschriften zeigt, zum Beispiel in Adobe Acrobat Reader. Die Vorschau im Browser zeigt sie meist nicht.",
  "trust.look2":
    "Öffnen Sie dort die Liste der Unterschriften. Sie nennt für jede, von wem sie ist und wann sie gesetzt wurde.",
  "trust.look3": "Achten Sie darauf, ob die Datei danach geändert wurde. Das Programm sagt es bei jeder Unterschrift.",
  "trust.unknown": "„Unbekannter Aussteller“: was das heißt",
  "trust.unknownWhat":
    "Dann kennt Ihr Programm {provider} noch nicht. Die Unterschrift ist deshalb nicht falsch: Ob die Datei geändert wurde, prüft das Programm trotzdem.",
  "trust.who": "Wer dahintersteht",
  "trust.whoAdvanced":
    "Bei einer fortgeschrittenen Unterschrift nennt das Zertifikat in der Datei die Person, bei einem Siegel die Organisation.",
  "trust.whoSimple":
    "Bei einer einfachen Unterschrift trägt die Datei ein Siegel von {provider}. Wer unterschrieben hat und wie, steht im Prüfprotokoll.",
  "trust.report": "Das Prüfprotokoll",
  "trust.reportWhat":
    "Es hält fest, wer was wann getan hat und welche Dateien es waren. Es ist selbst eine gesiegelte PDF-Datei und lässt sich genauso prüfen. Bewahren Sie es mit den Dokumenten auf.",
  "trust.revoked": "Gesperrte Zertifikate",
  "trust.revokedWhat":
    "Beim Unterschreiben wird geprüft, ob das Zertifikat gilt; der Nachweis liegt in der Datei. Wird es später gesperrt, bleibt die Unterschrift gültig.",
  "trust.root": "Für Fachleute: das Wurzelzertifikat",
  "trust.rootWhy":
    "Wer das Wurzelzertifikat von {provider} in seinem Programm als vertrauenswürdig einträgt, sieht keine Warnung mehr. Tun Sie das nur, wenn Sie wissen, was das bewirkt, und vergleichen Sie vorher den Fingerabdruck mit einem, den Sie auf anderem Weg erhalten haben, zum Beispiel am Telefon.",
  "trust.rootFile": "Wurzelzertifikat herunterladen",
  "trust.rootFingerprint": "Fingerabdruck (SHA-256):",
} as const;
