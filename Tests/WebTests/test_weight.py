"""The number of bytes that the first view transfers."""

MOST = 150_000


def test_the_first_view_is_light(olga):
    network = olga.context.new_cdp_session(olga.page)
    network.send("Network.enable")
    network.send("Network.setCacheDisabled", {"cacheDisabled": True})
    bytes_by_address, addresses = {}, {}
    network.on("Network.requestWillBeSent", lambda said: addresses.update({said["requestId"]: said["request"]["url"]}))
    network.on("Network.loadingFinished", lambda said: bytes_by_address.update(
        {addresses.get(said["requestId"]): said["encodedDataLength"]}))
    olga.page.reload()
    olga.sees_home()
    olga.rests()
    total = sum(bytes_by_address.values())
    assert 20_000 < total <= MOST, sorted(((size, url) for url, size in bytes_by_address.items()), reverse=True)[:10]
    assert not [url for url in addresses.values() if "/chart.js/" in url]
