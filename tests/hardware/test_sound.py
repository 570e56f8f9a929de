"""Tones: made as they should be, and silence wherever there is nothing to play them."""

import io
import threading
import wave
from collections.abc import Callable
from pathlib import Path

import pytest

from hardware.sound import GIVE_UP, TONES, NoSound, Played, open_sound, wav


def test_every_tone_is_a_short_wav_that_is_not_silent_and_does_not_click() -> None:
    for notes in TONES.values():
        with wave.open(io.BytesIO(wav(notes))) as read:
            assert (read.getnchannels(), read.getsampwidth()) == (1, 2)
            samples = memoryview(read.readframes(read.getnframes())).cast("h")
            assert 0.03 < read.getnframes() / read.getframerate() < 0.4
        assert 3000 < max(samples) < 12000
        assert abs(samples[0]) < 50
        assert abs(samples[-1]) < 1000


def test_without_a_player_there_is_silence() -> None:
    sound = open_sound(which=lambda _: None)
    assert isinstance(sound, NoSound)
    sound.play("turn")
    sound.close()
    assert "aplay" in sound.state


def heard(answer: bool) -> tuple[Played, list[bytes], Callable[[], None]]:
    played: list[bytes] = []
    rung = threading.Semaphore(0)

    def sounding(content: bytes) -> bool:
        played.append(content)
        rung.release()
        return answer

    return Played("test", sounding), played, lambda: (rung.acquire(timeout=10), None)[1]


def test_a_tone_is_played_on_a_thread_of_its_own() -> None:
    sound, played, wait = heard(True)
    sound.play("turn")
    wait()
    assert played == [wav(TONES["turn"])]
    sound.close()


def test_a_device_that_is_not_there_is_not_tried_for_ever() -> None:
    sound, played, wait = heard(False)
    for _ in range(GIVE_UP):
        sound.play("dice")
        wait()
    for _ in range(1000):
        if "no device" in sound.state:
            break
        threading.Event().wait(0.01)
    assert "no device" in sound.state
    sound.play("dice")
    assert len(played) == GIVE_UP


def test_the_systems_player_is_given_the_wav(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program of that name takes what comes, and then fails as one without a device does."""
    for answer in ("0", "1"):
        got = tmp_path / f"got-{answer}"
        player = tmp_path / "aplay"
        player.write_text(f"#!/bin/sh\ncat >{got}\nmv {got} {got}.wav\nexit {answer}\n")
        player.chmod(0o755)
        monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
        sound = open_sound()
        assert sound.state == "tones by aplay"
        sound.play("refused")
        heard = got.with_suffix(".wav")
        for _ in range(1000):
            if heard.is_file():
                break
            threading.Event().wait(0.01)
        assert heard.read_bytes() == wav(TONES["refused"])
        sound.close()
