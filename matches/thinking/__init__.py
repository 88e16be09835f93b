"""Bots think in tasks of their own, never in a request: how they are called, answer, explain and advise.

A match that waits for a bot has `Match.thinking` set: until then an answer is awaited. Whoever leaves a bot to decide
calls the bots with the version of the match. That version is the ticket: a task whose version has passed does nothing,
so however often a match is called for, each move is made once. A call that nobody answers in time, because a worker was
killed or a queue lost its memory, is repeated by the next worker that looks around.
"""
