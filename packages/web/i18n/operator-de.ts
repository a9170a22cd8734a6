/** German texts of the operator's desk. */
import type { OperatorCode } from "@siegel/contract/codes.ts";

/** Codes that only operators meet. */
const responses = {
  "Responses.SAME_OPERATOR": "Sie haben selbst geprüft. Bestätigen muss eine Kollegin oder ein Kollege.",
  "Responses.REGISTER_CHECK_GONE":
    "Diese Prüfung gibt es nicht mehr: Jemand hat sie zurückgezogen, ersetzt oder bestätigt. Laden Sie die Seite neu.",
  "Responses.REGISTER_EXTRACT_OLD":
    "Der Auszug ist älter als 30 Tage, oder sein Datum liegt in der Zukunft. Lassen Sie sich einen neuen geben.",
  "Responses.LICENCE_END_PAST": "Das Ende muss in der Zukunft liegen. Wählen Sie einen späteren Tag.",
  "Responses.DELETION_BEGUN": "Die Löschung dieser Organisation läuft schon und lässt sich nicht mehr aufhalten.",
  "Responses.TRIAL_OVER":
    "Die Testphase ist vorbei. Machen Sie zuerst eine bezahlte Lizenz daraus, dann ist die Organisation wieder offen.",
} as const satisfies Readonly<Record<`Responses.${OperatorCode}`, string>>;

/** The German catalogue of the operator's desk. */
export const operatorDe = { ...responses } as const;
