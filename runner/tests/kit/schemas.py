"""The schemas that ship, and documents held against them."""

import json

from invocation import SOURCE

try:
    import jsonschema
except ImportError:
    jsonschema = None


def schema_of(verb):
    """The schema, with what it takes from that of judge in it: not every validator finds that."""
    def text_of(name):
        return (SOURCE / f"runner/report/schema/{name}-1.schema.json").read_text(encoding="utf-8")

    text = text_of(verb)
    schema = json.loads(text.replace("urn:arbiter:schema:judge:1#/", "#/$defs/judge/"))
    if "urn:arbiter:schema:judge:1#/" in text:
        judge = json.loads(text_of("judge").replace('"#/', '"#/$defs/judge/'))
        schema["$defs"] = {"judge": {key: judge[key] for key in ("properties", "$defs")}}
    return schema


def validate(document, verb):
    """Raises unless it fits what ships; nothing is done where python3-jsonschema is missing."""
    if jsonschema:
        jsonschema.Draft202012Validator(schema_of(verb)).validate(document)


def closed(schema):
    """The schema, with every object closed to fields that it does not describe."""
    if isinstance(schema, list):
        return [closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: closed(value) for key, value in schema.items()}
    if schema.get("type") == "object":
        made.setdefault("additionalProperties", False)
    return made
