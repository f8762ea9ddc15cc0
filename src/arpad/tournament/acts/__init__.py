"""Acts on an event, a class each: an act looks at the state, says its warnings, and returns what is added to the log.

An act is made of what was typed (`DrawNext(3)`); calling it with a state and its confirmations decides it. Refusals are
errors; what needs a yes or a reason is added to the confirmations.
"""
