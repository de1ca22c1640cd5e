"""Test devices: Homie 5 over the broker of the home, with a credential that the console has issued."""

import contextlib
import json
import queue
import ssl

import paho.mqtt.client as mqtt
from house import eventually

SWITCH = {"main": {"properties": {"switch": {"datatype": "boolean", "settable": True}}}}
PATIENCE = 30


class Homie:
    def __init__(self, root, connection):
        self.root = root
        self.connection = connection
        # The received commands, as (topic, payload).
        self.told = queue.Queue()

    def announces(self, device, name, nodes=SWITCH, **more):
        description = {"homie": "5.0", "version": 1, "name": name, "nodes": nodes} | more
        self.says(f"{device}/$description", json.dumps(description))
        self.says(f"{device}/$state", "ready")

    def says(self, topic, payload):
        self.connection.publish(f"{self.root}/5/{topic}", payload, qos=1, retain=True).wait_for_publish(PATIENCE)

    def is_told(self):
        """Waits for the next command. Returns `(topic below the root, payload)`."""
        topic, payload = self.told.get(timeout=PATIENCE)
        return topic.removeprefix(f"{self.root}/5/"), payload


@contextlib.contextmanager
def homie(house, root):
    """A device with a root of its own, which is connected while the context is open."""
    credential = house.ask("POST", f"/devices/{root}/provision", {"dialect": "homie"})
    connection = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, client_id=root, protocol=mqtt.MQTTv5)
    connection.tls_set_context(trusting(credential, house.folder))
    device = Homie(root, connection)
    connection.on_connect = lambda *_: connection.subscribe(f"{root}/5/+/+/+/set", qos=1)
    connection.on_message = lambda _, __, message: device.told.put((message.topic, message.payload.decode()))
    connection.connect("localhost", credential["port"])
    connection.loop_start()
    try:
        eventually(f"{root} is connected", connection.is_connected)
        yield device
    finally:
        connection.disconnect()
        connection.loop_stop()


def trusting(credential, folder):
    """A TLS context with the certificate and key of the credential."""
    chain = folder / f"{credential['root']}.pem"
    chain.write_text("\n".join([credential["certificate"], credential["privateKey"]]))
    tls = ssl.create_default_context(cadata=credential["certificateAuthority"])
    tls.load_cert_chain(chain)
    return tls
