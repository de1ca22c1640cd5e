"""Controls Matter nodes on the network with the controller of connectedhomeip, for the tests.

    chip_controller.py FOLDER

FOLDER is for the state of the controller and its log; the file FOLDER/authorities/*.der are the authorities of makers that it
trusts. The program runs in the network of scripts/matter-network. Each line of the input is a JSON object with the name of an
operation, and each line of the output is the JSON answer. The program ends with its input.
"""

import asyncio
import dataclasses
import enum
import json
import os
import sys
import time

folder = os.path.abspath(sys.argv[1])
log_path = f"{folder}/controller.log"
# The SDK prints its log. The output of this program is only for its reader.
output = os.fdopen(os.dup(1), "w", buffering=1)
log = os.open(log_path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
os.dup2(log, 1)
os.dup2(log, 2)

import chip.CertificateAuthority  # noqa: E402
import chip.clusters as clusters  # noqa: E402
import chip.native  # noqa: E402
from chip.ChipStack import ChipStack  # noqa: E402
from chip.clusters.Attribute import ValueDecodeFailure  # noqa: E402
from chip.clusters.Types import NullValue  # noqa: E402
from chip.interaction_model import InteractionModelError  # noqa: E402

vendor = 0xFFF1


def described(value):
    """A value of the SDK as JSON."""
    if value is None or value is NullValue:
        return None
    if isinstance(value, (bool, str, float)):
        return value
    if isinstance(value, (int, enum.IntFlag)):
        return int(value)
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, list):
        return [described(element) for element in value]
    if dataclasses.is_dataclass(value):
        return {field.name: described(getattr(value, field.name)) for field in dataclasses.fields(value)}
    return str(value)


def cluster(question):
    return getattr(clusters, question["cluster"])


def attribute(question):
    return getattr(cluster(question).Attributes, question["attribute"])


