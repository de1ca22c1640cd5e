"""Photographs and manuals, which are uploaded to a live gateway and converted by its real program."""

import secrets
import struct
import zlib

PDF = b"%PDF-1.7\n% A manual.\n" + bytes(range(256)) * 300 + b"\n%%EOF\n"


def png(width, height, rows=None):
    """A picture with a comment, a grey gradient."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    content = b"".join(b"\0" + bytes((x + y) % 256 for x in range(width)) for y in range(height if rows is None else rows))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
            + chunk(b"tEXt", b"Comment\0secret place") + chunk(b"IDAT", zlib.compress(content)) + chunk(b"IEND", b""))


def jpeg_size(content):
    """The width and the height in the frame header of a JPEG file."""
    frame = min(at for at in (content.find(b"\xff\xc0"), content.find(b"\xff\xc2")) if at > 0)
    height, width = struct.unpack(">HH", content[frame + 5:frame + 9])
    return width, height


def keep_attachments(owner):
    """Adds, reads and removes photographs and manuals. A photograph and a manual of one appliance stay."""
    [appliance] = [one["id"] for one in owner.request("GET", "/appliances") if one["name"] == "Washing machine"]
    of = f"appliance={appliance}"
    assert owner.request("GET", f"/attachments?{of}") == []
    photo = add(owner, f"{of}&kind=photo&title=Plate", png(600, 400))
    assert (photo["width"], photo["height"], photo["title"], photo["state"]) == (600, 400, "Plate", "intact")
    content = owner.request("GET", f"/attachments/{photo['id']}/content")
    thumbnail = owner.request("GET", f"/attachments/{photo['id']}/thumbnail")
    assert len(content) == photo["bytes"] and content.startswith(b"\xff\xd8\xff") and b"secret place" not in content
    assert jpeg_size(content) == (600, 400) and jpeg_size(thumbnail) == (480, 320)
    manual = add(owner, f"{of}&kind=manual", PDF)
    assert owner.request("GET", f"/attachments/{manual['id']}/content") == PDF
    owner.request("GET", f"/attachments/{manual['id']}/thumbnail", expecting=[404])
    assert [one["id"] for one in owner.request("GET", f"/attachments?{of}")] == [photo["id"], manual["id"]]
    check_headers(owner, manual["id"])
    refuse_foreign_digests(owner, of)
    repeat(owner, of, manual)
    refuse_wrong_uploads(owner, of)
    gone = add(owner, f"{of}&kind=manual", PDF)
    owner.request("DELETE", f"/attachments/{gone['id']}")
    owner.request("GET", f"/attachments/{gone['id']}/content", expecting=[404])


def add(owner, query, content):
    return owner.request("PUT", f"/attachments/{secrets.token_hex(16)}?{query}", upload=content, expecting=[201])


def check_headers(owner, attachment):
    """Browsers save the file, and never show or run it as a page."""
    headers = owner.sender.send("GET", f"/attachments/{attachment}/content").headers
    assert headers["Content-Type"] == "application/pdf" and headers["Content-Disposition"].startswith("attachment;")
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Content-Security-Policy"] == "sandbox; default-src 'none'"
    assert headers["Cache-Control"] == "private, no-store"


def refuse_foreign_digests(owner, of):
    """A body that the proof does not cover is not stored, nor one that another site sends."""
    sender = owner.sender
    path = f"/attachments/{secrets.token_hex(16)}?{of}&kind=manual"
    address = sender.endpoint.address + path
    sender.send("GET", "/home")
    for covered, headers, status, code in [
            (PDF + b" ", {}, 401, "proofRefused"), (b"", {}, 401, "proofRefused"),
            (PDF, {"Origin": "https://example.com"}, 403, "crossSite"), (PDF, {"Sec-Fetch-Site": "cross-site"}, 403, "crossSite")]:
        token = sender.session["accessToken"]
        proof = sender.key.proof("PUT", address, token=token, nonce=sender.nonce, body=covered)
        response = sender.connections.put(address, data=PDF, timeout=60, headers={
            "DPoP": proof, "Authorization": f"DPoP {token}", "Content-Type": "application/octet-stream", **headers})
        sender.nonce = response.headers.get("DPoP-Nonce", sender.nonce)
        assert (response.status_code, response.json()["code"]) == (status, code), response.content
    owner.request("GET", path.partition("?")[0] + "/content", expecting=[404])


def repeat(owner, of, manual):
    """A client whose connection broke sends the request again."""
    path = f"/attachments/{manual['id']}?{of}"
    assert owner.request("PUT", f"{path}&kind=manual", upload=PDF, expecting=[200]) == manual
    assert owner.request("PUT", f"{path}&kind=manual", upload=PDF + b"\n", expecting=[409])["code"] == "idInUse"
    assert owner.request("PUT", f"{path}&kind=photo", upload=png(9, 9), expecting=[409])["code"] == "idInUse"


def refuse_wrong_uploads(owner, of):
    photo, manual = f"{of}&kind=photo", f"{of}&kind=manual"
    for query, content, status, code in [
            (photo, b"", 422, "empty"), (photo, PDF, 422, "notAPhoto"), (photo, b"<svg/>" * 9, 422, "notAPhoto"),
            (photo, png(30000, 30000, rows=1), 422, "tooManyPixels"), (photo, png(600, 400)[:2000], 422, "unreadablePhoto"),
            (manual, png(9, 9), 422, "notAPDF"), (manual, PDF + b"x" * 20_000_000, 413, "tooLarge"),
            ("appliance=unknown&kind=photo", PDF, 404, "notFound"), ("kind=photo", PDF, 422, "missing"),
            (of, PDF, 422, "missing"), (f"{manual}&title={'a' * 101}", PDF, 422, "tooLong")]:
        path = f"/attachments/{secrets.token_hex(16)}?{query}"
        assert owner.request("PUT", path, upload=content, expecting=[status])["code"] == code, (query, code)
    owner.request("PUT", f"/attachments/short?{manual}", upload=PDF, expecting=[422])
    path = f"/attachments/{secrets.token_hex(16)}?{manual}"
    assert owner.request("PUT", path, {"a": "pdf"}, expecting=[415])["code"] == "notAnUpload"
