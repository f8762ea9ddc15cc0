"""A client for programs, written from the description of the site: one Python module that needs nothing else.

It holds a typed dictionary for each document and a method for each address. Decimals stay exact in it (`Decimal`).
"""

import keyword
import re
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any

Schema = Mapping[str, Any]
FieldsSent = dict[str, tuple[Schema, bool]]
"""The fields of a form, and whether each must be there."""
FORMS = "Body_"
"""What the schemas of forms begin with."""
PLAIN = {"string": "str", "integer": "int", "number": "Number", "boolean": "bool", "null": "None"}
JSON = "application/json"
METHODS_HERE = "    # methods\n"
TYPES_HERE = "# types\n"


def client_code(description: Mapping[str, Any]) -> str:
    """Return the module."""
    frame = files("arpad.web").joinpath("client_frame.txt").read_text("utf-8")
    head = frame.replace("VERSION", description["info"]["version"])
    known = description["components"]["schemas"]
    types = "\n\n".join(_typed_dict(name, schema) for name, schema in known.items() if not name.startswith(FORMS))
    methods = "\n".join(_methods(description["paths"], known))
    return head.replace(TYPES_HERE, types).replace(METHODS_HERE, methods)


def _typed_dict(name: str, schema: Schema) -> str:
    """A document. The keys that no attribute can have are written in the other form of a TypedDict."""
    required = set(schema.get("required", ()))
    fields = {field: _field(of, field in required) for field, of in schema.get("properties", {}).items()}
    about = _words(schema.get("description") or name)
    if any(not _is_name(field) for field in fields):
        inside = ", ".join(f'"{field}": {kind!r}' for field, kind in fields.items())
        return f'{name} = TypedDict("{name}", {{{inside}}})\n"""{about}"""'
    lines = [f"    {field}: {kind}" for field, kind in fields.items()] or ["    pass"]
    return "\n".join([f"class {name}(TypedDict):", f'    """{about}"""', "", *lines, ""])


def _field(schema: Schema, required: bool) -> str:
    kind = type_of(schema)
    return kind if required else f"NotRequired[{kind}]"


def type_of(schema: Schema) -> str:
    """Return the Python type of a schema."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    kinds = schema.get("type")
    several = schema.get("anyOf") or ([{**schema, "type": kind} for kind in kinds] if isinstance(kinds, list) else [])
    if several:
        return " | ".join(dict.fromkeys(type_of(one) for one in several))
    if "enum" in schema or "const" in schema:
        return f"Literal[{', '.join(map(repr, schema.get('enum') or [schema['const']]))}]"
    if kinds == "array":
        return f"list[{type_of(schema.get('items', {}))}]"
    return _plain(schema, str(kinds))


def _plain(schema: Schema, kind: str) -> str:
    if kind == "object":
        inside = schema.get("additionalProperties", {})
        return f"dict[str, {type_of(inside) if isinstance(inside, Mapping) else 'Any'}]"
    is_file = schema.get("format") == "binary" or "contentMediaType" in schema
    return "bytes" if is_file else PLAIN.get(kind, "Any")


def _methods(paths: Mapping[str, Any], known: Mapping[str, Schema]) -> Iterator[str]:
    for path, operations in paths.items():
        for method, operation in operations.items():
            answer = operation["responses"].get("200", {}).get("content", {}).get(JSON, {}).get("schema")
            sent = _fields_sent(operation, known)
            if answer is not None and sent is not None:
                yield _method(path, method, operation, sent, type_of(answer))


def _method(path: str, method: str, operation: Mapping[str, Any], sent: FieldsSent, answer: str) -> str:
    told = [one for one in operation.get("parameters", ()) if one["in"] in ("path", "query")]
    required = [f"{_safe(one['name'])}: {type_of(one['schema'])}" for one in told if one["in"] == "path"]
    asked = [one for one in told if one["in"] == "query"]
    optional = [_optional(one["name"], one["schema"], one.get("required", False)) for one in asked]
    optional += [_optional(name, of, needed) for name, (of, needed) in sent.items()]
    given = ", ".join(["self", *required, *(["*", *optional] if optional else [])])
    address = re.sub(r"{(\w+)}", lambda found: f"{{_part({_safe(found[1])})}}", path)
    query = ", ".join(f'"{one["name"]}": {_safe(one["name"])}' for one in asked)
    form = "None" if method == "get" else f"{{{', '.join(f'{name!r}: {_safe(name)}' for name in sent)}}}"
    about = _words(operation.get("description") or operation.get("summary") or path)
    marked = "f" if "{" in address else ""
    return (
        f"    def {operation['operationId']}({given}) -> {answer}:\n"
        f'        """{about}"""\n'
        f'        found: {answer} = self._ask({marked}"{address}", {{{query}}}, {form})\n'
        f"        return found\n"
    )


def _optional(name: str, schema: Schema, required: bool) -> str:
    kind = type_of(schema)
    return f"{_safe(name)}: {kind}" if required else f"{_safe(name)}: {kind} | None = None"


def _fields_sent(operation: Mapping[str, Any], known: Mapping[str, Schema]) -> FieldsSent | None:
    """The fields of the form that an operation takes; None if it takes something else."""
    content = operation.get("requestBody", {}).get("content", {})
    forms = [one["schema"] for media, one in content.items() if "form" in media]
    if content and not forms:
        return None
    form = known[str(forms[0]["$ref"]).rpartition("/")[2]] if forms and "$ref" in forms[0] else (forms or [{}])[0]
    return {name: (of, name in form.get("required", ())) for name, of in form.get("properties", {}).items()}


def _is_name(word: str) -> bool:
    return word.isidentifier() and not keyword.iskeyword(word)


def _safe(word: str) -> str:
    """A name of an argument: `from_`, if the word itself is taken."""
    plain = re.sub(r"\W", "_", word)
    return plain if _is_name(plain) and plain != "self" else f"{plain}_"


def _words(text: str) -> str:
    return " ".join(text.split()).replace("\\", "\\\\").replace('"""', "'''").rstrip('"')
