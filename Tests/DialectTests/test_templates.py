"""Checks Tests/Fixtures/templates.json against Jinja2 with the filters that Home Assistant replaces."""

import json
import math
import pathlib

import jinja2
import pytest
from jinja2.sandbox import ImmutableSandboxedEnvironment

FIXTURE = pathlib.Path(__file__).parent.parent / "Fixtures" / "templates.json"
CASES = json.loads(FIXTURE.read_text(encoding="utf-8"))
NONE_GIVEN = object()
TRUE, FALSE = ("1", "true", "yes", "on", "enable"), ("0", "false", "no", "off", "disable")


def or_default(convert, default):
    """Returns the result of `convert`. After a failure it returns the default, or raises the error without a default."""
    try:
        return convert()
    except (TypeError, ValueError):
        if default is NONE_GIVEN:
            raise
        return default


def to_float(value, default=NONE_GIVEN):
    return or_default(lambda: float(value), default)


def to_int(value, default=NONE_GIVEN, base=10):
    result = jinja2.filters.do_int(value, default=NONE_GIVEN, base=base)
    if result is NONE_GIVEN and default is NONE_GIVEN:
        raise ValueError("not a whole number")
    return default if result is NONE_GIVEN else result


def to_bool(value, default=NONE_GIVEN):
    def convert():
        if isinstance(value, str):
            word = value.lower().strip()
            if word not in TRUE + FALSE:
                raise ValueError("neither true nor false")
            return word in TRUE
        if not isinstance(value, (bool, int, float)):
            raise ValueError("neither true nor false")
        return value != 0

    return or_default(convert, default)


def to_round(value, precision=0, method="common", default=NONE_GIVEN):
    def convert():
        power = float(10**precision)
        if method == "ceil":
            result = math.ceil(float(value) * power) / power
        elif method == "floor":
            result = math.floor(float(value) * power) / power
        elif method == "half":
            result = round(float(value) * 2) / 2
        else:
            result = round(float(value), precision)
        return int(result) if precision == 0 else result

    return or_default(convert, default)


def is_defined(value):
    if isinstance(value, jinja2.Undefined):
        raise jinja2.UndefinedError("not defined")
    return value


def iif(value, if_true=True, if_false=False, if_none=NONE_GIVEN):
    if value is None and if_none is not NONE_GIVEN:
        return if_none
    return if_true if value else if_false


def create_environment():
    environment = ImmutableSandboxedEnvironment(extensions=["jinja2.ext.loopcontrols", "jinja2.ext.do"])
    functions = {"float": to_float, "int": to_int, "bool": to_bool, "iif": iif}
    environment.globals.update(functions)
    environment.filters.update(
        functions,
        round=to_round,
        is_defined=is_defined,
        multiply=lambda value, amount, default=NONE_GIVEN: or_default(lambda: float(value) * amount, default),
        add=lambda value, amount, default=NONE_GIVEN: or_default(lambda: float(value) + amount, default),
        from_json=lambda value, default=NONE_GIVEN: or_default(lambda: json.loads(value), default),
        to_json=lambda value: json.dumps(value, separators=(",", ":"), ensure_ascii=False),
    )
    return environment


def variables(case):
    value = case.get("value", "")
    result = {"value": value}
    try:
        result["value_json"] = json.loads(value)
    except (TypeError, ValueError):
        pass
    return result | case.get("variables", {})


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["template"])
def test_jinja2_gives_the_same_result(case):
    template = case["template"].strip()
    if case.get("error") == "syntax":
        with pytest.raises(jinja2.TemplateSyntaxError):
            create_environment().from_string(template)
        return
    compiled = create_environment().from_string(template)
    if case.get("error") == "failed":
        with pytest.raises((jinja2.TemplateError, TypeError, ValueError, ArithmeticError, LookupError)):
            compiled.render(variables(case))
    elif "error" not in case:
        assert compiled.render(variables(case)).strip() == case["result"]
