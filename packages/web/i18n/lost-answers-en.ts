/** What a page says when no answer came, in English; under `Responses.` what stands in banners, though no server sends it. */
export const lostAnswersEn = {
  "Responses.NOT_SIGNED": "Something failed on our side. Nothing was signed. Try again in a minute.",
  "Responses.SIGNING_UNKNOWN":
    "We got no answer and do not know whether you have signed. Open the link in your e-mail again, it tells you.",
  "Responses.REFUSAL_UNKNOWN":
    "We got no answer and do not know whether you have declined. Your reason is still here: try again.",
} as const;
