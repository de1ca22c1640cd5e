"""Matter devices are paired, shared and removed on the page. Requests about them are answered by the tests."""

import datetime
import json
import re

import pytest
from axe_checks import find_violations_in_both_schemes
from page_user import NARROW
from playwright.sync_api import expect
from test_homekit import announced, card, paired, show

CODE = "3497-011-2332"
LONG_CODE = "7497-011-2336-55213-27694"
QR_TEXT = "MT:Y.K9042C00KA0648G00"
NODE = "/device-pairings/matter-1"
OWN = {"identifier": "2906C908D115D362", "name": "Tomte", "publicKey": "04" + "c0" * 64, "isAdministrator": True, "isOwn": True}
OTHER = {"identifier": "87E1B004E235A130", "name": "Other home", "publicKey": "04" + "c3" * 64, "isAdministrator": True, "isOwn": False}
UNNAMED = {"identifier": "0123456789ABCDEF", "publicKey": "04" + "d3" * 64, "isAdministrator": True, "isOwn": False}


def commissionable(**facts):
    """A node that accepts a code, as the gateway lists it."""
    return announced(**{
        "id": "mattercommissionable-a", "link": "_matterc._udp", "name": "DD200C20D25AE5F7", "model": "Plug in lamp",
        "category": "type 266", "isPaired": False, "pairing": "available", **facts})


def node(**facts):
    """A paired node, as the gateway lists it."""
    return paired(1, **{
        "id": "matter-1", "link": "matter", "address": "0123456789abcdef", "name": "Plug in lamp", "category": None, **facts})


def problem(code, status=409):
    return {"status": status, "content_type": "application/problem+json", "body": json.dumps(
        {"status": status, "code": code, "detail": "It says no.", "title": "Conflict"})}


def answer(olga, path, answers):
    """Answers requests to the path with these answers in turn. Returns the bodies that the page sent, by method."""
    sent = []

    def fulfill(route):
        sent.append((route.request.method, route.request.post_data_json if route.request.post_data else None))
        answer = answers[min(len(sent), len(answers)) - 1]
        route.fulfill(**answer)

    olga.page.route(re.compile(re.escape(f"/api/v1{path}") + r"(\?.*)?$"), fulfill)
    return sent


def created(body):
    return {"status": 201, "content_type": "application/json", "body": json.dumps(body)}


def sharing_until(**span):
    end = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(**span)
    rows = ["".join("1" if (row * column) % 3 else "0" for column in range(25)) for row in range(25)]
    return created({"code": "34970112332", "payload": QR_TEXT, "qr": rows, "expiresAt": end.isoformat().replace("+00:00", "Z")})


def open_pairing(olga, messages):
    card(olga, "Plug in lamp").get_by_role("button", name=messages["pairing.pair"], exact=True).click()
    return olga.page.get_by_role("dialog", name=messages["pairing.pairTitle"].format(name="Plug in lamp"))


@pytest.mark.parametrize("language", ["en-GB", "sv-SE"])
def test_a_device_is_paired_with_its_code_after_its_problems_are_accepted(house, new_browser, languages, language):
    messages = languages[language[:2]]["messages"]
    olga = new_browser(house, locale=language, viewport=NARROW, reduced_motion="reduce").sign_in(house.owner)
    olga.allow_statuses(409)
    show(olga, [commissionable()])
    sent = answer(olga, "/discovered/mattercommissionable-a/pair", [
        problem("unknownMaker"), problem("testDevice"), created(node())])
    dialog = open_pairing(olga, messages)
    expect(dialog).to_contain_text(messages["matter.codeWhere"])
    dialog.get_by_label(messages["pairing.code"], exact=True).fill("34970112332")
    assert not find_violations_in_both_schemes(olga.page, "dialog[open]")
    dialog.get_by_role("button", name=messages["pairing.pair"], exact=True).click()
    question = olga.page.get_by_role("dialog", name=messages["pairing.pairAnywayTitle"].format(name="Plug in lamp"))
    for code in ["unknownMaker", "testDevice"]:
        expect(question).to_contain_text(messages[f"pairing.problem.{code}"])
        expect(question).to_contain_text(messages["pairing.pairAnywayHelp"])
        assert not find_violations_in_both_schemes(olga.page, "dialog[open]:not(.is-covered)")
        question.get_by_role("button", name=messages["pairing.pairAnyway"]).click()
    expect(olga.page.locator("#toasts")).to_contain_text(messages["pairing.paired"].format(name="Plug in lamp"))
    expect(olga.page.get_by_role("dialog")).to_have_count(0)
    olga.wait_until_idle()
    code = {"code": CODE}
    assert [body for _, body in sent] == [
        code, {**code, "accepts": ["unknownMaker"]}, {**code, "accepts": ["unknownMaker", "testDevice"]}]


