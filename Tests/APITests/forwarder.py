"""A loopback TCP port in front of the console's Unix socket, so that an ordinary HTTP client can reach it."""

import asyncio
import contextlib
import threading


async def copy(reader, writer):
    """Copies bytes until the reader ends, then closes the writer."""
    with contextlib.suppress(ConnectionError):
        while data := await reader.read(1 << 16):
            writer.write(data)
            await writer.drain()
    writer.close()


@contextlib.contextmanager
def forwarded_port(socket_path):
    """Yields the number of a port that forwards to the socket while the context is open."""

    async def connect(client_reader, client_writer):
        try:
            reader, writer = await asyncio.open_unix_connection(socket_path)
        except OSError:
            client_writer.close()
            return
        await asyncio.gather(copy(client_reader, writer), copy(reader, client_writer))

    loop = asyncio.new_event_loop()
    server = loop.run_until_complete(asyncio.start_server(connect, "127.0.0.1", 0))
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
