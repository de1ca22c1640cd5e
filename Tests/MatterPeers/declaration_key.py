"""Prints the published key that signs certification declarations of test devices, and its id, as a JSON object with digits.

CircuitMatter contains them in the function that signs its own declaration.
"""

import ast
import importlib.util
import json
import re

package = importlib.util.find_spec("circuitmatter").submodule_search_locations[0]
with open(f"{package}/certificates.py") as file:
    source = file.read()


def literal(pattern):
    return ast.literal_eval(re.search(pattern, source)[1]).hex()


print(json.dumps({
    "key": literal(r"from_string\(\s*(b\"[^\"]+\")"),
    "id": literal(r"subject_key_identifier = \(\s*(b\"[^\"]+\")")}))
