/** A unit signs only with the key that its certificate names (T-007): what does not verify under it never leaves. */
import { SigningRefusal } from "@siegel/kernel/cms/sign-signed-data.ts";
import { type Signer, signingAlgorithmFor, verifySignature } from "@siegel/kernel/x509/signature-algorithm.ts";

/** The signer over `subjectPublicKeyInfo` (DER): each signature is verified before it is handed out. `sign` @throws SigningRefusal */
export function matchingSigner(signer: Signer, subjectPublicKeyInfo: Uint8Array): Signer {
  const { algorithm } = signer;
  return {
    algorithm,
    sign: async (toBeSigned) => {
      if (signingAlgorithmFor(subjectPublicKeyInfo) !== algorithm)
        throw new SigningRefusal("algorithm-mismatch", `${algorithm} is not for the certificate's key`);
      const signature = await signer.sign(toBeSigned);
      const check = { spki: subjectPublicKeyInfo, algorithm, message: toBeSigned.message, signature };
      if (!verifySignature(check))
        throw new SigningRefusal("key-mismatch", "the signature does not verify under the certificate's key");
      return signature;
    },
  };
}
