"""The number of bytes that the first view of the villa transfers."""

import pytest
from house import PIN, new_house

MAXIMUM = 120_000


@pytest.fixture
def resident(new_browser):
    with new_house() as house, house.start_gateway(), house.simulate_devices("villa"):
        yield new_browser(house).sign_in(house.add_person("Olga", "owner", pin=PIN))


def test_the_first_view_transfers_few_bytes(resident):
    network = resident.context.new_cdp_session(resident.page)
    network.send("Network.enable")
    network.send("Network.setCacheDisabled", {"cacheDisabled": True})
    bytes_by_address, addresses = {}, {}
    network.on("Network.requestWillBeSent", lambda event: addresses.update({event["requestId"]: event["request"]["url"]}))
    network.on("Network.loadingFinished", lambda event: bytes_by_address.update(
        {addresses.get(event["requestId"]): event["encodedDataLength"]}))
    resident.page.reload()
    resident.expect_home()
    resident.wait_until_idle()
    total = sum(bytes_by_address.values())
    assert 20_000 < total <= MAXIMUM, sorted(((size, url) for url, size in bytes_by_address.items()), reverse=True)[:10]
    assert not [url for url in addresses.values() if "/chart.js/" in url]
    # The first view loads only its own texts.
    assert [url for url in addresses.values() if "/languages/first/" in url]
    assert not [url for url in addresses.values() if url.endswith("/languages/en.js")]
