"""Cepstra of librosa and python_speech_features, to compare with.

    pip install librosa python_speech_features soundfile
    python mfcc.py > mfcc.tsv           the numbers of the test, of the signal below
    python mfcc.py FILE.wav OURS.tsv    greatest difference to `--example features`, same rate

librosa makes spectra, mel bands and cepstra; python_speech_features the slopes. Frames whose window
does not lie within the signal are left out (ours are moved inside, which librosa does not do).
"""

import sys

import librosa
import numpy as np
import python_speech_features
from scipy.signal import lfilter


def signal(length=8000, rate=16000):
    noise, state = [], 1
    for _ in range(length):
        state = (state * 1103515245 + 12345) % 2**31
        noise.append(state / 2**30 - 1)
    t = np.arange(length) / rate
    x = 0.3 * np.sin(2 * np.pi * (200 * t + 1500 * t * t)) + 0.02 * np.array(noise)
    x += np.where(t > 0.2, 0.1 * np.sin(2 * np.pi * 3100 * t), 0) + 0.05
    return np.round(x * 32768) / 32768, rate


def features(x, rate):
    """Rows of frames `first` … `last`, and `first`."""
    window, hop = int(rate * 0.025 + 0.5), rate // 100
    length = 1 << (window - 1).bit_length()
    level = lfilter([1, -1], [1, -0.999], x, zi=[-x[0]])[0]
    sharp = librosa.effects.preemphasis(level, coef=0.97, zi=[0.0])
    first = -(-(window - hop) // (2 * hop))
    start = first * hop + hop // 2 - window // 2
    count = (len(x) - start - window) // hop + 1
    frame = librosa.util.frame(level[start:], frame_length=window, hop_length=hop)[:, :count]
    energy = np.log(np.maximum((frame**2).sum(0), 1e-10))
    # librosa centres the window in the frame of the transform.
    pad = (length - window) // 2
    mel = librosa.feature.melspectrogram(
        y=np.pad(sharp[start:], (pad, length)), sr=rate, n_fft=length, hop_length=hop,
        win_length=window, window=np.hamming(window), center=False, power=1.0, n_mels=23,
        fmin=64.0, fmax=rate / 2, htk=True, norm=None, dtype=np.float64)[:, :count]
    cepstra = librosa.feature.mfcc(
        S=np.log(np.maximum(mel, 1e-5)), n_mfcc=13, dct_type=2, norm="ortho")
    statics = np.vstack([cepstra[1:13], energy]).T
    slopes = python_speech_features.delta(statics, 2)
    return np.hstack([statics, slopes, python_speech_features.delta(slopes, 2)]), first


if len(sys.argv) == 1:
    rows, first = features(*signal())
    for t in [5, 12, 21, 22, 30, 43]:
        print(t, *("%.12g" % value for value in rows[t - first]), sep="\t")
else:
    import soundfile

    rows, first = features(*soundfile.read(sys.argv[1]))
    ours = np.loadtxt(sys.argv[2])[first:first + len(rows)]
    inner = np.abs(ours - rows)[4:-4]  # slopes at the ends see frames that were left out
    print(sys.argv[1], rows.shape, "greatest difference %.2e" % inner.max())