def test_a_person_who_does_not_accept_a_problem_pairs_nothing(house, new_browser, messages):
    olga = new_browser(house).sign_in(house.owner)
    olga.allow_statuses(409)
    show(olga, [commissionable()])
    sent = answer(olga, "/discovered/mattercommissionable-a/pair", [problem("testDevice")])
    dialog = open_pairing(olga, messages)
    dialog.get_by_label("Code", exact=True).fill(QR_TEXT)
    dialog.get_by_role("button", name="Pair", exact=True).click()
    question = olga.page.get_by_role("dialog", name="Pair Plug in lamp anyway?")
    expect(question.get_by_role("button", name="Cancel")).to_be_focused()
    question.get_by_role("button", name="Cancel").click()
    expect(dialog).to_contain_text(messages["pairing.problem.testDevice"])
    expect(dialog.get_by_role("button", name="Pair", exact=True)).to_be_enabled()
    assert sent == [("POST", {"code": QR_TEXT})]


def test_every_problem_of_a_node_has_words_of_the_page(house, new_browser, messages):
    olga = new_browser(house, reduced_motion="reduce").sign_in(house.owner)
    olga.allow_statuses(409)
    show(olga, [commissionable()])
    texts = {key.partition(".problem.")[2]: text for key, text in messages.items()
             if key.startswith(("pairing.problem.", "matter.problem."))}
    reasons = [reason for reason in texts if reason not in ("unknownMaker", "testDevice")]
    assert len(reasons) > 8
    answer(olga, "/discovered/mattercommissionable-a/pair", [problem(reason) for reason in reasons])
    dialog = open_pairing(olga, messages)
    code = dialog.get_by_label("Code", exact=True)
    code.fill("3497-011")
    dialog.get_by_role("button", name="Pair", exact=True).click()
    expect(dialog).to_contain_text(messages["matter.codeWrong"])
    code.fill(CODE)
    for reason in reasons:
        dialog.get_by_role("button", name="Pair", exact=True).click()
        # In English, the sentence of the gateway says more than the page.
        expect(dialog).to_contain_text("It says no." if reason in ("deviceRefused", "invalidCode") else texts[reason])


def test_a_code_of_matter_is_grouped_while_it_is_typed(house, new_browser, messages):
    olga = new_browser(house).sign_in(house.owner)
    show(olga, [commissionable()])
    code = open_pairing(olga, messages).get_by_label("Code", exact=True)
    for typed, shown in [("34970", "3497-0"), ("34970112332", CODE), ("749701123365521327694", LONG_CODE),
                         ("7497 011 2336 55213 276949", LONG_CODE), (QR_TEXT, QR_TEXT)]:
        code.fill("")
        code.press_sequentially(typed)
        expect(code).to_have_value(shown)
    checks = olga.evaluate_in_module("home/device-pairing.js", """({ isPairingCode }) => [
      "3497-011-2332", "34970112332", "749701123365521327694", " 3497 011 2332 ", "MT:Y.K9042C00KA0648G00", "mt:-24J0AFN00KA0648G00",
      "031-45-154", "3497-011-233", "7497-0112-3365-5213", "MT:", "lamp", "",
    ].map((text) => isPairingCode(text, "matter"))""")
    assert checks == [True] * 6 + [False] * 6


@pytest.mark.parametrize("language", ["en-GB", "sv-SE"])
def test_nodes_are_shown_in_words_on_a_narrow_phone(house, new_browser, languages, language):
    messages = languages[language[:2]]["messages"]
    olga = new_browser(house, locale=language, viewport=NARROW, reduced_motion="reduce").sign_in(house.owner)
    others = [
        commissionable(), commissionable(id="closed", pairing=None, model="Closed"),
        announced(id="foreign", link="_matter._tcp", name="87E1B004E235A130-8FC7772401CD0696", pairing="elsewhere", isPaired=True)]
    nodes = [node(), node(id="matter-2", name="W" * 64, trouble={"code": "busy", "detail": "Busy."}),
             node(id="matter-3", name="Gone", state="removing")]
    show(olga, others, nodes)
    main = olga.page.get_by_role("main")
    for key in ["matter.elsewhere", "matter.noCode", "pairing.state.connected", "pairing.state.removing", "pairing.trouble.busy"]:
        expect(main).to_contain_text(messages[key])
    free = olga.page.get_by_role("region", name=messages["found.pairable"])
    expect(free.get_by_role("button")).to_have_text([messages["pairing.pair"]])
    buttons = card(olga, "Plug in lamp").filter(has_text=messages["pairing.state.connected"]).get_by_role("button")
    expect(buttons).to_have_text([messages[key] for key in [
        "pairing.identify", "matter.share", "matter.controllers", "pairing.remove"]])
    olga.wait_until_idle()
    assert not find_violations_in_both_schemes(olga.page)
    assert olga.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    heights = main.locator(".found-card .button").evaluate_all(
        "(buttons) => buttons.map((button) => button.getBoundingClientRect().height)")
    assert len(heights) > 8 and min(heights) >= 44


