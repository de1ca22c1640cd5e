"""The imports and exports of the modules of the page, which no browser checks as a whole."""

import re
from collections import defaultdict
from pathlib import Path

PAGE = Path(__file__).parents[2] / "page"
IMPORT = re.compile(r'import\s+(?:\*\s+as\s+\w+|\{(?P<names>[^}]*)\})\s+from\s+"(?P<path>[^"]+)"|import\("(?P<later>[^"]+)"\)')
EXPORT = re.compile(r"^export (?:async )?(?:function\*? |const |let |class )(\w+)", re.MULTILINE)
# The entry points of the page, and the exports that only the view loader uses.
BEGINNINGS = {"main.js", "service-worker.js"}
OF_VIEWS = {"open", "styles"}

modules = {str(file.relative_to(PAGE)): file.read_text() for file in PAGE.rglob("*.js")}
exports = {path: set(EXPORT.findall(text)) for path, text in modules.items()}


def imports(path):
    """Yields `(module, names, at once)` for each import of a module.

    `names` is None when it imports all names; `at once` is false for an import that runs later.
    """
    for found in IMPORT.finditer(modules[path]):
        target = found["path"] or found["later"]
        if target.startswith("."):
            module = str((PAGE / path).parent.joinpath(target).resolve().relative_to(PAGE))
            names = found["names"] and {name.split(" as ")[0].strip() for name in found["names"].split(",")} - {""}
            yield module, names, found["path"] is not None


def test_what_is_imported_is_there():
    for path in modules:
        for module, names, _ in imports(path):
            assert module in modules, f"{path} imports {module}, which does not exist"
            missing = (names or set()) - exports[module]
            assert not missing, f"{path} imports {missing}, which {module} does not export"


def test_nothing_is_there_for_nobody():
    wanted = defaultdict(set)
    for path in modules:
        for module, names, _ in imports(path):
            wanted[module] |= names or exports[module]
    unused = {path: exports[path] - wanted[path] - OF_VIEWS for path in modules}
    assert not {path: names for path, names in unused.items() if names}
    assert not [path for path in modules if path not in wanted and path not in BEGINNINGS]


def test_what_is_imported_is_used():
    for path, text in modules.items():
        for found in IMPORT.finditer(text):
            for name in (found["names"] or "").split(","):
                local = name.split(" as ")[-1].strip()
                assert not local or len(re.findall(rf"\b{re.escape(local)}\b", text)) > 1, f"{path} imports {local} and does not use it"


def test_what_the_first_view_needs_is_asked_for_at_once():
    needed, waiting = set(), ["main.js"]
    while waiting:
        path = waiting.pop()
        if path not in needed:
            needed.add(path)
            waiting += [module for module, _, at_once in imports(path) if at_once]
    preloaded = set(re.findall(r'modulepreload" href="/page/([^"]+)"', (PAGE / "index.html").read_text()))
    assert preloaded == needed - {"main.js"}
