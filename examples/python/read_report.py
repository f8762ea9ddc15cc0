"""A tournament report: who played, what was played, and what is odd about the file."""

import arpad

report = arpad.read("examples/open-2024.trf")
print(report, report.players[0], report.games[0], sep="\n")
for line in dict.fromkeys(f"{finding.severity} {finding.text()}" for finding in report.check(hybrid=False).findings):
    print(line)
