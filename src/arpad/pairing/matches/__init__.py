"""Swiss systems of matches: teams (C.04.6 of 2024 and 2026), and two games with one opponent (C.04.5, Double-Swiss).

The bye is given first, then each scoregroup is filled with upfloaters and paired, then the colours are allocated.
"""
