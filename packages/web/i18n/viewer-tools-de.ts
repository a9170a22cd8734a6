/** What the tools of the viewer are called, and what it says when a page does not come, in German. */

/** Texts of searching, enlarging, and pages at a glance. */
export const viewerToolsDe = {
  "viewer.zoom": "Größe",
  "viewer.more": "Mehr: Seiten, suchen, vergrößern, herunterladen",
  "viewer.pages": "Seiten im Überblick",
  "viewer.goToPage": "Zu Seite {n}",
  "viewer.search": "Im Dokument suchen",
  "viewer.searchFor": "Suchen nach",
  "viewer.searching": "Wird gesucht …",
  "viewer.hits": "{n} von {m}",
  "viewer.hitsMore": "{n} von über {m}",
  "viewer.noHits": "Nicht gefunden",
  "viewer.previousHit": "Vorheriger Treffer",
  "viewer.nextHit": "Nächster Treffer",
  "viewer.closeSearch": "Suche schließen",
  "viewer.noText": "Diese Seite ist ein Bild und enthält keinen lesbaren Text.",
  "viewer.notYet": "Diese Seite wird geladen, sobald sie im Blick ist.",
  "viewer.late":
    "Seite {n} ist noch nicht da. Vielleicht ist die Verbindung langsam, vielleicht ist die Seite sehr aufwendig. Öffnen Sie das Dokument neu, oder laden Sie es herunter.",
  "viewer.lateDocument":
    "Das Dokument ist noch nicht da. Vielleicht ist die Verbindung langsam. Öffnen Sie es neu, oder laden Sie es herunter.",
  "viewer.signatureImage": "Bild der Unterschrift hinzufügen",
  "viewer.signatureImageChange": "Bild der Unterschrift ändern",
  "viewer.sealImage": "Bild im Siegel hinzufügen",
  "viewer.sealImageChange": "Bild im Siegel ändern",
  "viewer.signatureImageAlt": "Ihre Unterschrift",
  "viewer.sealImageAlt": "Bild im Siegel",
  "viewer.imageLoading": "Das gewählte Bild wird noch geladen.",
  "viewer.imageAway": "Das gewählte Bild ließ sich nicht laden. Versuchen Sie es noch einmal.",
  "viewer.stillLoading": "Das Dokument wird noch geladen.",
  "viewer.readElsewhere":
    "Das Dokument lässt sich hier nicht anzeigen. Laden Sie es herunter und lesen Sie es; dann geht es weiter.",
  "viewer.downloaded": "Sie haben das Dokument heruntergeladen. Lesen Sie es, dann geht es hier weiter.",
  "viewer.imageUnseen": "Es wurde ein Bild gewählt, das Sie hier noch nicht gesehen haben. Öffnen Sie „{name}“.",
  "viewer.hideFields": "Felder ausblenden",
  "viewer.showFields": "Felder zeigen",
  "viewer.reopen": "Neu öffnen",
  "viewer.showPictures": "Seiten als Bilder zeigen",
  "viewer.asPictures":
    "Die Seiten werden hier als Bilder gezeigt, damit dieses Gerät weniger zu tun hat. Alles andere ist wie sonst.",
  "viewer.drawHere": "Zur vollen Ansicht",
  "viewer.noPictures": "Bilder der Seiten gibt es hier nicht. Dies ist die volle Ansicht.",
} as const;
