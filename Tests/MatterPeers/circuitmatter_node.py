"""A node of CircuitMatter, a lamp, which obeys lines on the standard input.

    circuitmatter_node.py STATE_FILE PORT

The first line of the output tells the port and the codes. Each line of the input is a question, and is answered by a line
with a JSON object:
    {"operation": "announcements"}: what the node has announced
    {"operation": "values"}: the attributes of the lamp
    {"operation": "set", "attribute": "OnOff", "value": true}: changes an attribute of the lamp
    {"operation": "subscriptions"}: how many subscriptions controllers have
"""

import json
import os
import select
import socket
import sys

# CircuitMatter prints what it does. The output of this program is only for its reader.
output = os.fdopen(os.dup(1), "w", buffering=1)
os.dup2(2, 1)

import circuitmatter  # noqa: E402
from circuitmatter.device_types.lighting import extended_color  # noqa: E402


def say(**members):
    print(json.dumps(members), file=output)


class Lamp(extended_color.ExtendedColorLight):
    def on(self):
        pass

    def off(self):
        pass

    @property
    def brightness(self):
        return self._level_control.CurrentLevel / self._level_control.max_level

    @brightness.setter
    def brightness(self, value):
        pass

    @property
    def color_rgb(self):
        return 0

    @color_rgb.setter
    def color_rgb(self, value):
        pass

    @property
    def clusters(self):
        return {
            "OnOff": self._on_off, "CurrentLevel": self._level_control, "current_hue": self._color_control,
            "current_saturation": self._color_control}


class Sockets:
    """The module `socket`, whose UDP socket gets the port of this node in place of the only one of CircuitMatter."""

    AF_INET6 = socket.AF_INET6
    SOCK_DGRAM = socket.SOCK_DGRAM

    def __init__(self, port):
        self.port = port

    def socket(self, family, kind):
        sockets = self

        class Socket(socket.socket):
            def bind(self, address):
                super().bind((address[0], sockets.port))
                sockets.port = self.getsockname()[1]

        return Socket(family, kind)


class Announcer:
    """Takes the place of mDNS."""

    def __init__(self, sockets):
        self.sockets = sockets
        self.announcements = []

    def advertise_service(self, service_type, protocol, port, txt_records={}, subtypes=[], instance_name=""):
        self.announcements.append({
            "type": f"{service_type}.{protocol}", "name": instance_name, "port": self.sockets.port,
            "txt": [f"{key}={value}" for key, value in txt_records.items()]})


def main():
    sockets = Sockets(int(sys.argv[2]))
    announcer = Announcer(sockets)
    node = circuitmatter.CircuitMatter(socketpool=sockets, mdns_server=announcer, state_filename=sys.argv[1])
    lamp = Lamp("lamp")
    node.add_device(lamp)
    say(port=sockets.port, code=node.nonvolatile["manual_code"])
    while True:
        readable, _, _ = select.select([sys.stdin, node.socket], [], [], 0.02)
        if sys.stdin in readable:
            line = sys.stdin.readline()
            if not line:
                return
            question = json.loads(line)
            if question["operation"] == "set":
                setattr(lamp.clusters[question["attribute"]], question["attribute"], question["value"])
            if question["operation"] == "announcements":
                say(announcements=announcer.announcements)
            elif question["operation"] == "subscriptions":
                # The first place for a session is reserved.
                sessions = node.manager.secure_session_contexts[1:]
                say(subscriptions=sum(len(session.subscriptions) for session in sessions if session))
            else:
                say(values={name: getattr(cluster, name) for name, cluster in lamp.clusters.items()})
        node.process_packets()


main()
