"""Writes the made-up recordings of this folder: python3 examples/align/make.py

Phones are sums of tones, or noise; notes are tones that fade. The times are drawn by a linear
congruence, so that the files are always the same. 8,000 samples a second, 8 bits, gzip.
"""

import gzip
import io
import math
import os
import wave

HERE = os.path.dirname(os.path.abspath(__file__))
RATE = 8000
TONES = {"aa": [700, 1100], "ii": [280, 2300], "mm": [150, 300], "oo": [350, 700], "sil": [], "ss": []}


class Noise:
    """Numbers in [-1, 1]."""

    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) / 2**30 - 1.0


def write(name, samples):
    text = io.BytesIO()
    with wave.open(text, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(1)
        out.setframerate(RATE)
        out.writeframes(bytes(min(255, max(0, round(128 + 127 * x))) for x in samples))
    path = os.path.join(HERE, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file, gzip.GzipFile("", "wb", 9, file, 0) as out:
        out.write(text.getvalue())


def save(name, text):
    with open(os.path.join(HERE, name), "w", encoding="utf-8", newline="\n") as out:
        out.write(text)


def phones(seed):
    """Phones with their ends in seconds: silence, eight phones, silence."""
    noise, all_phones, end = Noise(seed), ["aa", "ss", "ii", "mm", "oo"], 0.12
    result = [("sil", end)]
    for i in range(8):
        end += 0.1 + 0.03 * noise.next()
        result.append((all_phones[(i + seed) % 5], end))
    return result + [("sil", end + 0.15)]


def speech(seed):
    noise, result, start = Noise(7), [], 0
    for phone, end in phones(seed):
        for n in range(start, int(end * RATE)):
            tones = sum(math.sin(2 * math.pi * hz * n / RATE) for hz in TONES[phone])
            hiss = (0.3 if phone == "ss" else 0.01) * noise.next()
            result.append(0.2 * tones + hiss)
        start = int(end * RATE)
    return result


def grid(seed):
    """A Praat TextGrid in short form."""
    all_phones = phones(seed)
    end = all_phones[-1][1]
    lines = ['File type = "ooTextFile"', 'Object class = "TextGrid"', "", "0", f"{end:.4f}", "<exists>", "1",
             '"IntervalTier"', '"phones"', "0", f"{end:.4f}", str(len(all_phones))]
    start = 0.0
    for phone, end in all_phones:
        lines += [f"{start:.4f}", f"{end:.4f}", f'"{phone}"']
        start = end
    return "\n".join(lines) + "\n"


def piece(seed):
    """Notes (beat, pitch, second): a melody, a chord every fourth beat, played freely."""
    noise, scale, time, notes = Noise(seed * 77), [60, 62, 64, 65, 67, 69, 71, 72], 0.3, []
    for beat in range(12):
        pitch = scale[(beat * 3 + seed) % 8]
        notes.append((beat, pitch, time))
        if beat % 4 == 0:
            notes.append((beat, pitch - 12, time))
        time += 0.35 + 0.07 * noise.next()
    return sorted(notes)


def music(seed):
    notes, noise = piece(seed), Noise(3)
    samples = [0.01 * noise.next() for _ in range(int((notes[-1][2] + 0.8) * RATE))]
    for _, pitch, onset in notes:
        hz = 440 * 2 ** ((pitch - 69) / 12)
        for n in range(math.ceil(onset * RATE), len(samples)):
            since = n / RATE - onset
            samples[n] += 0.25 * math.exp(-5 * since) * math.sin(2 * math.pi * hz * since)
    return samples


def main():
    for seed in range(1, 10):
        write(f"speech/{seed}.wav.gz", speech(seed))
        save(f"speech/{seed}.TextGrid", grid(seed))
    write("new-speech.wav.gz", speech(11))
    for seed in range(1, 4):
        write(f"music/{seed}.wav.gz", music(seed))
        lines = [f"{beat}\t{pitch}\t{time:.4f}" for beat, pitch, time in piece(seed)]
        save(f"music/{seed}.tsv", "\n".join(["onset_beats\tpitch\tonset_s"] + lines) + "\n")
    write("new-music.wav.gz", music(9))
    save("new-music.txt", "".join(f"{beat} {pitch}\n" for beat, pitch, _ in piece(9)))
    print("new-speech:", " ".join(f"{phone} {end:.3f}" for phone, end in phones(11)))
    print("new-music:", " ".join(f"{pitch} {time:.3f}" for _, pitch, time in piece(9)))


main()
