"""Who meets whom, and who defends."""

from __future__ import annotations

from companion.rules.eclipse.parties import defender, fighting_order


def test_p18_order_three_players() -> None:
    entry = ("red", "green", "blue")
    order = fighting_order(entry, owner=None)
    assert order == ("blue", "green", "red")
    assert defender("blue", "green", entry, None) == "green"


def test_p18_the_owner_fights_last_whenever_he_came() -> None:
    assert fighting_order(("red", "green", "blue"), owner="blue") == ("green", "red", "blue")
    assert fighting_order(("ancients", "red", "green"), owner=None) == ("green", "red", "ancients")


def test_case_34_who_defends() -> None:
    entry = ("gcds", "red", "green", "blue")
    assert defender("blue", "green", entry, "blue") == "blue"
    assert defender("blue", "green", entry, "red") == "green"
    assert defender("red", "gcds", entry, "red") == "gcds"
