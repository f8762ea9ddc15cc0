"""The office in a browser: thin pages over the office and the steps, in English and Spanish, each also as JSON.

In: settings with a database, a source of secrets and a clock. Out: an ASGI application. No page computes a rating.
"""
