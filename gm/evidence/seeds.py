"""The seeds of a ledger: which open their commitments, and which are no secret when they have to be one."""

from collections.abc import Sequence

from gm import dealing
from gm.events import MancheAbandoned, MancheClosed, PartieOpened, Record
from gm.evidence.report import Found


def seeds_of(campaign: str, records: Sequence[Record]) -> tuple[dict[str, str], list[tuple[int, Found]]]:
    """Every seed that opens its commitment, and by entry each one that cannot stand (`bad_seed`)."""
    seeds = _Seeds(campaign)
    for record in records:
        match record.event:
            case PartieOpened(partie=partie, commitments=commitments, seeds=kept):
                for manche, digest in commitments.items():
                    seeds.commit(record.seq, partie, manche, digest)
                    seeds.take(record.seq, partie, manche, (kept or {}).get(manche))
            case MancheClosed(partie=partie, manche=manche, seed=seed):
                seeds.take(record.seq, partie, manche, seed)
                seeds.publish(record.seq, partie, manche, seed)
            case MancheAbandoned(partie=partie, manche=manche, seed=seed, next_commitment=following) as event:
                seeds.take(record.seq, partie, manche, seed)
                seeds.publish(record.seq, partie, manche, seed)
                seeds.commit(record.seq, partie, manche, following)
                seeds.take(record.seq, partie, manche, event.next_seed)
            case _:
                pass
    return seeds.known, seeds.wrong


class _Seeds:
    """What a campaign has committed to by partie and manche, the seeds known by commitment, what is wrong."""

    def __init__(self, campaign: str) -> None:
        self.campaign = campaign
        self.committed: dict[int, dict[int, str | None]] = {}
        self.known: dict[str, str] = {}
        self.used: dict[str, str] = {}
        self.public: set[str] = set()
        self.spoilt: set[str] = set()
        self.wrong: list[tuple[int, Found]] = []

    def commit(self, seq: int, partie: int, manche: int, digest: str | None) -> None:
        """Note what a manche's seed has to open from now on, None for nothing; it is none that is public."""
        self.committed.setdefault(partie, {})[manche] = digest
        if digest is None or not self.public:
            return
        if digest in {dealing.commit(self.campaign, partie, manche, seed) for seed in self.public}:
            self.spoilt.add(digest)
            self._find(seq, f"the seed of partie {partie} manche {manche} is public already")

    def take(self, seq: int, partie: int, manche: int, seed: str | None) -> None:
        """A seed, kept in secret or published, opens the commitment of its manche and of no other one."""
        digest = self.committed.get(partie, {}).get(manche)
        if seed is None or digest is None:
            return
        if dealing.commit(self.campaign, partie, manche, seed) != digest:
            self._find(seq, f"the seed of partie {partie} manche {manche} does not open its commitment")
        elif digest in self.spoilt:
            return
        elif self.used.setdefault(seed, digest) != digest:
            self._find(seq, f"the seed of partie {partie} manche {manche} is that of another one")
        else:
            self.known[digest] = seed

    def publish(self, seq: int, partie: int, manche: int, seed: str) -> None:
        """A seed that everybody knows from now on is that of no later manche of the partie."""
        self.public.add(seed)
        for later, digest in self.committed.get(partie, {}).items():
            if later > manche and dealing.commit(self.campaign, partie, later, seed) == digest:
                self._find(seq, f"the seed published is that of partie {partie} manche {later} to come")

    def _find(self, seq: int, why: str) -> None:
        self.wrong.append((seq, Found("bad_seed", why)))
