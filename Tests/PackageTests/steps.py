"""Runs the steps of a story one after another and prints each with its time."""

import contextlib
import time


class Story:
    """A sequence of steps that need each other: the first failure ends it."""

    def __init__(self, title: str):
        self.seconds: dict[str, float] = {}
        print(f"\n{title}", flush=True)

    @contextlib.contextmanager
    def step(self, fact: str):
        begin = time.monotonic()
        try:
            yield
        except BaseException:
            print(f"✘ {fact}", flush=True)
            raise
        self.seconds[fact] = time.monotonic() - begin
        print(f"✔ {fact} ({self.seconds[fact]:.1f} s)", flush=True)
