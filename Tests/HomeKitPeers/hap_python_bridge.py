"""A bridge of HAP-python with five accessories, for a controller that connects over TCP.

The first line of the output is a JSON object with the id of the bridge and its port. Each line of the input is a JSON
object with an operation, and each further line of the output is its JSON answer. The program ends with its input.

Options: --code XXX-XX-XXX, --announce ADDRESS to listen there and announce the bridge over mDNS, and --prompt-events to
send each event at once. HAP-python waits half a second, to put several into one message.
"""

import argparse
import asyncio
import json
import logging
import sys
import tempfile
import time
import warnings

warnings.simplefilter("ignore")
logging.disable(logging.CRITICAL)

from pyhap import hap_protocol
from pyhap.accessory import Accessory, Bridge
from pyhap.accessory_driver import AccessoryDriver
from pyhap.const import CATEGORY_GARAGE_DOOR_OPENER, CATEGORY_LIGHTBULB, CATEGORY_SENSOR, CATEGORY_THERMOSTAT

CATEGORY_LOCK = 6
# How long the lock and the garage door need.
TRAVEL_SECONDS = 0.2


class SilentAdvertiser:
    """Announces nothing."""

    async def async_register_service(self, info, cooperating_responders=False):
        pass

    async def async_unregister_service(self, info):
        pass

    def async_update_service(self, info):
        pass

    async def async_close(self):
        pass


class Lamp(Accessory):
    category = CATEGORY_LIGHTBULB

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        service = self.add_preload_service("Lightbulb", chars=["On", "Brightness", "ColorTemperature"])
        service.configure_char("ColorTemperature", value=300)


class Thermometer(Accessory):
    category = CATEGORY_SENSOR

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.add_preload_service("TemperatureSensor").configure_char("CurrentTemperature", value=21.5)


class Lock(Accessory):
    category = CATEGORY_LOCK

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        service = self.add_preload_service("LockMechanism")
        self.current = service.configure_char("LockCurrentState", value=1)
        service.configure_char("LockTargetState", value=1, setter_callback=self.move)

    def move(self, target):
        self.driver.loop.call_later(TRAVEL_SECONDS, self.current.set_value, target)


class Thermostat(Accessory):
    category = CATEGORY_THERMOSTAT

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        service = self.add_preload_service("Thermostat")
        service.configure_char("CurrentTemperature", value=19.0)
        service.configure_char("TargetTemperature", value=20.0)


class GarageDoor(Accessory):
    category = CATEGORY_GARAGE_DOOR_OPENER

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        service = self.add_preload_service("GarageDoorOpener")
        self.current = service.configure_char("CurrentDoorState", value=1)
        service.configure_char("TargetDoorState", value=1, setter_callback=self.move)

    def move(self, target):
        self.current.set_value(2 if target == 0 else 3)
        self.driver.loop.call_later(TRAVEL_SECONDS, self.current.set_value, target)


class Peer:
    """The bridge, and the operations of the input."""

    def __init__(self, driver):
        self.driver = driver
        self.bridge = Bridge(driver, "HAP-python bridge")
        # It would print the QR code.
        self.bridge.setup_message = lambda: None
        names = {"lamp": Lamp, "thermometer": Thermometer, "lock": Lock, "thermostat": Thermostat, "garage": GarageDoor}
        self.accessories = {name: kind(driver, name.capitalize()) for name, kind in names.items()}
        for accessory in self.accessories.values():
            self.bridge.add_accessory(accessory)
        driver.add_accessory(self.bridge)

    def characteristic(self, question):
        accessory = self.accessories[question["accessory"]]
        for service in accessory.services:
            for characteristic in service.characteristics:
                if characteristic.display_name == question["characteristic"]:
                    return characteristic
        raise KeyError(question["characteristic"])

    def set(self, question):
        self.characteristic(question).set_value(question["value"])
        return {}

    def get(self, question):
        return {"value": self.characteristic(question).value}

    def change(self, question):
        """Sets one value after another from now on, at an interval in seconds."""
        self.changes = []
        characteristic = self.characteristic(question)

        def set_value(value):
            self.changes.append([value, time.clock_gettime(time.CLOCK_BOOTTIME)])
            characteristic.set_value(value)

        for number, value in enumerate(question["values"], start=1):
            self.driver.loop.call_later(number * question["interval"], set_value, value)
        return {}

    def changed(self, question):
        """The values that were set, and when, in seconds since the start of the machine."""
        return {"changes": self.changes}

    def state(self, question):
        return {"isPaired": self.driver.state.paired, "controllers": len(self.driver.state.paired_clients)}


async def main(arguments, driver):
    peer = Peer(driver)
    await driver.async_start()
    port = driver.http_server.server.sockets[0].getsockname()[1]
    print(json.dumps({"id": driver.state.mac, "port": port}), flush=True)
    reader = asyncio.StreamReader()
    await driver.loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        question = json.loads(line)
        try:
            answer = getattr(peer, question["operation"])(question)
        except (AttributeError, KeyError, ValueError) as error:
            answer = {"error": repr(error)}
        print(json.dumps(answer), flush=True)
    await driver.async_stop()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--code", default="031-45-154")
    parser.add_argument("--announce", metavar="ADDRESS")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--prompt-events", action="store_true")
    options = parser.parse_args()
    if options.prompt_events:
        hap_protocol.EVENT_COALESCE_TIME_WINDOW = 0
    with tempfile.TemporaryDirectory() as folder:
        loop = asyncio.new_event_loop()
        asyncio.set_event_loop(loop)
        bridge_driver = AccessoryDriver(
            address=options.announce or "127.0.0.1", port=options.port, persist_file=f"{folder}/state",
            pincode=options.code.encode(), loop=loop,
            async_zeroconf_instance=None if options.announce else SilentAdvertiser())
        # The driver replaces the port 0 by its usual one, which another test may use.
        bridge_driver.http_server._addr_port = (options.announce or "127.0.0.1", options.port)
        loop.run_until_complete(main(options, bridge_driver))
