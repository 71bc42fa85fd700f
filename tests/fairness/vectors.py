#!/usr/bin/env python3
"""The provable shuffle, version 2, as docs/fairness.md states it: prints the vectors that the tests in Rust and JavaScript hold."""

import hashlib
import hmac
import struct
import uuid


def chacha20_words(key, stream):
    """The words of ChaCha20 with a 64-bit counter from 0 and a 64-bit stream number."""

    def quarter(x, a, b, c, d):
        def turn(v, n):
            return ((v << n) | (v >> (32 - n))) & 0xFFFFFFFF

        x[a] = (x[a] + x[b]) & 0xFFFFFFFF
        x[d] = turn(x[d] ^ x[a], 16)
        x[c] = (x[c] + x[d]) & 0xFFFFFFFF
        x[b] = turn(x[b] ^ x[c], 12)
        x[a] = (x[a] + x[b]) & 0xFFFFFFFF
        x[d] = turn(x[d] ^ x[a], 8)
        x[c] = (x[c] + x[d]) & 0xFFFFFFFF
        x[b] = turn(x[b] ^ x[c], 7)

    counter = 0
    while True:
        start = list(struct.unpack("<4I", b"expand 32-byte k")) + list(struct.unpack("<8I", key))
        start += [counter & 0xFFFFFFFF, counter >> 32, stream & 0xFFFFFFFF, stream >> 32]
        x = start[:]
        for _ in range(10):
            for a, b, c, d in ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15)):
                quarter(x, a, b, c, d)
            for a, b, c, d in ((0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)):
                quarter(x, a, b, c, d)
        yield from ((one + other) & 0xFFFFFFFF for one, other in zip(x, start))
        counter += 1


def below(words, bound):
    surplus = (2**32 - bound) % bound
    while True:
        product = next(words) * bound
        if product & 0xFFFFFFFF >= surplus:
            return product >> 32


def shuffled(cards, seed):
    cards, words = cards[:], chacha20_words(seed, 1)
    for place in range(len(cards) - 1, 0, -1):
        other = below(words, place + 1)
        cards[place], cards[other] = cards[other], cards[place]
    return cards


def mac(house_seed, purpose, shoe):
    return hmac.new(house_seed, purpose + b"\0" + shoe.bytes, hashlib.sha256)


def shuffle_seed(house_seed, shoe, clients):
    code = mac(house_seed, b"croupier shoe 2", shoe)
    for seat, user, seed in clients:
        text = seed.encode()
        code.update(bytes([seat]) + user.bytes + struct.pack(">H", len(text)) + text)
    return code.digest()


def salt(house_seed, shoe, place):
    code = mac(house_seed, b"croupier salt 2", shoe)
    code.update(struct.pack(">H", place))
    return code.digest()


def root(house_seed, shoe, cards):
    level = [
        hashlib.sha256(b"\0" + struct.pack(">H", place) + salt(house_seed, shoe, place) + card.encode()).digest()
        for place, card in enumerate(cards)
    ]
    while len(level) > 1:
        pairs = [level[at : at + 2] for at in range(0, len(level), 2)]
        level = [hashlib.sha256(b"\1" + pair[0] + pair[1]).digest() if len(pair) == 2 else pair[0] for pair in pairs]
    return level[0]


if __name__ == "__main__":
    house_seed = bytes(range(32))
    shoe = uuid.UUID(int=0x0198_C0DE_0000_7000_8000_0000_0000_0001)
    clients = [(2, uuid.UUID(int=0xA11), "my own words"), (5, uuid.UUID(int=0xB0B), "größer")]
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    seed = shuffle_seed(house_seed, shoe, clients)
    order = shuffled(deck, seed)
    print("shuffle seed", seed.hex())
    print("salt 51     ", salt(house_seed, shoe, 51).hex())
    print("order       ", " ".join(order))
    print("root        ", root(house_seed, shoe, order).hex())
