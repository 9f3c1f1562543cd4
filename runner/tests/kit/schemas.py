"""The schemas that ship, and documents held against them."""

import json

from invocation import SOURCE

try:
    import jsonschema
except ImportError:
    jsonschema = None


def schema_of(verb):
    return json.loads((SOURCE / f"runner/report/schema/{verb}-1.schema.json").read_text())


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
