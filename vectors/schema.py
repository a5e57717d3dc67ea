"""As much of JSON Schema (draft 2020-12) as schema.json uses; a keyword it does not know is an
error, so that no rule is silently skipped."""

import json
import re
from fractions import Fraction

from records import Token

ANNOTATIONS = {"$schema", "$defs", "title", "description"}
TYPES = {
    "object": lambda v: isinstance(v, dict),
    "array": lambda v: isinstance(v, list),
    "string": lambda v: isinstance(v, str) and not isinstance(v, Token),
    "number": lambda v: isinstance(v, Token),
    "boolean": lambda v: isinstance(v, bool),
    "null": lambda v: v is None,
}


def violations(value, rules, root, where="$"):
    """What is wrong with the value, one sentence each; empty if it obeys the rules."""

    def below(part, part_rules, name):
        return violations(part, part_rules, root, where + name)

    def holds(part_rules):
        return not violations(value, part_rules, root, where)

    wrong = []
    for keyword, rule in rules.items():
        if keyword in ANNOTATIONS or keyword == "additionalProperties":
            continue
        if keyword == "$ref":
            wrong += below(value, root["$defs"][rule.removeprefix("#/$defs/")], "")
        elif keyword == "type":
            wrong += [] if TYPES[rule](value) else [f"{where} is no {rule}"]
        elif keyword in ("const", "enum"):
            allowed = [rule] if keyword == "const" else rule
            fits = not isinstance(value, Token) and value in allowed
            wrong += [] if fits else [f"{where} is not one of {rule}"]
        elif keyword == "anyOf":
            wrong += [] if any(map(holds, rule)) else [f"{where} fits no form of anyOf"]
        elif keyword == "oneOf":
            fitting = sum(map(holds, rule))
            wrong += [] if fitting == 1 else [f"{where} fits {fitting} forms of oneOf, not one"]
        elif keyword == "properties" and isinstance(value, dict):
            for name in value.keys() & rule.keys():
                wrong += below(value[name], rule[name], "." + name)
            if rules.get("additionalProperties") is False and "patternProperties" not in rules:
                wrong += [f"{where}.{name} is not known" for name in value.keys() - rule.keys()]
        elif keyword == "patternProperties" and isinstance(value, dict):
            for name, part in value.items():
                fitting = [rules for pattern, rules in rule.items() if re.search(pattern, name)]
                wrong += [] if fitting else [f"{where}.{name} is not known"]
                for part_rules in fitting:
                    wrong += below(part, part_rules, "." + name)
        elif keyword == "required" and isinstance(value, dict):
            wrong += [f"{where} lacks {name}" for name in rule if name not in value]
        elif keyword == "items" and isinstance(value, list):
            for k, part in enumerate(value):
                wrong += below(part, rule, f"[{k}]")
        elif keyword == "minItems" and isinstance(value, list):
            wrong += [] if len(value) >= rule else [f"{where} has fewer than {rule} items"]
        elif keyword == "uniqueItems" and isinstance(value, list):
            texts = [json.dumps(part) for part in value]
            wrong += [] if len(set(texts)) == len(texts) else [f"{where} has equal items"]
        elif keyword == "minLength" and TYPES["string"](value):
            wrong += [] if len(value) >= rule else [f"{where} is too short"]
        elif keyword == "pattern" and TYPES["string"](value):
            wrong += [] if re.search(rule, value) else [f"{where} does not match {rule}"]
        elif keyword == "minimum" and isinstance(value, Token):
            wrong += [] if Fraction(value) >= rule else [f"{where} is below {rule}"]
        elif keyword not in KNOWN:
            raise ValueError(f"schema.json: this validator does not know {keyword}")
    return wrong


KNOWN = {
    "properties", "patternProperties", "required", "items", "minItems", "uniqueItems",
    "minLength", "pattern", "minimum",
}  # fmt: skip
