#!/usr/bin/env python3
"""Speech from WAV to TextGrid: CPU seconds as a share of the recording, and distances from labels set by hand.

    python3 benches/alignment.py [--data DIR] [--repeats 3] [--program FILE]

DIR (else $NOREGRET_DATA, else ../shared/data) holds speech_hand_labelled: seven utterances of one speaker. Each is aligned, as a process of its
own, by a model that was learned from the other six. Six utterances are few, so the distances say only that nothing is broken; times
are the least CPU seconds (user + system) of the repeats, start of the program and loading of the model included. Prints Markdown.
"""
import argparse
import gzip
import os
import subprocess
import wave

from sequences import ROOT, build, timed

WORK = os.path.join(ROOT, "target", "bench", "alignment")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", default=os.environ.get("NOREGRET_DATA", os.path.join(ROOT, "..", "shared", "data")))
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--program", default="", help="a noregret to run instead of building this one")
    return parser.parse_args()


def segments(data):
    """The phones of every utterance with their starts and ends in seconds."""
    found = {}
    with gzip.open(os.path.join(data, "speech_hand_labelled", "segments.tsv.gz"), "rt") as lines:
        next(lines)
        for line in lines:
            name, _, phone, start, count, rate = line.rstrip("\n").split("\t")
            first, rate = int(start), float(rate)
            found.setdefault(name, []).append((phone, first / rate, (first + int(count) + 1) / rate))
    return found


def with_silence(phones, seconds):
    """The phones with the silence before and after them."""
    first, last = phones[0][1], phones[-1][2]
    return [("sil", 0.0, first)] + phones + ([("sil", last, seconds)] if last < seconds else [])


def prepare(data):
    """Folders of WAV and label files, one that lacks each utterance; the truth of each."""
    truth = {}
    for name, phones in segments(data).items():
        os.makedirs(WORK, exist_ok=True)
        path = os.path.join(WORK, name + ".wav")
        with gzip.open(os.path.join(data, "speech_hand_labelled", name + ".wav.gz"), "rb") as sound, open(path, "wb") as to:
            to.write(sound.read())
        with wave.open(path) as sound:
            seconds = sound.getnframes() / sound.getframerate()
        truth[name] = (path, seconds, with_silence(phones, seconds))
    for name in truth:
        folder = os.path.join(WORK, "without-" + name)
        os.makedirs(folder, exist_ok=True)
        for other, (path, _, phones) in truth.items():
            if other != name:
                copy = os.path.join(folder, other)
                if not os.path.exists(copy + ".wav"):
                    os.link(path, copy + ".wav")
                with open(copy + ".lab", "w", encoding="utf-8") as to:
                    to.writelines("%.5f %.5f %s\n" % (start, end, phone) for phone, start, end in phones)
    return truth


def main():
    args = arguments()
    program = args.program or build()
    print("| utterance | seconds | phones | CPU s | share of its duration | starts within 10, 20, 40 ms of the hand's |")
    print("|---|---|---|---|---|---|")
    for name, (path, seconds, phones) in prepare(args.data).items():
        model, grid, said = (os.path.join(WORK, name + end) for end in (".nrm", ".TextGrid", ".txt"))
        learned = [program, "align", "learn-speech", os.path.join(WORK, "without-" + name), "-o", model]
        subprocess.check_call(learned, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        words = " ".join(phone for phone, _, _ in phones)
        align = [program, "align", "speech", model, path, words]
        cost = min(timed(align + ["--textgrid", "-o", grid], said) for _ in range(args.repeats))
        timed(align, said)
        with open(said, encoding="utf-8") as lines:
            starts = [float(line.split("\t")[0]) for line in lines]
        away = [abs(start - right) for start, (_, right, _) in list(zip(starts, phones))[1:]]
        within = ", ".join("%.0f %%" % (100 * sum(x <= limit for x in away) / len(away)) for limit in (0.0101, 0.0201, 0.0401))
        print(f"| {name} | {seconds:.2f} | {len(phones)} | {cost:.3f} | {cost / seconds:.4f} | {within} |")


if __name__ == "__main__":
    main()
