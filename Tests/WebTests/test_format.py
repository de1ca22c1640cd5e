"""Numbers, units and durations as text."""

import pytest


def texts(user, expression):
    return user.evaluate_in_module("core/format.js", f"(format) => {{ const {{ {NAMES} }} = format; return [{expression}]; }}")


NAMES = "bytes, durationText, number, quantityText, readingText"


def test_a_no_break_space_separates_a_number_from_its_unit(olga):
    assert texts(olga, 'quantityText(540, "W"), quantityText(21.44, "°C"), bytes(1500000), durationText(8040)') == [
        "540\u00a0W", "21.4\u00a0°C", "1.5\u00a0MB", "2\u00a0h 14\u00a0min"]


def test_a_negative_number_has_a_minus_sign(olga):
    assert texts(olga, 'number(-3), number(-0.01, 0), quantityText(-4.2, "°C")') == ["\u22123", "0", "\u22124.2\u00a0°C"]


@pytest.mark.parametrize("flow, watts, text", [
    ("charge", 350, "350\u00a0W charging"), ("charge", -350, "350\u00a0W discharging"),
    ("discharge", 350, "350\u00a0W discharging"), ("discharge", -350, "350\u00a0W charging"),
    ("discharge", 0, "0\u00a0W idle"), ("gridImport", 1200, "1,200\u00a0W importing"),
    ("gridImport", -1200, "1,200\u00a0W exporting"), ("gridExport", 1200, "1,200\u00a0W exporting"),
    ("consumption", 80, "80\u00a0W"), ("production", 80, "80\u00a0W"),
])
def test_the_power_of_a_battery_or_the_grid_has_a_direction_instead_of_a_sign(olga, flow, watts, text):
    capability = f'{{ name: "power", unit: "W", flow: "{flow}" }}'
    assert texts(olga, f"readingText({capability}, {watts})") == [text]


def test_the_shares_of_a_day_add_up_to_a_day(olga):
    assert texts(olga, "durationText(85440), durationText(840), durationText(120), durationText(86400)") == [
        "23\u00a0h 44\u00a0min", "14\u00a0min", "2\u00a0min", "1\u00a0d"]
    assert texts(olga, "durationText(3599.6), durationText(59.7), durationText(0), durationText(90000)") == [
        "1\u00a0h", "1\u00a0min", "0\u00a0s", "1\u00a0d 1\u00a0h"]
