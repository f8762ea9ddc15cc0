"""Accounts: people who may sign in on the web, what they may do, and programs that act for them.

In: names, passwords, codes and tokens as they were typed or sent. Out: accounts and sessions, or nothing.
"""
