"""Controls an accessory on the network with aiohomekit, for the tests.

Each line of the input is a JSON object with the name of an operation, and each line of the output is the JSON answer.
The program ends with its input.
"""

import asyncio
import json
import logging
import sys
import time
import warnings
from types import SimpleNamespace

warnings.simplefilter("ignore")
logging.disable(logging.CRITICAL)

from aiohomekit.characteristic_cache import CharacteristicCacheMemory
from aiohomekit.controller.ip.controller import IpController
from aiohomekit.model.categories import Categories
from aiohomekit.model.feature_flags import FeatureFlags
from aiohomekit.model.status_flags import StatusFlags
from aiohomekit.zeroconf import HomeKitService


def described(results):
    return [[aid, iid, result] for (aid, iid), result in sorted(results.items())]


class Controller:
    def __init__(self):
        # No operation uses the network's announcements.
        self.controller = IpController(CharacteristicCacheMemory(), SimpleNamespace(zeroconf=None))
        self.pairing = None
        self.events = asyncio.Queue()
        self.arrivals = []

    async def pair(self, question):
        service = HomeKitService(
            name="accessory", id=question["id"].lower(), model="", feature_flags=FeatureFlags(0),
            status_flags=StatusFlags(1), config_num=1, state_num=1, category=Categories(1), protocol_version="1.1",
            type="_hap._tcp.local.", address="127.0.0.1", addresses=["127.0.0.1"], port=question["port"])
        discovery = self.controller._make_discovery(service)
        try:
            finish = await discovery.async_start_pairing("accessory")
            self.pairing = await finish(question["code"])
        finally:
            await discovery.close()
        self.pairing.dispatcher_connect(self.receive)
        return {"identifier": self.pairing.pairing_data["iOSPairingId"]}

    def receive(self, event):
        # An empty event says that the connection is made.
        if event:
            self.events.put_nowait(event)
            self.arrivals.append((event, time.clock_gettime(time.CLOCK_BOOTTIME), time.process_time()))

    async def accessories(self, question):
        accessories = await self.pairing.list_accessories_and_characteristics()
        return {"aids": [accessory["aid"] for accessory in accessories]}

    async def get(self, question):
        return {"results": described(await self.pairing.get_characteristics({tuple(id) for id in question["ids"]}))}

    async def put(self, question):
        results = await self.pairing.put_characteristics([tuple(write) for write in question["writes"]])
        # aiohomekit reports its own writes like events.
        while not self.events.empty():
            self.events.get_nowait()
        return {"results": described(results)}

    async def timed_put(self, question):
        """aiohomekit has no timed writes; this sends the two requests over its session."""
        connection = self.pairing.connection
        prepared = await connection.put_json("/prepare", {"ttl": question["ttl"], "pid": question["pid"]})
        written = await connection.put_json(
            "/characteristics", {"characteristics": question["writes"], "pid": question["pid"]})
        return {"prepared": prepared, "written": written}

    async def reconnect(self, question):
        """Makes a new connection, and verifies it."""
        await self.pairing.connection.close()
        await self.pairing.connection.ensure_connection()
        return {}

    async def put_and_get(self, question):
        """Writes a value and reads it back, which is what confirms a command."""
        aid, iid, value = question["write"]
        await self.pairing.put_characteristics([(aid, iid, value)])
        results = await self.pairing.get_characteristics({(aid, iid)})
        return {"value": results[aid, iid]["value"]}

    async def find(self, question):
        """The first characteristic of a type."""
        wanted = f"{question['type']:0>8}-0000-1000-8000-0026BB765291"
        for accessory in await self.pairing.list_accessories_and_characteristics():
            for service in accessory["services"]:
                for characteristic in service["characteristics"]:
                    if characteristic["type"].upper() in (wanted, question["type"]):
                        return {"id": [accessory["aid"], characteristic["iid"]]}
        return {}

    async def unpair(self, question):
        await self.pairing.remove_pairing(self.pairing.pairing_data["iOSPairingId"])
        await self.pairing.close()
        return {}

    async def subscribe(self, question):
        return {"results": described(await self.pairing.subscribe([tuple(id) for id in question["ids"]]))}

    async def next_event(self, question):
        return {"event": described(await self.events.get())}

    async def receive_until(self, question):
        """The values of a characteristic and when their events arrived, until one of them is the last one."""
        id = tuple(question["id"])
        self.arrivals = []
        await self.pairing.subscribe([id])
        received = []
        while not received or received[-1] != question["last"]:
            event = await self.events.get()
            received += [event[id]["value"]] if id in event else []
        await self.pairing.unsubscribe([id])
        found = [(event[id]["value"], time, used) for event, time, used in self.arrivals if id in event]
        return {"arrivals": [[value, time] for value, time, _ in found],
                "processorSeconds": (found[-1][2] - found[0][2]) / (len(found) - 1)}

    async def identify(self, question):
        return {"isDone": await self.pairing.identify()}

    async def pairings(self, question):
        return {"pairings": [[entry["pairingId"], entry["permissions"]] for entry in await self.pairing.list_pairings()]}

    async def add_pairing(self, question):
        return {"isDone": await self.pairing.add_pairing(question["identifier"], question["key"], "User")}

    async def remove_pairing(self, question):
        return {"isDone": await self.pairing.remove_pairing(question["identifier"])}


async def main():
    controller = Controller()
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        question = json.loads(line)
        start, used = time.perf_counter(), time.process_time()
        try:
            answer = await getattr(controller, question["operation"])(question)
        except Exception as error:
            answer = {"failure": type(error).__name__, "text": str(error)}
        if question.get("isMeasured"):
            # The times that benchmarks compare, without those of the pipes.
            answer["seconds"], answer["processorSeconds"] = time.perf_counter() - start, time.process_time() - used
        print(json.dumps(answer), flush=True)


asyncio.run(main())
