"""A schema that ships, as tests use it."""


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
