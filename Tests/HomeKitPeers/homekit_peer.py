"""Answers questions of the tests with the code of HAP-python and aiohomekit.

Each line of the input is a JSON object with the name of an operation, and each line of the output is the JSON answer.
Bytes are hexadecimal. The program ends with its input.
"""

import hashlib
import json
import logging
import sys
import warnings
from types import SimpleNamespace

warnings.simplefilter("ignore")
logging.disable(logging.CRITICAL)

import h11
from aiohomekit import protocol
from aiohomekit.crypto import ChaCha20Poly1305Decryptor, ChaCha20Poly1305Encryptor, SrpClient
from aiohomekit.crypto.chacha20poly1305 import PACK_NONCE
from aiohomekit.http.response import HttpResponse
from aiohomekit.protocol.tlv import TLV
from pyhap import tlv as hap_tlv
from pyhap.hap_crypto import HAPCrypto
from pyhap.hap_event import create_hap_event
from pyhap.hap_handler import HAPServerHandler
from pyhap.hsrp import Server
from pyhap.params import get_srp_context
from pyhap.state import State


def unhex(text):
    return bytes.fromhex(text)


class Driver:
    """The part of HAP-python's driver that pairing needs, without a network."""

    def __init__(self, code):
        self.state = State(address="127.0.0.1", mac="AA:BB:CC:DD:EE:FF", pincode=code.encode())
        self.srp_verifier = None
        self.accessory = SimpleNamespace(display_name="peer")

    def setup_srp_verifier(self):
        context = get_srp_context(3072, hashlib.sha512, 16)
        self.srp_verifier = Server(context, b"Pair-Setup", self.state.pincode)

    def pair(self, identifier, key, permissions):
        self.state.add_paired_client(identifier, key, permissions)
        return True

    def unpair(self, client):
        self.state.remove_paired_client(client)

    def async_persist(self):
        pass


