"""Claims and pairings in the browser."""

import json
import shutil

from playwright.sync_api import expect


def test_an_owner_claims_a_home_by_the_link(unclaimed_house, new_browser):
    olga = new_browser(unclaimed_house)
    code, link = unclaimed_house.create_claim_code()
    olga.follow_link(link)
    expect(olga.field("Code")).to_have_value(code)
    assert code not in olga.page.url
    olga.field("Your name").fill("Olga")
    olga.button("Become the owner").click()
    expect(olga.page.locator(".shell")).to_be_visible()
    olga.open("home")
    expect(olga.page.get_by_text("No devices yet")).to_be_visible()
    [owner] = unclaimed_house.request("GET", "/people")
    assert (owner["name"], owner["role"]) == ("Olga", "owner")


def test_an_owner_claims_a_home_by_typing_the_code(unclaimed_house, new_browser):
    olga = new_browser(unclaimed_house)
    olga.allow_statuses(422)
    code, _ = unclaimed_house.create_claim_code()
    olga.open()
    olga.field("Code").fill("AAAAA-AAAAA")
    olga.field("Your name").fill("Olga")
    olga.button("Become the owner").click()
    expect(olga.page.get_by_text("This code is wrong")).to_be_visible()
    olga.field("Code").fill(code.lower().replace("-", " "))
    olga.button("Become the owner").click()
    expect(olga.page.locator(".shell")).to_be_visible()


MOZILLA = "Mozilla/5.0"
WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)"
IOS = "AppleWebKit/605.1.15 (KHTML, like Gecko)"
IPHONE, MAC = f"{MOZILLA} (iPhone; CPU iPhone OS 18_1 like Mac OS X) {IOS}", f"{MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) {IOS}"
ANDROID, WINDOWS = f"{MOZILLA} (Linux; Android 10; K) {WEBKIT}", f"{MOZILLA} (Windows NT 10.0; Win64; x64) {WEBKIT}"

# What a browser says of itself, and the browser and system that the page finds in it.
BROWSERS = [
    ({"userAgent": f"{IPHONE} Version/18.1 Mobile/15E148 Safari/604.1", "maxTouchPoints": 5}, "Safari", "iPhone"),
    ({"userAgent": f"{IPHONE} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1"}, "Chrome", "iPhone"),
    ({"userAgent": f"{IPHONE} FxiOS/132.0 Mobile/15E148 Safari/605.1.15"}, "Firefox", "iPhone"),
    ({"userAgent": f"{IPHONE} Version/18.0 EdgiOS/131.0 Mobile/15E148 Safari/604.1"}, "Edge", "iPhone"),
    # A page on the home screen.
    ({"userAgent": f"{IPHONE} Mobile/15E148"}, None, "iPhone"),
    ({"userAgent": f"{MAC} Version/18.1 Safari/605.1.15", "maxTouchPoints": 0}, "Safari", "Mac"),
    ({"userAgent": f"{MAC} Version/18.1 Safari/605.1.15", "maxTouchPoints": 5}, "Safari", "iPad"),
    ({"userAgent": f"{ANDROID} Chrome/131.0.0.0 Mobile Safari/537.36"}, "Chrome", "Android"),
    ({"userAgent": f"{ANDROID} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36"}, "Samsung Internet", "Android"),
    ({"userAgent": f"{ANDROID} Version/4.0 Chrome/131.0.0.0 Mobile DuckDuckGo/5 Safari/537.36"}, "DuckDuckGo", "Android"),
    ({"userAgent": f"{MOZILLA} (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0"}, "Firefox", "Android"),
    ({"userAgent": f"{MOZILLA} (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0"}, "Firefox", "Linux"),
    ({"userAgent": f"{WINDOWS} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0"}, "Edge", "Windows"),
    ({"userAgent": f"{WINDOWS} Chrome/130.0.0.0 Safari/537.36 OPR/115.0.0.0"}, "Opera", "Windows"),
    ({"userAgent": f"{MOZILLA} (X11; CrOS x86_64 14541.0.0) {WEBKIT} Chrome/131.0.0.0 Safari/537.36"}, "Chrome", "Chromebook"),
    ({"userAgent": f"{ANDROID} Chrome/131.0.0.0 Mobile Safari/537.36", "userAgentData": {
        "platform": "Android", "brands": [{"brand": "Not_A Brand"}, {"brand": "Chromium"}, {"brand": "Google Chrome"}]}},
     "Chrome", "Android"),
    ({"userAgent": f"{WINDOWS} Chrome/131.0.0.0 Safari/537.36", "userAgentData": {
        "platform": "Windows", "brands": [{"brand": "Chromium"}, {"brand": "Brave"}, {"brand": "Not?A_Brand"}]}}, "Brave", "Windows"),
    ({"userAgent": f"{MAC} Chrome/131.0.0.0 Safari/537.36", "userAgentData": {
        "platform": "macOS", "brands": [{"brand": "Microsoft Edge"}, {"brand": "Chromium"}]}}, "Edge", "Mac"),
    # An unknown brand or platform is left to the user agent.
    ({"userAgent": f"{ANDROID} Chrome/131.0.0.0 Mobile Safari/537.36", "userAgentData": {
        "platform": "", "brands": [{"brand": "<b>"}]}}, "Chrome", "Android"),
    ({"userAgent": "curl/8.5.0"}, None, None),
    ({}, None, None),
]


def test_the_browser_and_its_system_are_recognised(house, new_browser):
    visitor = new_browser(house)
    visitor.open()
    navigators = json.dumps([navigator for navigator, _, _ in BROWSERS])
    found = visitor.evaluate_in_module("views/welcome/browser-and-system.js", f"""({{ browserAndSystem }}) =>
      {navigators}.map(browserAndSystem).map(({{ browser = null, system = null }}) => [browser, system])""")
    expected = [[browser, system] for _, browser, system in BROWSERS]
    assert not [(own, other) for own, other in zip(found, expected) if own != other]


def test_the_name_of_a_browser_is_proposed(house, new_browser):
    visitor = new_browser(house)
    visitor.open()
    expect(visitor.field("Name of this phone or browser")).to_have_value("Chromium on Linux")


def test_a_guest_waits_until_the_pairing_is_approved(house, new_browser):
    kim = house.add_person("Kim", "guest")
    guest = new_browser(house)
    code = house.request("POST", "/pairing-codes", {"person": kim})["code"]
    guest.open()
    guest.field("Code").fill(code)
    guest.button("Request access").click()
    expect(guest.page.get_by_text("Waiting for approval")).to_be_visible()
    [pairing] = house.request("GET", "/pairings")
    expect(guest.page.locator(".thumbprint")).to_have_text(pairing["thumbprint"])
    house.request("POST", f"/pairings/{pairing['id']}/approve")
    guest.expect_home()
    house.request("DELETE", f"/people/{kim}")


def test_a_moved_program_serves_its_page(stopped_house, new_browser):
    copy = shutil.copy(stopped_house.gateway.program, stopped_house.folder / "moved-tomte")
    stopped_house.gateway.program = copy
    with stopped_house.start_gateway():
        user = new_browser(stopped_house)
        user.open()
        expect(user.button("Become the owner")).to_be_visible()