@pytest.mark.parametrize("language", ["en-GB", "sv-SE"])
def test_a_device_is_shared_by_a_code_that_is_shown_once(house, new_browser, languages, language):
    messages = languages[language[:2]]["messages"]
    olga = new_browser(house, locale=language, viewport=NARROW, reduced_motion="reduce").sign_in(house.owner)
    show(olga, (), [node()])
    sent = answer(olga, f"{NODE}/sharing", [sharing_until(minutes=5), {"status": 204}])
    share = card(olga, "Plug in lamp").get_by_role("button", name=messages["matter.share"], exact=True)
    share.click()
    dialog = olga.page.get_by_role("dialog", name=messages["matter.shareTitle"].format(name="Plug in lamp"))
    expect(dialog).to_contain_text(messages["matter.shareWarning"])
    assert not find_violations_in_both_schemes(olga.page, "dialog[open]")
    dialog.get_by_label(messages["matter.shareTime"]).select_option("5")
    dialog.get_by_role("button", name=messages["matter.shareVerb"]).click()
    expect(dialog).to_contain_text(CODE)
    expect(dialog.get_by_role("img", name=messages["matter.sharingQR"])).to_be_visible()
    expect(dialog.get_by_label(messages["matter.sharingText"], exact=True)).to_have_value(QR_TEXT)
    expect(dialog.get_by_role("timer")).to_have_text(re.compile(r"[45]:\d\d"))
    expect(dialog).to_contain_text(messages["matter.shareWarning"])
    assert not find_violations_in_both_schemes(olga.page, "dialog[open]")
    assert olga.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    dialog.get_by_role("button", name=messages["matter.stopSharing"]).click()
    expect(olga.page.locator("#toasts")).to_contain_text(messages["matter.sharingStopped"].format(name="Plug in lamp"))
    expect(dialog).to_have_count(0)
    assert sent == [("POST", {"seconds": 300}), ("DELETE", None)]
    # The code is nowhere in the page any more.
    expect(olga.page.locator("dialog")).to_have_count(0)
    assert CODE not in olga.page.content() and QR_TEXT not in olga.page.content()


def lock(**facts):
    device = {"id": "matter-1-0", "name": "Front door", "isAdopted": False, **facts}
    return node(name="Front door", devices=[device])


@pytest.mark.parametrize("language", ["en-GB", "sv-SE"])
def test_the_pin_of_a_lock_is_given_once(house, new_browser, languages, language):
    messages = languages[language[:2]]["messages"]
    olga = new_browser(house, locale=language, viewport=NARROW, reduced_motion="reduce").sign_in(house.owner)
    olga.allow_statuses(422)
    show(olga, (), [lock(lockPIN="needed")])
    sent = answer(olga, f"{NODE}/lock-pin", [problem("invalidPIN", 422), {"status": 204}])
    found = card(olga, "Front door")
    expect(found).to_contain_text(messages["lockPIN.needed"].format(name="Front door"))
    found.get_by_role("button", name=messages["lockPIN.verb"], exact=True).click()
    dialog = olga.page.get_by_role("dialog", name=messages["lockPIN.title"].format(name="Front door"))
    expect(dialog.get_by_role("button", name=messages["lockPIN.delete"])).to_have_count(0)
    assert not find_violations_in_both_schemes(olga.page, "dialog[open]")
    pin = dialog.get_by_label(messages["lockPIN.label"], exact=True)
    pin.fill("13x")
    dialog.get_by_role("button", name=messages["lockPIN.keep"], exact=True).click()
    expect(dialog).to_contain_text(messages["lockPIN.rule"])
    assert sent == []
    for digits in ["13", "135790"]:
        pin.fill(digits)
        dialog.get_by_role("button", name=messages["lockPIN.keep"], exact=True).click()
        if digits == "13":
            expect(dialog).to_contain_text(messages["lockPIN.rule"])
    expect(olga.page.locator("#toasts")).to_contain_text(messages["lockPIN.isKept"].format(name="Front door"))
    expect(dialog).to_have_count(0)
    assert sent == [("PUT", {"device": "matter-1-0", "pin": digits}) for digits in ["13", "135790"]]
    assert "135790" not in olga.page.content()


