"""Checks that the document is valid OpenAPI 3.1, and that its examples match its schemas."""

import jsonschema
import openapi_spec_validator

Validator = jsonschema.Draft202012Validator


def validator(document, schema):
    """Returns a validator for a schema of the document. The schema may refer to other schemas of the document."""
    return Validator({**schema, "components": document["components"]}, format_checker=Validator.FORMAT_CHECKER)


def media(value):
    """Yields the name and the object of every media type in the document."""
    if isinstance(value, dict):
        for name, content in value.get("content", {}).items():
            yield name, content
        for inner in value.values():
            yield from media(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from media(inner)


def check(document):
    """Validates the document and its examples. Returns the number of examples."""
    openapi_spec_validator.validate(document)
    examples = 0
    for _, content in media(document):
        validator(document, content["schema"]).validate(content["example"])
        examples += 1
    return examples