class Peer:
    def __init__(self):
        self.driver = None
        self.handler = None
        self.crypto = None
        self.machine = None
        self.pairing = None
        self.keys = None
        self.counters = [0, 0]
        self.code = None

    # SRP

    def srp_server(self, question):
        context = get_srp_context(3072, hashlib.sha512, 16)
        server = Server(
            context, b"Pair-Setup", question["code"].encode(), s=unhex(question["salt"]), b=int(question["private"], 16))
        answer = {"publicKey": server.Bb.hex()}
        if "clientKey" in question:
            server.set_A(unhex(question["clientKey"]))
            proof = server.verify(unhex(question["proof"]))
            answer["proof"] = proof.hex() if proof else None
            answer["sessionKey"] = server.Kb.hex()
        return answer

    def srp_client(self, question):
        client = SrpClient("Pair-Setup", question["code"])
        client.a = int(question["private"], 16)
        client.A = pow(client.g, client.a, client.n)
        client.A_b = client.A.to_bytes(384, "big")
        client.set_salt(bytearray(unhex(question["salt"])))
        client.set_server_public_key(unhex(question["serverKey"]))
        answer = {
            "publicKey": client.get_public_key_bytes().hex(),
            "proof": client.get_proof_bytes().hex(),
            "sessionKey": client.get_session_key_bytes().hex(),
        }
        if "serverProof" in question:
            answer["accepted"] = client.verify_servers_proof_bytes(unhex(question["serverProof"]))
        return answer

    # TLV

    def tlv_encode(self, question):
        arguments = []
        for kind, value in question["items"]:
            arguments += [bytes([kind]), unhex(value)]
        return {
            "hapPython": hap_tlv.encode(*arguments).hex(),
            "aiohomekit": TLV.encode_list([(kind, bytearray(unhex(value))) for kind, value in question["items"]]).hex(),
        }

    def tlv_decode(self, question):
        items = TLV.decode_bytes(unhex(question["body"]))
        return {"items": [[kind, bytes(value).hex()] for kind, value in items]}

    # An accessory of HAP-python

    def accessory_new(self, question):
        self.driver = Driver(question["code"])
        self.handler = HAPServerHandler(self.driver, ("127.0.0.1", 1))
        return {"identifier": self.driver.state.mac}

    def accessory_request(self, question):
        request = h11.Request(method="POST", target=question["path"], headers=[("Host", "h")])
        response = self.handler.dispatch(request, unhex(question["body"]))
        if response.shared_key:
            self.crypto = HAPCrypto(response.shared_key)
        return {
            "status": response.status_code,
            "body": response.body.hex(),
            "isSecured": self.handler.is_encrypted,
            "isPaired": self.driver.state.paired,
        }

    def accessory_frames(self, question):
        self.crypto.receive_data(unhex(question["bytes"]))
        return {"text": self.crypto.decrypt().hex()}

    def accessory_send(self, question):
        return {"bytes": b"".join(self.crypto.encrypt(unhex(question["text"]))).hex()}

    def accessory_event(self, question):
        return {"bytes": create_hap_event(question["values"]).hex()}

    # A controller of aiohomekit

    def setup_start(self, question):
        self.code = question["code"]
        self.machine = protocol.perform_pair_setup_part1(question["withAuth"])
        request, _ = self.machine.send(None)
        return {"request": TLV.encode_list(request).hex()}

    def setup_answer(self, question):
        answer = TLV.decode_bytes(unhex(question["body"]))
        try:
            request, _ = self.machine.send(answer)
        except StopIteration as stop:
            if isinstance(stop.value, tuple):
                salt, key = stop.value
                self.machine = protocol.perform_pair_setup_part2(self.code, question["identifier"], salt, key)
                request, _ = self.machine.send(None)
            else:
                self.pairing = stop.value
                return {"pairing": self.pairing}
        return {"request": TLV.encode_list(request).hex()}

    def verify_start(self, question):
        self.machine = protocol.get_session_keys(self.pairing)
        request, _ = self.machine.send(None)
        return {"request": TLV.encode_list(request).hex()}

    def verify_answer(self, question):
        try:
            request, _ = self.machine.send(TLV.decode_bytes(unhex(question["body"])))
        except StopIteration as stop:
            _, derive = stop.value
            to_accessory = derive(b"Control-Salt", b"Control-Write-Encryption-Key")
            to_controller = derive(b"Control-Salt", b"Control-Read-Encryption-Key")
            self.keys = (ChaCha20Poly1305Encryptor(to_accessory), ChaCha20Poly1305Decryptor(to_controller))
            self.counters = [0, 0]
            return {"isVerified": True}
        return {"request": TLV.encode_list(request).hex()}

    def controller_send(self, question):
        result = b""
        text = unhex(question["text"])
        while text:
            part, text = text[:1024], text[1024:]
            length = len(part).to_bytes(2, "little")
            result += length + self.keys[0].encrypt(length, PACK_NONCE(self.counters[0]), part)
            self.counters[0] += 1
        return {"bytes": result.hex()}

    def controller_receive(self, question):
        data = unhex(question["bytes"])
        text = b""
        while data:
            end = 2 + int.from_bytes(data[:2], "little") + 16
            text += self.keys[1].decrypt(data[:2], PACK_NONCE(self.counters[1]), data[2:end])
            self.counters[1] += 1
            data = data[end:]
        return {"text": text.hex()}

    def read_responses(self, question):
        data = unhex(question["bytes"])
        found = []
        while data:
            response = HttpResponse()
            data = response.parse(data)
            found.append([response.get_http_name(), response.code, bytes(response.body).hex()])
        return {"responses": found}


peer = Peer()
for line in sys.stdin:
    question = json.loads(line)
    try:
        answer = getattr(peer, question["operation"])(question)
    except Exception as error:
        answer = {"failure": type(error).__name__}
    print(json.dumps(answer), flush=True)
