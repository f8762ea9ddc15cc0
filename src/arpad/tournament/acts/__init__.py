"""Commands on an event: each looks at its state, says its warnings, and returns what is added to the log.

A command is made by a function named after its verb (`draw(3)`); calling what it returns with a state and its
confirmations decides it. Refusals are errors; what needs a yes or a reason is added to the confirmations.
"""
