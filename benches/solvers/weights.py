"""The weights of a model file (safetensors: length of the header, JSON, arrays), by the integer names of the features."""
import json
import struct

import numpy as np


def arrays(path):
    with open(path, "rb") as file:
        blob = file.read()
    length = struct.unpack("<Q", blob[:8])[0]
    header = json.loads(blob[8 : 8 + length])
    kinds = {"F64": "<f8", "U32": "<u4", "U64": "<u8", "U8": "u1"}
    named = {k: v for k, v in header.items() if k != "__metadata__"}
    data = blob[8 + length :]
    found = {k: np.frombuffer(data[v["data_offsets"][0] : v["data_offsets"][1]], kinds[v["dtype"]]) for k, v in named.items()}
    return found, json.loads(header["__metadata__"]["noregret"])


def read(path, width):
    """Weights of the features 1 to `width`: a vector, or with several classes a matrix with a row each, by rising names of the classes."""
    found, meta = arrays(path)
    one = meta["meta"]["model"]["one"]
    state = one["state"]
    shape = state["hypothesis"]
    w = np.zeros((width, shape["rows"]))
    scale = shape["scale"] / state["tradeoff"]
    cells = found["state.potential"].reshape(-1, shape.get("stride", 1))
    for key, v in zip(found["feature_keys"], cells):
        w[key - 1] = v[: shape["rows"]] * scale
    classes = one["spec"]["problem"].get("classes")
    return w[:, np.argsort(classes)].T if classes else w.ravel()
