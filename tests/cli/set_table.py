"""A machine at which the campaign of a `Book` goes on: its ledger in the folder, its key in the home."""

from builders import PUBLIC_KEY, Book
from cli_help import Machine
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from gm.store import public_pem


def with_book(machine: Machine, book: Book) -> Machine:
    """The machine with this campaign instead of one of its own."""
    machine.new_campaign()
    key = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
    machine.key.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    (machine.ledger.parent / "moderator.pub.pem").write_bytes(public_pem(PUBLIC_KEY))
    machine.ledger.write_bytes(book.own())
    return machine
