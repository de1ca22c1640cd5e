"""Announces Matter nodes with zeroconf, for tests of nodes that do not do that themselves.

It runs in the network of scripts/matter-network. Each line of the input is a JSON object with all services that are announced
from now on, and each line of the output is the JSON answer. The program ends with its input.
"""

import asyncio
import ipaddress
import json
import os
import sys

from zeroconf import IPVersion, ServiceInfo
from zeroconf.asyncio import AsyncZeroconf


class Announcer:
    def __init__(self):
        self.network = AsyncZeroconf(ip_version=IPVersion.V6Only)
        self.address = ipaddress.ip_address(os.environ["TOMTE_MATTER_ADDRESS"]).packed
        self.announced = {}

    def information(self, service):
        kind = f"{service['type']}.local."
        return ServiceInfo(
            kind, f"{service['name']}.{kind}", port=service["port"], addresses=[self.address],
            properties=dict(entry.split("=", 1) for entry in service["txt"]), server=f"node-{service['port']}.local.")

    async def announce(self, services):
        """Returns when the network can find the services; their repetition is not waited for."""
        wanted = {information.key: information for information in map(self.information, services)}
        for key in self.announced.keys() - wanted.keys():
            await self.network.async_unregister_service(self.announced.pop(key))
        for key, information in wanted.items():
            if key not in self.announced:
                await self.network.async_register_service(information, cooperating_responders=True)
            elif self.announced[key].port != information.port:
                await self.network.async_update_service(information)
            self.announced[key] = information


async def main():
    announcer = Announcer()
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        question = json.loads(line)
        await announcer.announce(question["services"])
        print(json.dumps({"count": len(question["services"])}), flush=True)
    await announcer.network.async_close()


asyncio.run(main())
