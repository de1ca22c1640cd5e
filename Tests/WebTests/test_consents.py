"""The consents of the home: the question to the owner of an earlier home, both answers, and the crash reports."""

import re
import signal
import sqlite3
import time

import pytest
from house import PIN, new_house
from playwright.sync_api import expect

DAY = 86_400_000
TEXT = re.compile("Sensors of motion and presence record")


def stored_motion(house):
    with sqlite3.connect(house.gateway.state / "home.sqlite") as database:
        return database.execute("SELECT count(*) FROM state_change WHERE series = 4711").fetchone()[0]


def make_earlier_home(house):
    """Gives the stopped home the question and 30 days of motion, as the upgrade of an earlier home has them."""
    now = int(time.time() * 1000)
    with sqlite3.connect(house.gateway.state / "home.sqlite") as database:
        database.execute("DELETE FROM consent")
        database.execute(
            "INSERT INTO consent (id, state, is_from_console, is_deletion_pending) "
            "VALUES ('presenceHistory', 'notAsked', 0, 0)")
        database.execute(
            "INSERT INTO series (id, device, part, capability, kind) "
            "VALUES (4711, 'old-hall', 'main', 'motion', 'environment')")
        database.executemany(
            "INSERT INTO state_change (series, time, value) VALUES (4711, ?, 'true')",
            [(now - day * DAY - 1000,) for day in range(30)])


@pytest.fixture
def earlier_house():
    with new_house() as house:
        with house.start_gateway():
            house.owner = house.add_person("Olga", "owner", pin=PIN)
            house.member = house.add_person("Mia", "member")
        make_earlier_home(house)
        with house.start_gateway():
            yield house


def consent(house, name):
    return next(one for one in house.request("GET", "/privacy/consents") if one["id"] == name)


def question(user):
    return user.page.get_by_role("region", name="History of presence")


def test_an_owner_is_asked_once_with_two_equal_answers(earlier_house, new_browser):
    olga = new_browser(earlier_house).sign_in(earlier_house.owner)
    expect(question(olga)).to_contain_text(TEXT)
    keep, limit = (question(olga).get_by_role("button", name=name) for name in ["Keep the history", "Keep at most 7"])
    assert keep.get_attribute("class") == limit.get_attribute("class")
    question(olga).get_by_role("button", name="Later").click()
    expect(question(olga)).to_have_count(0)
    olga.page.reload()
    olga.expect_home()
    olga.wait_until_idle()
    expect(question(olga)).to_have_count(0)
    assert consent(earlier_house, "presenceHistory")["state"] == "notAsked" and stored_motion(earlier_house) == 30
    olga.open("settings/privacy")
    expect(olga.page.get_by_text("Not answered yet.")).to_be_visible()


def test_a_member_sees_the_consents_and_is_not_asked(earlier_house, new_browser):
    mia = new_browser(earlier_house).sign_in(earlier_house.member)
    mia.wait_until_idle()
    expect(question(mia)).to_have_count(0)
    mia.open("settings/privacy")
    expect(mia.page.get_by_text(TEXT)).to_be_visible()
    expect(mia.button("Keep the history")).to_have_count(0)


def test_the_history_is_kept_and_other_open_pages_follow(earlier_house, new_browser):
    olga = new_browser(earlier_house).sign_in(earlier_house.owner)
    olga.allow_statuses(403)
    mia = new_browser(earlier_house).sign_in(earlier_house.member)
    mia.open("settings/privacy")
    question(olga).get_by_role("button", name="Keep the history").click()
    olga.enter_pin()
    expect(question(olga)).to_have_count(0)
    expect(mia.page.get_by_text("Allowed since")).to_be_visible()
    assert consent(earlier_house, "presenceHistory")["state"] == "given" and stored_motion(earlier_house) == 30


def test_a_withdrawal_says_before_and_after_what_it_deletes(earlier_house, new_browser):
    olga = new_browser(earlier_house).sign_in(earlier_house.owner)
    olga.allow_statuses(403)
    olga.open("settings/privacy")
    olga.button(re.compile("Keep at most 7"), exact=False).click()
    dialog = olga.page.get_by_role("dialog", name="History of presence")
    expect(dialog).to_contain_text("23 records of motion and presence are deleted.")
    dialog.get_by_role("button", name="Delete").click()
    olga.enter_pin()
    expect(olga.toast).to_contain_text("23 records were deleted.")
    expect(olga.page.get_by_text("Not allowed since")).to_be_visible()
    assert stored_motion(earlier_house) == 7
    olga.open("home")
    expect(question(olga)).to_have_count(0)


def test_the_texts_are_those_of_the_gateway(earlier_house, messages):
    for one in earlier_house.request("GET", "/privacy/consents"):
        own = messages[f"consent.text.{one['id']}.{one['version']}"]
        assert own.replace("\u00a0", " ") == one["text"], one["id"]
        assert messages[f"consent.name.{one['id']}"] == one["title"]


def test_a_crash_report_is_shown_saved_and_removed(stopped_house, new_browser):
    # The handler of a development build, which would write a backtrace, does not always end a program that was signalled.
    stopped_house.gateway.environment["SWIFT_BACKTRACE"] = "enable=no"
    # The gateway ends during the test, which its context reports as an error.
    with pytest.raises(RuntimeError, match="ended during the test"), stopped_house.start_gateway():
        stopped_house.owner = stopped_house.add_person("Olga", "owner", pin=PIN)
        olga = new_browser(stopped_house).sign_in(stopped_house.owner)
        olga.allow_statuses(403)
        olga.open("settings/privacy")
        card = olga.page.locator("section.card").filter(has=olga.page.get_by_role("heading", name="Crash reports"))
        card.first.get_by_role("button", name="Allow").click()
        olga.enter_pin()
        expect(card.first).to_contain_text("Allowed since")
        olga.leave()
        stopped_house.gateway.process.send_signal(signal.SIGABRT)
        stopped_house.gateway.process.wait(120)
    with stopped_house.start_gateway():
        olga.open("settings/privacy")
        row = olga.page.get_by_role("listitem").filter(has_text="Another program ended the gateway (SIGABRT).")
        with olga.page.expect_download() as download:
            row.get_by_role("button", name="Download").click()
        text = download.value.path().read_text()
        assert "SIGABRT" in text and "Olga" not in text and "olga" not in text
        row.get_by_role("button", name="Remove").click()
        olga.page.get_by_role("dialog").get_by_role("button", name="Remove", exact=True).click()
        expect(row).to_have_count(0)
        assert stopped_house.request("GET", "/privacy/crash-reports") == []
