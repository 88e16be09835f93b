"""A player in forty lines: `python bot.py http://localhost:8000 TOKEN MATCH-KEY` plays your seat to the end.

Make a token on your profile page. Without a key it opens a match against the site's own bot.
"""

import json
import random
import sys
import time
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def call(path, body=None):
    """Ask the API; a refusal is an answer, too."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json", "Accept": "application/json"}
    try:
        with urlopen(Request(f"{site}/api/v1/matches/{path}", data, headers), timeout=30) as answer:
            return json.load(answer)
    except HTTPError as refused:
        print(refused.code, refused.read().decode(), file=sys.stderr)
        if refused.code not in {409, 429}:
            raise SystemExit(1) from None
        time.sleep(int(refused.headers.get("Retry-After", 0)))
        return call(path.split("/")[0] + "/")  # the match has gone on: look again


site, token, key = [*sys.argv[1:], ""][:3]
seats = [{"kind": "person", "deck": {"starter": "chapter"}}, {"kind": "bot", "deck": {"starter": "demon"}}]
match = call(f"{key}/") if key else call("", {"mode": "duel", "seats": seats})
print(match["page"])
while match["status"] != "over":
    decision = match["decision"]
    if decision is None:  # somebody else is to decide
        time.sleep(1)
        match = call(f"{match['key']}/")
        continue
    option = random.choice(decision["options"])  # your idea goes here
    print(decision["prompt"], "->", option["label"])
    match = call(f"{match['key']}/choose/", {"version": match["version"], "option": option["id"]})
print(match["result"])
