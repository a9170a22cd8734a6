"""Judges signed PDFs with pyHanko: judge.py ANCHORS.pem FILE.pdf...; one JSON line a file."""
import json
import logging
import sys

from asn1crypto import pem, x509
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import validate_pdf_signature, validate_pdf_timestamp
from pyhanko.sign.validation.dss import DocumentSecurityStore
from pyhanko_certvalidator import ValidationContext


def anchors(path):
    with open(path, "rb") as file:
        return [x509.Certificate.load(der) for _, _, der in pem.unarmor(file.read(), multiple=True)]


def context(reader, roots):
    """Certificates and revocation data of the document alone; nothing is fetched."""
    if "/DSS" in reader.root:
        return DocumentSecurityStore.read_dss(reader).as_validation_context(
            {"trust_roots": roots, "allow_fetching": False, "revocation_mode": "hard-fail"}
        )
    return ValidationContext(trust_roots=roots, allow_fetching=False)


def judge(path, roots):
    wrong = []
    with open(path, "rb") as file:
        reader = PdfFileReader(file)
        for signature in reader.embedded_regular_signatures:
            status = validate_pdf_signature(signature, context(reader, roots), context(reader, roots))
            if not status.bottom_line:
                wrong.append(f"{signature.field_name}: {status.summary()}")
        for timestamp in reader.embedded_timestamp_signatures:
            status = validate_pdf_timestamp(timestamp, context(reader, roots))
            if not (status.valid and status.trusted):
                wrong.append(f"{timestamp.field_name}: {status.summary()}")
        return len(reader.embedded_regular_signatures), wrong


def main():
    logging.disable(logging.CRITICAL)
    roots = anchors(sys.argv[1])
    for path in sys.argv[2:]:
        try:
            signatures, wrong = judge(path, roots)
        except Exception as error:  # the judge's own words are the verdict
            signatures, wrong = 0, [f"{type(error).__name__}: {error}"]
        print(json.dumps({"path": path, "signatures": signatures, "wrong": wrong}), flush=True)


main()
