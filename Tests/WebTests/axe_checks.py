"""Checks of a page by axe."""

from axe_playwright_python.sync_playwright import Axe

LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}


def find_violations(page, rules, selector=None):
    """The violations on the page, or only in the element that `selector` finds."""
    report = Axe().run(page, context=selector, options={"runOnly": rules})
    return [report.generate_report()] if report.violations_count else []


def find_violations_in_both_schemes(page, selector=None):
    violations = find_violations(page, LEVELS, selector)
    # Only the colours differ in the dark scheme.
    page.emulate_media(color_scheme="dark")
    violations += find_violations(page, COLOURS, selector)
    page.emulate_media(color_scheme="light")
    return violations
