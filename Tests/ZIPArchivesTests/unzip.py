"""Reads an archive with Python's zipfile, an implementation that knows nothing of ours, and prints it as JSON."""

import hashlib
import json
import stat
import sys
import zipfile

with zipfile.ZipFile(sys.argv[1]) as archive:
    assert archive.testzip() is None
    files = [
        {
            "name": info.filename, "bytes": info.file_size, "mode": stat.S_IMODE(info.external_attr >> 16),
            "year": info.date_time[0], "hash": hashlib.sha256(archive.read(info)).hexdigest(),
        }
        for info in archive.infolist()
    ]
json.dump(files, sys.stdout)
