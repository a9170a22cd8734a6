"""Judges certificates and signed PDFs at a time that is told, with the status that is told: lives.py CASES.json; one JSON line a case.

A case has a name, a kind, a path, a moment, and files: certificates between it and the root, OCSP answers, revocation lists.
`certificate`: is its path valid then, where a status must be shown for each certificate below the root?
`bare`: is the PDF's first signature valid then, as if it had been made at that moment?
`stamped`: is it, by what its timestamp proves about earlier times (EN 319 102-1 §5.5)?
`archived`: is it, by that and by the document timestamps over the data in the file (§5.6.3)?
"""
import asyncio
import json
import logging
import sys
from datetime import datetime

from asn1crypto import crl, ocsp, pem, x509
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.ades.report import AdESStatus
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko.sign.validation.ades import ades_lta_validation, ades_with_time_validation
from pyhanko.sign.validation.policy_decl import (
    LocalKnowledge,
    PdfSignatureValidationSpec,
    RevinfoOnlineFetchingRule,
    RevocationInfoGatheringSpec,
    SignatureValidationSpec,
)
from pyhanko_certvalidator import CertificateValidator, ValidationContext
from pyhanko_certvalidator.authority import TrustAnchor
from pyhanko_certvalidator.context import CertValidationPolicySpec
from pyhanko_certvalidator.ltv.types import ValidationTimingInfo
from pyhanko_certvalidator.policy_decl import REQUIRE_REVINFO, CertRevTrustPolicy
from pyhanko_certvalidator.registry import SimpleTrustManager
from pyhanko_certvalidator.revinfo.archival import CRLContainer, OCSPContainer


def read(path):
    with open(path, "rb") as file:
        return file.read()


def certificates(paths):
    return [x509.Certificate.load(der) for path in paths for _, _, der in pem.unarmor(read(path), multiple=True)]


def context(case):
    return ValidationContext(
        trust_roots=certificates(case["roots"]),
        other_certs=certificates(case["others"]),
        moment=datetime.fromisoformat(case["moment"]),
        ocsps=[read(path) for path in case["ocsps"]],
        crls=[read(path) for path in case["crls"]],
        allow_fetching=False,
        revocation_mode="require",
    )


async def certificate(case):
    [subject] = certificates([case["path"]])
    await CertificateValidator(subject, validation_context=context(case)).async_validate_path()
    return None


def bare(case):
    with open(case["path"], "rb") as file:
        signature = PdfFileReader(file).embedded_regular_signatures[0]
        status = validate_pdf_signature(signature, context(case))
        return None if status.bottom_line else status.summary()


async def ades(case):
    moment = datetime.fromisoformat(case["moment"])
    trust = SimpleTrustManager.build(trust_roots=certificates(case["roots"]))
    policy = CertValidationPolicySpec(trust, CertRevTrustPolicy(REQUIRE_REVINFO))
    answers = [ocsp.OCSPResponse.load(read(path)) for path in case["ocsps"]]
    spec = SignatureValidationSpec(
        policy,
        revinfo_gathering_policy=RevocationInfoGatheringSpec(RevinfoOnlineFetchingRule.LOCAL_ONLY),
        local_knowledge=LocalKnowledge(
            known_ocsps=[one for answer in answers for one in OCSPContainer.load_multi(answer)],
            known_crls=[CRLContainer(crl.CertificateList.load(read(path))) for path in case["crls"]],
            known_certs=certificates(case["others"]),
        ),
    )
    timing = ValidationTimingInfo(moment, best_signature_time=moment, point_in_time_validation=True)
    with open(case["path"], "rb") as file:
        signature = PdfFileReader(file).embedded_regular_signatures[0]
        if case["kind"] == "archived":
            result = await ades_lta_validation(signature, PdfSignatureValidationSpec(spec), timing_info=timing)
        else:
            digest = signature.compute_digest()
            result = await ades_with_time_validation(signature.signed_data, spec, timing_info=timing, raw_digest=digest)
        return None if result.ades_subindic.status == AdESStatus.PASSED else f"{result.ades_subindic} {result.failure_msg}"


def judge(case):
    try:
        if case["kind"] == "bare":
            return bare(case)
        return asyncio.run(certificate(case) if case["kind"] == "certificate" else ades(case))
    except Exception as error:  # the judge's own words are the verdict
        return f"{type(error).__name__}: {error}"


def main():
    logging.disable(logging.CRITICAL)
    for case in json.loads(read(sys.argv[1])):
        print(json.dumps({"name": case["name"], "wrong": judge(case)}), flush=True)


main()
