"""The number of bytes that the first view transfers."""

MAXIMUM = 150_000


def test_the_first_view_transfers_few_bytes(olga):
    network = olga.context.new_cdp_session(olga.page)
    network.send("Network.enable")
    network.send("Network.setCacheDisabled", {"cacheDisabled": True})
    bytes_by_address, addresses = {}, {}
    network.on("Network.requestWillBeSent", lambda event: addresses.update({event["requestId"]: event["request"]["url"]}))
    network.on("Network.loadingFinished", lambda event: bytes_by_address.update(
        {addresses.get(event["requestId"]): event["encodedDataLength"]}))
    olga.page.reload()
    olga.expect_home()
    olga.wait_until_idle()
    total = sum(bytes_by_address.values())
    assert 20_000 < total <= MAXIMUM, sorted(((size, url) for url, size in bytes_by_address.items()), reverse=True)[:10]
    assert not [url for url in addresses.values() if "/chart.js/" in url]