class Controller:
    """Has a fabric for each number that an operation names, with the same root."""

    def __init__(self, stack):
        # The authority ends together with its manager.
        self.manager = chip.CertificateAuthority.CertificateAuthorityManager(stack, stack.GetStorageManager())
        self.manager.LoadAuthoritiesFromStorage()
        self.authority = self.manager.NewCertificateAuthority()
        self.fabrics = {}
        self.changes = asyncio.Queue()
        self.events = asyncio.Queue()
        self.subscription = None

    def fabric(self, question):
        number = question.get("fabric", 1)
        if number not in self.fabrics:
            admin = self.authority.NewFabricAdmin(vendorId=vendor, fabricId=number)
            self.fabrics[number] = admin.NewController(
                nodeId=0x1000 + number, paaTrustStorePath=f"{folder}/authorities")
        return self.fabrics[number]

    async def discover(self, question):
        """What the SDK reads from the announcements of nodes that can be commissioned."""
        found = await self.fabric(question).DiscoverCommissionableNodes(stopOnFirst=True, timeoutSecond=20)
        nodes = found if isinstance(found, list) else [found]
        return {"nodes": [
            {"discriminator": node.longDiscriminator, "vendor": node.vendorId, "product": node.productId,
             "type": node.deviceType, "mode": node.commissioningMode, "name": node.deviceName, "port": node.port}
            for node in nodes if node]}

    async def commission(self, question):
        fabric = self.fabric(question)
        await fabric.EstablishPASESessionIP(
            os.environ["TOMTE_MATTER_ADDRESS"], question["passcode"], question["node"], question["port"])
        return {"node": await fabric.Commission(question["node"])}

    async def read_all(self, question):
        """Reads everything of a node, and counts what the SDK cannot decode with its data model."""
        read = await self.fabric(question).Read(question["node"], [()])
        values = [
            (f"{endpoint} {attribute.__qualname__}", value) for endpoint, found in read.attributes.items()
            for attributes in found.values() for attribute, value in attributes.items()]
        return {"summary": {
            "endpoints": sorted(read.attributes), "count": len(values),
            "failures": [
                f"{path}: {value}" for path, value in values
                if isinstance(value, (ValueDecodeFailure, InteractionModelError))
                or getattr(value, "Reason", None) is not None]}}

    async def read(self, question):
        path = (question["endpoint"], attribute(question))
        read = await self.fabric(question).ReadAttribute(
            question["node"], [path], fabricFiltered=question.get("isFiltered", True))
        return {"value": described(read[path[0]][cluster(question)][path[1]])}

    async def write(self, question):
        written = await self.fabric(question).WriteAttribute(
            question["node"], [(question["endpoint"], attribute(question)(question["value"]))])
        return {"status": int(written[0].Status)}

    async def write_entries(self, question):
        """Writes the access control list that was read, as administrators do."""
        acl = clusters.AccessControl.Attributes.Acl
        read = await self.fabric(question).ReadAttribute(question["node"], [(0, acl)])
        written = await self.fabric(question).WriteAttribute(
            question["node"], [(0, acl(read[0][clusters.AccessControl][acl]))])
        return {"status": int(written[0].Status)}

    async def invoke(self, question):
        command = getattr(cluster(question).Commands, question["command"])
        answer = await self.fabric(question).SendCommand(
            question["node"], question["endpoint"], command(**question.get("fields", {})),
            timedRequestTimeoutMs=question.get("timed"))
        return {"answer": described(answer)}

    async def read_events(self, question):
        events = await self.fabric(question).ReadEvent(
            question["node"], [(question["endpoint"], cluster(question), True)])
        return {"events": [type(event.Data).__name__ for event in events]}

    async def subscribe(self, question):
        """Subscribes to a cluster, with its events. Later operations wait for what is reported."""
        path = (question["endpoint"], cluster(question))
        loop = asyncio.get_running_loop()
        self.subscription = await self.fabric(question).Read(
            question["node"], [path], events=[(*path, True)],
            reportInterval=(0, question.get("maximum", 60)), keepSubscriptions=False, autoResubscribe=True)

        def change(path, transaction):
            found = [path.AttributeName, described(transaction.GetAttribute(path))]
            loop.call_soon_threadsafe(self.changes.put_nowait, found)

        def receive(event, transaction):
            loop.call_soon_threadsafe(self.events.put_nowait, type(event.Data).__name__)

        self.subscription.SetAttributeUpdateCallback(change)
        self.subscription.SetEventUpdateCallback(receive)
        return {"interval": self.subscription.GetReportingIntervalsSeconds()[1]}

    async def next_change(self, question):
        return {"change": await self.changes.get()}

    async def next_event(self, question):
        return {"event": await self.events.get()}

    async def unsubscribe(self, question):
        self.subscription.Shutdown()
        return {"isDone": True}

    async def open_window(self, question):
        """Opens an enhanced window, with a passcode of the SDK's choice."""
        window = await self.fabric(question).OpenCommissioningWindow(
            question["node"], timeout=180, iteration=1000, discriminator=question["discriminator"], option=1)
        return {"passcode": window.setupPinCode}

    async def expire_sessions(self, question):
        self.fabric(question).ExpireSessions(question["node"])
        return {"isDone": True}

    async def count_log(self, question):
        """How many lines of the log of the SDK contain a text."""
        with open(log_path, errors="replace") as file:
            return {"count": sum(question["text"] in line for line in file)}


async def main():
    chip.native.Init()
    stack = ChipStack(persistentStoragePath=f"{folder}/controller.json", enableServerInteractions=False)
    controller = Controller(stack)
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        question = json.loads(line)
        start, used = time.perf_counter(), time.process_time()
        try:
            answer = await getattr(controller, question["operation"])(question)
        except Exception as error:
            answer = {"failure": str(error) or type(error).__name__}
        if question.get("isMeasured"):
            # The times that benchmarks compare, without those of the pipes.
            answer["seconds"], answer["processorSeconds"] = time.perf_counter() - start, time.process_time() - used
        print(json.dumps(answer), file=output)


try:
    asyncio.run(main())
finally:
    # The SDK's own threads do not end in order.
    output.flush()
    os._exit(0)
