"""Printed documents: the sheet of one player, the report forms, the certificates and applications for titles, as PDF.

In: an event, its rating, a norm or an application, and a language. Out: the bytes of a PDF, the same for the same
input.
"""
