"""The document itself: a valid OpenAPI 3.1 document, whose examples are what its schemas say."""

import jsonschema
import openapi_spec_validator

Validator = jsonschema.Draft202012Validator


def validator(document, schema):
    """For one schema of the document, also where it refers to others."""
    return Validator({**schema, "components": document["components"]}, format_checker=Validator.FORMAT_CHECKER)


def media(value):
    """Every media type and its object, wherever it stands."""
    if isinstance(value, dict):
        for name, content in value.get("content", {}).items():
            yield name, content
        for inner in value.values():
            yield from media(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from media(inner)


def check(document):
    """Returns how many examples there are."""
    openapi_spec_validator.validate(document)
    examples = 0
    for _, content in media(document):
        validator(document, content["schema"]).validate(content["example"])
        examples += 1
    return examples
