"""Trades against a recording that `touchstone serve --replay FILE --speed step` serves. Needs nothing but Python 3.8 or later.

    python3 replay-client.py URL CREDENTIALS [--polls 120] [--wait-ms 1000]

The strategy bids for ten shares at the best bid of the first market and moves its order when the best bid moves. When the spread is a cent, it buys
ten shares at the best offer. After each poll it lets recorded time pass. It prints its fills, one JSON object a line.
"""

import argparse
import base64
import email.utils
import hashlib
import hmac
import json
import urllib.error
import urllib.request

SHARES = 10


class Venue:
    """The interface over HTTP. Requests are signed with the time of the service clock, which every response shows."""

    def __init__(self, url, wallet):
        self.url = url.rstrip("/")
        self.wallet = wallet
        self.seconds = 0
        self.salt = 0

    def send(self, method, path, body=None, is_signed=False):
        text = "" if body is None else json.dumps(body)
        headers = {"content-type": "application/json"}
        if is_signed:
            headers.update(self.signature(method, path.split("?")[0], text))
        request = urllib.request.Request(
            self.url + path, method=method, data=text.encode() if text else None, headers=headers
        )
        try:
            with urllib.request.urlopen(request) as response:
                self.note_time(response)
                return json.load(response)
        except urllib.error.HTTPError as error:
            self.note_time(error)
            return {"refused": error.code, "retryAfter": error.headers["retry-after"], **json.load(error)}

    def note_time(self, response):
        self.seconds = int(email.utils.parsedate_to_datetime(response.headers["date"]).timestamp())

    def signature(self, method, path, text):
        message = f"{self.seconds}{method}{path}{text}".encode()
        secret = base64.b64decode(self.wallet["secret"])
        return {
            "SVC_ADDRESS": self.wallet["address"],
            "SVC_API_KEY": self.wallet["apiKey"],
            "SVC_PASSPHRASE": self.wallet["passphrase"],
            "SVC_TIMESTAMP": str(self.seconds),
            "SVC_SIGNATURE": hmac.new(secret, message, hashlib.sha256).hexdigest(),
        }

    def advance(self, step):
        return self.send("POST", "/_touchstone/advance", step)

    def book(self, token):
        books = self.send("POST", "/books", [{"token_id": token}])
        bids, asks = ((books[0]["bids"], books[0]["asks"]) if isinstance(books, list) and books else ([], []))
        best = lambda levels: round(float(levels[-1]["price"]) * 100) if levels else None
        return best(bids), best(asks)

    def buy(self, market, token, cents, order_type):
        self.salt += 1
        address = self.wallet["address"]
        order = {
            "tokenId": token,
            "conditionId": market,
            "maker": address,
            "signer": address,
            "makerAmount": str(SHARES * cents * 10_000),
            "takerAmount": str(SHARES * 1_000_000),
            "side": "BUY",
            "salt": str(self.salt),
            "signatureType": 0,
            "signature": "0x" + "00" * 65,
            "timestamp": str(self.seconds * 1000),
            "metadata": "0x" + "00" * 32,
            "builder": "0x" + "00" * 32,
        }
        body = {"order": order, "orderType": order_type, "owner": self.wallet["apiKey"]}
        return self.send("POST", "/order", body, is_signed=True)

    def cancel(self, order_id):
        return self.send("DELETE", "/order", {"orderId": order_id}, is_signed=True)


def trade(venue, market, token, polls, wait_ms):
    resting, resting_at = None, None
    for _ in range(polls):
        bid, ask = venue.book(token)
        if resting is not None and bid != resting_at:
            venue.cancel(resting)
            resting, resting_at = None, None
        if bid is not None and ask is not None and ask - bid == 1:
            venue.buy(market, token, ask, "FAK")
        elif resting is None and bid is not None:
            resting, resting_at = venue.buy(market, token, bid, "GTC").get("orderID"), bid
        venue.advance({"ms": wait_ms})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url")
    parser.add_argument("credentials")
    parser.add_argument("--polls", type=int, default=120)
    parser.add_argument("--wait-ms", type=int, default=1000)
    given = parser.parse_args()
    with open(given.credentials) as file:
        credentials = json.load(file)
    venue = Venue(given.url, credentials["wallets"][0])
    market = credentials["markets"][0]
    tokens = venue.send("GET", f"/clob-markets/{market}")["t"]
    trade(venue, market, tokens[0]["t"], given.polls, given.wait_ms)
    activity = venue.send("GET", f"/activity?user={venue.wallet['address']}&limit=500")
    fills = [item for item in reversed(activity) if item["type"] == "TRADE"]
    for fill in fills:
        print(json.dumps({key: fill[key] for key in ("timestamp", "side", "price", "size")}))
    print(json.dumps({"fills": len(fills), "hash": venue.send("GET", "/_touchstone/hash")["hash"]}))


if __name__ == "__main__":
    main()
