"""The rules as dated data: one TOML file per edition, every value with its article; the conversion tables; the errata.

In: an edition's id, or a system, a time class and a date. Out: an `Edition`, frozen; for titles a `TitleEdition`.
"""
