"""Homie 5 devices for tests, which use the broker of the home with a credential that the console has issued."""

import contextlib
import json
import queue
import ssl

import paho.mqtt.client as mqtt
from house import wait_until

SWITCH = {"main": {"properties": {"switch": {"datatype": "boolean", "settable": True}}}}
# The time limit in seconds for messages.
TIMEOUT = 30


class HomieDevice:
    def __init__(self, root, connection):
        self.root = root
        self.connection = connection
        # The received commands, as (topic, payload).
        self.commands = queue.Queue()

    def announce(self, device, name, nodes=SWITCH, **attributes):
        """Publishes the description of a device and reports it ready."""
        description = {"homie": "5.0", "version": 1, "name": name, "nodes": nodes} | attributes
        self.publish(f"{device}/$description", json.dumps(description))
        self.publish(f"{device}/$state", "ready")

    def publish(self, topic, payload):
        self.connection.publish(f"{self.root}/5/{topic}", payload, qos=1, retain=True).wait_for_publish(TIMEOUT)

    def receive_command(self):
        """Waits for the next command. Returns `(topic below the root, payload)`."""
        topic, payload = self.commands.get(timeout=TIMEOUT)
        return topic.removeprefix(f"{self.root}/5/"), payload


@contextlib.contextmanager
def homie_device(house, root):
    """Yields a device with the root topic `root`, and keeps it connected while the context is open."""
    credential = house.request("POST", f"/devices/{root}/provision", {"dialect": "homie"})
    connection = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, client_id=root, protocol=mqtt.MQTTv5)
    connection.tls_set_context(tls_context(credential, house.folder))
    device = HomieDevice(root, connection)
    connection.on_connect = lambda *_: connection.subscribe(f"{root}/5/+/+/+/set", qos=1)
    connection.on_message = lambda _, __, message: device.commands.put((message.topic, message.payload.decode()))
    connection.connect("localhost", credential["port"])
    connection.loop_start()
    try:
        wait_until(f"{root} is connected", connection.is_connected)
        yield device
    finally:
        connection.disconnect()
        connection.loop_stop()


def tls_context(credential, folder):
    """Returns a TLS context with the certificate and key of the credential."""
    chain = folder / f"{credential['root']}.pem"
    chain.write_text("\n".join([credential["certificate"], credential["privateKey"]]))
    tls = ssl.create_default_context(cadata=credential["certificateAuthority"])
    tls.load_cert_chain(chain)
    return tls
