"""The smallest useful ONNX file, written by hand because reading needs no `onnx` package: channel means."""


def channel_means(opset: int = 13) -> bytes:
    """An ONNX model from (B, 3, H, W) float32 `images` to (B, 3) float32 `output`."""
    pool = _node("GlobalAveragePool", "images", "pooled")
    flat = _node("Flatten", "pooled", "output")
    graph = b"".join(
        [
            _field(1, pool),
            _field(1, flat),
            _field(2, b"graph"),
            _field(11, _value("images", ["b", 3, "h", "w"])),
            _field(12, _value("output", ["b", 3])),
        ]
    )
    return _number(1, 8) + _field(7, graph) + _field(8, _number(2, opset))


def _node(kind: str, source: str, target: str) -> bytes:
    return _field(1, source.encode()) + _field(2, target.encode()) + _field(4, kind.encode())


def _value(name: str, shape: list[int | str]) -> bytes:
    sizes = [_number(1, side) if isinstance(side, int) else _field(2, side.encode()) for side in shape]
    tensor = _number(1, 1) + _field(2, b"".join(_field(1, size) for size in sizes))
    return _field(1, name.encode()) + _field(2, _field(1, tensor))


def _field(number: int, content: bytes) -> bytes:
    return _varint(number << 3 | 2) + _varint(len(content)) + content


def _number(number: int, value: int) -> bytes:
    return _varint(number << 3) + _varint(value)


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)
