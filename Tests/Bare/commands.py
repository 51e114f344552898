# SPDX-License-Identifier: GPL-3.0-or-later
"""The external commands that scripts call, one a line: the command, a tab, where.

usage: commands.py FILE…

Bash scripts are read by shfmt, so that a word is a command only where bash takes it for one; of Python files the lists and words
that are given to `subprocess`; of a Makefile its recipes. What is run in another root or on another machine (behind chroot or ssh)
isn't this machine's business. A script that is text to bash is looked into (`bash -c '…'`).
"""

import ast
import json
import os
import re
import subprocess
import sys

BUILTINS = set(subprocess.run(["bash", "-c", "compgen -b -k"], check=True, capture_output=True, text=True).stdout.split())
#: Commands that run another command: the next word that is neither an option nor a variable's assignment.
FORWARD = {"exec", "env", "sudo", "nice", "xargs", "unshare", "setsid", "nohup", "timeout", "time"}
#: Options of those commands that take an argument of their own.
WITH_A_WORD = {("xargs", "-I"), ("xargs", "-P"), ("xargs", "-n"), ("nice", "-n"), ("unshare", "--propagation")}
SHELLS = {"bash", "sh", "dash"}


def walk(node):
    """Every object of a syntax tree in JSON."""
    if isinstance(node, dict):
        yield node
        for value in node.values():
            yield from walk(value)
    elif isinstance(node, list):
        for value in node:
            yield from walk(value)


def text(word):
    """A word's text if it says itself what it is, else nothing."""
    parts = word.get("Parts", [])
    if len(parts) == 1 and parts[0]["Type"] == "DblQuoted":
        parts = parts[0].get("Parts", [])
    if len(parts) == 1 and parts[0]["Type"] in ("Lit", "SglQuoted"):
        return parts[0].get("Value", "")
    return None


def of_call(words):
    """The commands in the words of one call; a word that isn't known is None."""
    while words:
        name, *rest = words
        if name is None:
            return
        base = os.path.basename(name)
        if base == "command" or base == "builtin":
            return
        yield name
        if base in SHELLS:
            for index, word in enumerate(rest[:-1]):
                if word and re.fullmatch(r"-[a-z]*c", word) and rest[index + 1]:
                    yield from (command for command, _ in of_shell(rest[index + 1]))
            return
        if base not in FORWARD:
            return
        while rest and rest[0] is not None and (rest[0].startswith("-") or "=" in rest[0] or (base != "exec" and rest[0].isdigit())):
            rest = rest[2:] if (base, rest[0]) in WITH_A_WORD else rest[1:]
        words = rest


def of_shell(script):
    """(command, line) of a script's text."""
    done = subprocess.run(["shfmt", "--to-json"], input=script, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"commands.py: shfmt can't read a script: {done.stderr.strip()}\n{script[:200]}")
    tree = json.loads(done.stdout)
    functions = {node["Name"]["Value"] for node in walk(tree) if node.get("Type") == "FuncDecl"}
    for node in walk(tree):
        if node.get("Type") == "CallExpr" and node.get("Args"):
            for command in of_call([text(word) for word in node["Args"]]):
                if command not in functions:
                    yield command, node["Pos"]["Line"]


def of_makefile(content):
    lines = content.replace("\\\n", "\\\n\t").split("\n")
    for number, line in enumerate(lines, 1):
        if not line.startswith("\t") or (number > 1 and lines[number - 2].endswith("\\")):
            continue
        recipe, following = line, number
        while recipe.endswith("\\") and following < len(lines):
            recipe = recipe[:-1] + " " + lines[following].strip()
            following += 1
        recipe = recipe.strip().lstrip("@-+")
        recipe = recipe.replace("$(SUDO)", "").replace("$(MAKE)", "make").replace("$$", "\0")
        recipe = re.sub(r"\$[@*<^]", "x", recipe)
        while "$(" in recipe:
            recipe = re.sub(r"\$\([^()$]*\)", "x", recipe)
        recipe = recipe.replace("\0", "$")
        for command, _ in of_shell(recipe):
            yield command, number


def of_python(content):
    for node in ast.walk(ast.parse(content)):
        if isinstance(node, ast.Call):
            yield from of_python_call(node)
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.List) and any(
                isinstance(target, ast.Name) and target.id in ("command", "words") for target in node.targets):
            yield from ((command, node.lineno) for command in of_call(constants(node.value)))


def constants(sequence):
    return [item.value if isinstance(item, ast.Constant) and isinstance(item.value, str) else None for item in sequence.elts]


def of_python_call(node):
    name = node.func
    is_subprocess = isinstance(name, ast.Attribute) and isinstance(name.value, ast.Name) and name.value.id == "subprocess"
    is_helper = isinstance(name, ast.Name) and name.id == "run"
    is_later = isinstance(name, ast.Attribute) and name.attr == "addCleanup"
    arguments = node.args[1:] if is_later else node.args
    if not (is_subprocess or is_helper or is_later) or not arguments:
        return
    first = arguments[0]
    if isinstance(first, (ast.List, ast.Tuple)):
        yield from ((command, node.lineno) for command in of_call(constants(first)))
    elif is_helper and isinstance(first, ast.Constant):
        yield from ((command, node.lineno) for command in of_call([item.value if isinstance(item, ast.Constant) else None for item in arguments]))
    elif any(option.arg == "shell" for option in node.keywords):
        script = "".join(str(part.value) if isinstance(part, ast.Constant) else "x" for part in getattr(first, "values", [first]))
        yield from ((command, node.lineno) for command, _ in of_shell(script))


def of_file(path):
    with open(path, encoding="utf-8") as file:
        content = file.read()
    first = content.split("\n", 1)[0]
    if os.path.basename(path) == "Makefile":
        return of_makefile(content)
    if path.endswith(".py") or "python3" in first:
        return of_python(content)
    return of_shell(content)


def main(paths):
    # Scripts that are sourced together share their functions, so the functions of all files are collected first.
    functions, found = set(), {}
    for path in paths:
        with open(path, encoding="utf-8") as file:
            functions |= set(re.findall(r"^\s*([A-Za-z_][A-Za-z0-9_]*)\s*\(\)", file.read(), re.MULTILINE))
        for command, line in of_file(path):
            found.setdefault(command, f"{path}:{line}")
    for command, place in sorted(found.items()):
        if command not in functions | BUILTINS | {"x"} and re.fullmatch(r"[A-Za-z0-9_./+\[-]+", command):
            print(f"{command}\t{place}")


if __name__ == "__main__":
    main(sys.argv[1:])
