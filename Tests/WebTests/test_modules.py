"""The imports and exports of all modules of the page. A browser checks only the modules that it loads."""

import re
from collections import defaultdict
from pathlib import Path

PAGE = Path(__file__).parents[2] / "page"
IMPORT = re.compile(
    r'import\s+(?:\*\s+as\s+\w+|\{(?P<names>[^}]*)\})\s+from\s+"(?P<path>[^"]+)"|import\("(?P<dynamic>[^"]+)"\)')
EXPORT = re.compile(r"^export (?:async )?(?:function\*? |const |let |class )(\w+)", re.MULTILINE)
# The entry points of the page, and the exports that only the view loader uses. The page imports the messages of its
# language by the tag of the language.
ENTRY_POINTS = {"main.js", "service-worker.js"} | {
    file.relative_to(PAGE).as_posix() for file in (PAGE / "languages").rglob("*.js")}
VIEW_EXPORTS = {"open", "styles"}

modules = {str(file.relative_to(PAGE)): file.read_text() for file in PAGE.rglob("*.js")}
exports = {path: set(EXPORT.findall(text)) for path, text in modules.items()}


def imports(path):
    """Yields `(module, names, is static)` for each import of a module.

    `names` is None for an import of all names. `is static` is false for a dynamic import.
    """
    for found in IMPORT.finditer(modules[path]):
        target = found["path"] or found["dynamic"]
        if target.startswith("."):
            module = str((PAGE / path).parent.joinpath(target).resolve().relative_to(PAGE))
            names = found["names"] and {name.split(" as ")[0].strip() for name in found["names"].split(",")} - {""}
            yield module, names, found["path"] is not None


def test_every_imported_name_exists():
    for path in modules:
        for module, names, _ in imports(path):
            assert module in modules, f"{path} imports {module}, which does not exist"
            missing = (names or set()) - exports[module]
            assert not missing, f"{path} imports {missing}, which {module} does not export"


def test_every_module_and_export_is_imported():
    used = defaultdict(set)
    for path in modules:
        for module, names, _ in imports(path):
            used[module] |= names or exports[module]
    unused = {path: exports[path] - used[path] - VIEW_EXPORTS for path in modules.keys() - ENTRY_POINTS}
    assert not {path: names for path, names in unused.items() if names}
    assert not [path for path in modules if path not in used and path not in ENTRY_POINTS]


def test_every_import_is_used():
    for path, text in modules.items():
        for found in IMPORT.finditer(text):
            for name in (found["names"] or "").split(","):
                local = name.split(" as ")[-1].strip()
                occurrences = len(re.findall(rf"\b{re.escape(local)}\b", text))
                assert not local or occurrences > 1, f"{path} imports {local} and does not use it"


def modules_of_the_first_view():
    """Returns the paths of `main.js` and of all modules that it imports, directly or not."""
    needed, pending = set(), ["main.js"]
    while pending:
        path = pending.pop()
        if path not in needed:
            needed.add(path)
            pending += [module for module, _, is_static in imports(path) if is_static]
    return needed


def test_the_index_preloads_every_module_of_the_first_view():
    needed = modules_of_the_first_view()
    index = (PAGE / "index.html").read_text()
    preloaded = re.findall(r'modulepreload" href="/page/([^"]+)"', index)
    scripts = re.findall(r'<script type="module".* src="/page/([^"]+)"', index)
    assert scripts == ["core/language.js", "main.js"]
    assert sorted(preloaded + scripts) == sorted(needed)
