"""Which later changes leave a signature standing that others made.

pyHanko's own difference policy but for one rule: with the default, a form field without /AS that has an appearance and was not touched
counts as changed when it is locked, so in-place changes of appearance streams are left to the signature itself.
"""
from pyhanko.sign.diff_analysis import DEFAULT_DIFF_POLICY, FormUpdatingRule, StandardDiffPolicy
from pyhanko.sign.diff_analysis.rules.form_field_rules import (
    GenericFieldModificationRule,
    SigFieldCreationRule,
    SigFieldModificationRule,
)

FIELD_RULES = [
    SigFieldCreationRule(),
    SigFieldModificationRule(),
    GenericFieldModificationRule(allow_in_place_appearance_stream_changes=False),
]
POLICY = StandardDiffPolicy(global_rules=DEFAULT_DIFF_POLICY.global_rules, form_rule=FormUpdatingRule(FIELD_RULES))
