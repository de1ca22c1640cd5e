"""Checks devices/*.yaml against the schema, and the schema against mistakes that `tomte devices lint` refuses."""

import json
import pathlib

import jsonschema
import pytest
import yaml

ROOT = pathlib.Path(__file__).parent.parent.parent
CASES = yaml.safe_load((ROOT / "Tests" / "Fixtures" / "profile-mistakes.yaml").read_text(encoding="utf-8"))
SCHEMA = json.loads((ROOT / "devices" / "schema.json").read_text(encoding="utf-8"))
PROFILES = sorted((ROOT / "devices").glob("*.yaml"))
validator = jsonschema.Draft202012Validator(SCHEMA)


def test_the_schema_is_valid():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert PROFILES


@pytest.mark.parametrize("path", PROFILES, ids=lambda path: path.name)
def test_every_profile_matches_the_schema(path):
    validator.validate(yaml.safe_load(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["mistake"])
def test_the_schema_finds_the_mistake(case):
    # Only `tomte devices lint` finds some of the mistakes.
    is_valid = validator.is_valid(yaml.safe_load(case["profile"]))
    assert is_valid == case.get("onlyLint", False)
