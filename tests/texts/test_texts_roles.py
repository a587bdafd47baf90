"""A campaign may rename every role, and then every text uses its names (Z17)."""

from text_samples import samples
from text_systems import everything

from gm.render import Presentation, role_names

OWN = {
    "president": "Grand Manitou",
    "premier_ministre": "Bras droit",
    "neutre": "Spectateur",
    "paysan": "Serf",
    "trou_du_cul": "Âne",
    "vice_president": "Sous-chef",
    "citoyen": "Bourgeois",
    "ouvrier": "Artisan",
    "neutre_superieur": "Baron",
    "neutre_inferieur": "Page",
    "mendiant": "Vagabond",
    "clochard": "Gueux",
    "vice_racaille": "Filou",
    "racaille": "Canaille",
    "super_racaille": "Bandit",
}
ROLES = tuple(OWN.items())

GAME = "la table du Président"
"""Where the welcome speaks of the game, not of the role."""


def test_no_text_keeps_a_role_name_that_was_changed() -> None:
    """Z17: a campaign may rename every role; the Trou du cul most of all."""
    usual = set(role_names(Presentation()).values())
    for sample in everything(ROLES):
        text = (
            (sample.title + sample.body)
            .replace("la table du Président !", "")
            .replace("du Président\u202f!", "")
        )
        assert not [name for name in usual if name in text], sample.name


def test_the_new_names_are_shown_wherever_the_old_ones_were() -> None:
    """Z17: nothing but the names changes."""
    usual = role_names(Presentation())
    for before, after in zip(samples(), samples(roles=ROLES), strict=True):
        renamed = before.body
        for key, name in sorted(usual.items(), key=lambda role: -len(role[1])):
            renamed = renamed.replace(GAME, "").replace(name, OWN[key])
        assert renamed == after.body.replace(GAME, ""), before.name


def test_a_role_that_was_not_renamed_keeps_its_name() -> None:
    """Z17: every role can be renamed by itself."""
    names = role_names(Presentation(roles={"trou_du_cul": "Âne"}))
    assert names["trou_du_cul"] == "Âne"
    assert names["president"] == "Président"
