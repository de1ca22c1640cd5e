"""What the network shows of the gateway: its page and its open ports."""

import concurrent.futures
import http.client
import socket
import ssl
import subprocess

from container import Container


def page(address: str, path: str = "/", port: int = 8443) -> tuple[int, bytes] | None:
    """The status and the body of a file of the page; None while nothing answers."""
    context = ssl.create_default_context()
    # The gateway has just created its own root, which no client knows yet.
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    connection = http.client.HTTPSConnection(address, port, timeout=5, context=context)
    try:
        connection.request("GET", path)
        response = connection.getresponse()
        return response.status, response.read()
    except OSError:
        return None
    finally:
        connection.close()


def open_tcp_ports(address: str) -> list[int]:
    """All TCP ports to which a client outside the container can connect."""

    def is_open(port: int) -> bool:
        with socket.socket() as client:
            client.settimeout(5)
            return client.connect_ex((address, port)) == 0

    with concurrent.futures.ThreadPoolExecutor(64) as pool:
        return [port for port, found in zip(range(1, 65536), pool.map(is_open, range(1, 65536), chunksize=512)) if found]


def udp_ports(debian: Container) -> list[int]:
    """The UDP ports below the ephemeral range on which a program in the container listens."""
    text = subprocess.run(["nsenter", f"--target={debian.leader}", "--net", "ss", "--no-header", "--numeric", "--listening", "--udp"],
                          check=True, capture_output=True, text=True).stdout
    ports = {int(line.split()[3].rsplit(":", 1)[1]) for line in text.splitlines()}
    return sorted(port for port in ports if port < 32768)