def test_the_refused_pin_of_a_lock_is_explained_and_can_be_deleted(house, new_browser, messages):
    olga = new_browser(house).sign_in(house.owner)
    show(olga, (), [lock(lockPIN="refused")])
    sent = answer(olga, f"{NODE}/lock-pin", [{"status": 204}])
    found = card(olga, "Front door")
    expect(found).to_contain_text(messages["lockPIN.refused"].format(name="Front door"))
    found.get_by_role("button", name=messages["lockPIN.verb"], exact=True).click()
    with olga.page.expect_request("**/lock-pin?device=matter-1-0"):
        olga.page.get_by_role("dialog").get_by_role("button", name=messages["lockPIN.delete"]).click()
    expect(olga.page.locator("#toasts")).to_contain_text(messages["lockPIN.deleted"].format(name="Front door"))
    assert sent == [("DELETE", None)]


def test_an_expired_code_is_removed_from_the_page(house, new_browser, messages):
    olga = new_browser(house).sign_in(house.owner)
    show(olga, (), [node()])
    answer(olga, f"{NODE}/sharing", [sharing_until(seconds=3)])
    card(olga, "Plug in lamp").get_by_role("button", name="Share", exact=True).click()
    dialog = olga.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Show code").click()
    expect(dialog).to_contain_text(CODE)
    expect(dialog.get_by_role("status").filter(has_text=messages["matter.sharingOver"])).to_be_visible()
    expect(dialog).not_to_contain_text(CODE)
    expect(dialog.get_by_role("button")).to_have_text(["Close"])


def test_a_code_that_comes_after_the_dialog_was_closed_is_ended(house, new_browser):
    olga = new_browser(house).sign_in(house.owner)
    show(olga, (), [node()])
    held = []
    olga.page.route("**/device-pairings/matter-1/sharing", lambda route: held.append(route))
    card(olga, "Plug in lamp").get_by_role("button", name="Share", exact=True).click()
    dialog = olga.page.get_by_role("dialog")
    with olga.page.expect_request("**/sharing"):
        dialog.get_by_role("button", name="Show code").click()
    olga.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    with olga.page.expect_request(lambda request: request.method == "DELETE" and request.url.endswith("/sharing")):
        held[0].fulfill(**sharing_until(minutes=5))
    assert CODE not in olga.page.content()
    held[1].fulfill(status=204)


def test_a_problem_of_sharing_is_shown_and_can_be_tried_again(house, new_browser, messages):
    olga = new_browser(house).sign_in(house.owner)
    olga.allow_statuses(409)
    show(olga, (), [node()])
    answer(olga, f"{NODE}/sharing", [problem("unreachable"), sharing_until(minutes=10)])
    card(olga, "Plug in lamp").get_by_role("button", name="Share", exact=True).click()
    dialog = olga.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Show code").click()
    expect(dialog).to_contain_text(messages["pairing.problem.unreachable"])
    dialog.get_by_role("button", name="Show code").click()
    expect(dialog).to_contain_text(CODE)


def test_other_homes_of_a_node_are_shown_and_one_is_removed(house, new_browser, messages):
    olga = new_browser(house).sign_in(house.owner)
    show(olga, (), [node()])
    fabrics = [OWN, OTHER, UNNAMED]
    removed = []

    def act(route):
        if route.request.method == "DELETE":
            removed.append(route.request.url.partition("?")[2])
            fabrics.remove(OTHER)
            return route.fulfill(status=204)
        return route.fulfill(json=fabrics)

    olga.page.route(re.compile(r"/device-pairings/matter-1/controllers"), act)
    card(olga, "Plug in lamp").get_by_role("button", name="Other homes").click()
    dialog = olga.page.get_by_role("dialog", name="Other homes of Plug in lamp")
    expect(dialog.get_by_role("listitem")).to_have_count(2)
    expect(dialog).to_contain_text("Other home")
    expect(dialog).to_contain_text("0123456789ABCDEF")
    expect(dialog).to_contain_text(messages["matter.administrator"])
    assert not find_violations_in_both_schemes(olga.page, "dialog[open]")
    dialog.get_by_role("button", name="Remove Other home").click()
    question = olga.page.get_by_role("dialog", name="Remove Other home?")
    expect(question).to_contain_text(messages["matter.removeControllerHelp"].format(name="Plug in lamp"))
    question.get_by_role("button", name="Remove").click()
    expect(dialog.get_by_role("listitem")).to_have_count(1)
    assert removed == [f"identifier={OTHER['identifier']}"]


def test_the_pairing_of_a_node_is_removed_after_a_question(house, new_browser, messages):
    olga = new_browser(house).sign_in(house.owner)
    show(olga, (), [node()])
    sent = answer(olga, NODE, [{"status": 204}])
    card(olga, "Plug in lamp").get_by_role("button", name="Remove pairing").click()
    dialog = olga.page.get_by_role("dialog", name="Remove the pairing with Plug in lamp?")
    expect(dialog).to_contain_text(messages["matter.removeHelp"])
    dialog.get_by_role("button", name="Remove pairing").click()
    expect(olga.page.locator("#toasts")).to_contain_text("The pairing with Plug in lamp was removed.")
    assert sent == [("DELETE", None)]
