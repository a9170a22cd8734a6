"""Says of PDFs which of their signatures stand after what was added to them: later.py FILE.pdf...; one JSON line a file.

Whom to trust is not asked: these are other people's signatures, of other people's authorities.
"""
import json
import logging
import sys

from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko_certvalidator import ValidationContext

from policy import POLICY


def verdict(signature):
    try:
        status = validate_pdf_signature(signature, ValidationContext(trust_roots=[], allow_fetching=False), diff_policy=POLICY)
    except Exception as error:  # the judge's own words are the verdict
        return f"{type(error).__name__}: {error}"
    if not (status.intact and status.valid):
        return "broken"
    return "stands" if status.docmdp_ok else f"changed: {status.modification_level}"


def main():
    logging.disable(logging.CRITICAL)
    for path in sys.argv[1:]:
        try:
            with open(path, "rb") as file:
                # Not strictly: hybrid references are other makers' choice, and their signatures are to be judged all the same.
                reader = PdfFileReader(file, strict=False)
                verdicts = {one.field_name: verdict(one) for one in reader.embedded_regular_signatures}
        except Exception as error:
            verdicts = {"": f"{type(error).__name__}: {error}"}
        print(json.dumps({"path": path, "verdicts": verdicts}), flush=True)


main()
