"""`companion odds` as it is called from outside."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion import cli
from companion.rules.eclipse.odds import SIDES, odds
from tests.rules.eclipse.battles import KNOWN

SHIP = "{ type = 'interceptor', n = 1, y = 1, o = 0, r = 0, mo = 0, c = 0, s = 0, h = 0, i = 3 }"


def written(folder: Path, *battles: tuple[str, str], names: tuple[str, ...] = ()) -> Path:
    file = folder / "battles.toml"
    parts = [
        "[[battle]]\n"
        + (f"id = '{names[at]}'\n" if names else "")
        + f"attacker = [{attacker}]\ndefender = [{defender}]\n"
        for at, (attacker, defender) in enumerate(battles)
    ]
    file.write_text("".join(parts), encoding="utf-8")
    return file


def test_known_battles(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = []
    for battle, _ in KNOWN.values():
        sides = [
            ", ".join(
                f"{{ type = '{s.type}', n = {s.n}, y = {s.yellow}, o = {s.orange}, r = {s.red}, mo = {s.missiles}, "
                f"c = {s.computer}, s = {s.shield}, h = {s.hull}, i = {s.initiative} }}"
                for s in battle.side(side)
            )
            for side in SIDES
        ]
        rows.append((sides[0], sides[1]))
    file = written(tmp_path, *rows, names=tuple(KNOWN))
    assert cli.main(["odds", "eclipse", str(file), "--json"]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    found = [json.loads(line) for line in said.out.splitlines()]
    assert [each["id"] for each in found] == list(KNOWN)
    for each, (battle, exact) in zip(found, KNOWN.values(), strict=True):
        assert each["attacker"] == pytest.approx(exact, abs=1e-4)
        assert each["exact"] is True
        assert each["error"] == 0
        assert each["losses"] == odds(battle).losses
        assert [sum(tiles) for tiles in each["tiles"].values()] == pytest.approx([1, 1])


def test_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["odds", "eclipse", str(written(tmp_path, (SHIP, SHIP)))]) == 0
    assert "the attacker wins 45.45%, the defender 54.55%" in capsys.readouterr().out


def test_retreat(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(tmp_path, (SHIP.replace("i = 3", "i = 4, retreat = 1"), SHIP))
    assert cli.main(["odds", "eclipse", str(file), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["attacker"], found["retreats"]["attacker"]) == (0, 1)
    assert found["losses"]["attacker"]["interceptor"] == pytest.approx(1 / 6)


LARGE = ", ".join(
    f"{{ type = '{type_}', n = {n}, y = 2, o = 2, r = 2, mo = 2, c = {c}, s = {c}, h = 4, i = 1 }}"
    for type_, n, c in (("interceptor", 8, 0), ("cruiser", 4, 1), ("dreadnought", 2, 2))
)


def test_a_battle_too_large_is_sampled_and_repeatable(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.rules.eclipse.odds.BUDGET", 5_000)
    file = written(tmp_path, (LARGE, LARGE))
    outs = []
    for _ in range(2):
        assert cli.main(["odds", "eclipse", str(file), "--json", "--seed", "3"]) == 0
        outs.append(capsys.readouterr().out)
    found = json.loads(outs[0])
    assert found["exact"] is False
    assert 0 < found["error"] < 0.02
    assert outs[0] == outs[1]


def test_best_play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    three = SHIP.replace("n = 1", "n = 3")  # the printed rule has them destroy the harmless cruiser first
    cruiser = "{ type = 'cruiser', n = 1, y = 0, o = 0, r = 0, mo = 0, c = 0, s = 0, h = 0, i = 0 }"
    file = written(tmp_path, (three, f"{three}, {cruiser}"))
    chances = []
    for extra in ([], ["--best", "attacker"]):
        assert cli.main(["odds", "eclipse", str(file), "--json", *extra]) == 0
        chances.append(json.loads(capsys.readouterr().out)["attacker"])
    assert chances[1] > chances[0] + 0.01


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"[[battle", "not a TOML file"),
        (b"\xff\xfe", "not a TOML file"),
        (b"x = " + b"[" * 5000, "nested too deeply"),
        (b"", "battle is missing"),
        (b"battle = 3", "battle is not a list of tables"),
        (b"battle = [1]", "battle is not a list of tables"),
        (b"[[battle]]\nid = 'b01'", "battle b01: attacker is missing"),
        (f"[[battle]]\nattacker = [{SHIP}]\ndefender = []".encode(), "battle 1: defender"),
        (b"#" * 1_000_001, "longer"),
    ],
)
def test_bad_files_end_with_1_and_one_sentence(
    content: bytes, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bad.toml"
    file.write_bytes(content)
    refused(file, said, capsys)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("h = 0, ", "", "h is missing"),
        ("'interceptor'", "'destroyer'", "destroyer"),
        ("'interceptor'", "7", "type must be a name"),
        ("'interceptor'", "'ancient'", "always defend"),
        ("n = 1", "n = -1", "n is -1"),
        ("n = 1", "n = 0", "attacker has no ship"),
        ("n = 1", "n = 1000000000000", "n is 1000000000000"),
        ("n = 1", "n = true", "whole number"),
        ("y = 1", "y = 1.5", "whole number"),
        ("y = 1", "y = '1'", "whole number"),
        ("y = 1", "y = nan", "whole number"),
        ("i = 3", "i = 3, hull = 2", "hull"),
        ("i = 3", "i = 3, retreat = -1", "retreat"),
    ],
)
def test_bad_figures_end_with_1_and_one_sentence(
    before: str, after: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert before in SHIP
    refused(written(tmp_path, (SHIP, SHIP), (SHIP.replace(before, after), SHIP)), said, capsys)


def test_missing_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    refused(tmp_path / "none.toml", "cannot be read", capsys)
    refused(tmp_path, "cannot be read", capsys)


def test_best_play_too_large_to_be_exact_is_sampled_and_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.rules.eclipse.odds.BUDGET", 10)
    three = SHIP.replace("n = 1", "n = 3")
    cruiser = "{ type = 'cruiser', n = 1, y = 0, o = 0, r = 0, mo = 0, c = 0, s = 0, h = 0, i = 0 }"
    large = str(written(tmp_path, (three, f"{three}, {cruiser}")))
    assert cli.main(["odds", "eclipse", large, "--best", "attacker", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["exact"] is False
    assert 0 < found["error"] < 0.02
    assert set(found["plans"]) == {"attacker"}
    assert cli.main(["odds", "eclipse", large, "--best", "attacker"]) == 0
    said = capsys.readouterr().out
    assert "sampled" in said
    assert "perfect play may do better" in said


@pytest.mark.parametrize("arguments", [[], ["dominion", "x.toml"], ["eclipse"], ["eclipse", "x.toml", "--best", "me"]])
def test_unusable_arguments_end_with_2(arguments: list[str]) -> None:
    assert cli.main(["odds", *arguments]) == 2


def refused(file: Path, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The command ends with 1 and one sentence that has `said`, and nothing on standard output."""
    assert cli.main(["odds", "eclipse", str(file), "--json"]) == 1
    caught = capsys.readouterr()
    assert caught.out == ""
    assert said in caught.err
    assert caught.err.count("\n") == 1
    assert caught.err.endswith(".\n")


@pytest.mark.parametrize("value", ["9" * 5000, "0x" + "f" * 5000, "[" * 5000])
def test_a_figure_beyond_all_measure(tmp_path: Path, capsys: pytest.CaptureFixture[str], value: str) -> None:
    path = tmp_path / "battle.toml"
    ship = f'type = "cruiser"\nn = {value}\ny = 1\no = 0\nr = 0\nmo = 0\nc = 0\ns = 0\nh = 1\ni = 1\n'
    path.write_text(f"[[battle]]\nid = 1\n[[battle.attacker]]\n{ship}[[battle.defender]]\n{ship}")
    assert cli.main(["odds", "eclipse", str(path)]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "should not" not in err
    assert len(err) < 600
