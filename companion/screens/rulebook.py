"""A box's rules in our own words, as data beside its screens: topics, rules, pages. Pure: no Kivy."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from companion.rules.contract import printed

CHAPTERS: Final = 16
"""Topics that one screen holds as large targets."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: its title, what it says, and the page or chapter of the rulebook."""

    title: str
    page: str
    text: str

    @property
    def where(self) -> str:
        """ "page 12", or the chapter's name."""
        return printed(self.page)


@dataclass(frozen=True, slots=True)
class Topic:
    """Rules that are looked for together."""

    name: str
    rules: tuple[Rule, ...]


@cache
def topics(box: str) -> tuple[Topic, ...]:
    """All topics of a box, by the name used in commands and records."""
    told = tomllib.loads((files(f"companion.screens.{box}") / "rules.toml").read_text(encoding="utf-8"))
    return tuple(
        Topic(each["name"], tuple(Rule(rule["title"], rule["page"], rule["text"]) for rule in each["rules"]))
        for each in told["topic"]
    )


def cited(box: str, page: str) -> list[tuple[Topic, Rule]]:
    """The rules of that page or chapter."""
    return [(topic, rule) for topic in topics(box) for rule in topic.rules if rule.page == page]
