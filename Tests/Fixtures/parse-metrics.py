# Reads metrics from a file with Prometheus' own parser; prints the families as JSON.
import json
import sys

from prometheus_client.parser import text_fd_to_metric_families

families = []
with open(sys.argv[1], encoding="utf-8") as text:
    for family in text_fd_to_metric_families(text):
        families.append({
            "name": family.name,
            "type": family.type,
            "help": family.documentation,
            "samples": [
                {"name": sample.name, "labels": sample.labels, "value": sample.value}
                for sample in family.samples
            ],
        })
json.dump(families, sys.stdout)
