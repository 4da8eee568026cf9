"""Prints the English texts in C++ sources as a table for a C++ array: list_texts.py ROOT SOURCE...

A text is a string literal (adjacent literals count as one) that has a space between letters or begins with a capital.
Names of controls ("##size"), keys of files and file extensions are not texts."""

import pathlib
import re
import sys

TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|#include[^\n]*|\'(?:[^\'\\\n]|\\.)\'|"(?:[^"\\\n]|\\.)*"|\n|\S', re.DOTALL)


def literals(source):
    """Yields the line and the text of each string literal, adjacent literals joined."""
    line, start, text = 1, 0, None
    for token in TOKEN.findall(source):
        if token.startswith('"'):
            start, text = (line, token[1:-1]) if text is None else (start, text + token[1:-1])
        elif text is not None and not (token.isspace() or token.startswith("//")):
            yield start, text
            text = None
        line += token.count("\n")


def is_text(text):
    return (re.search("[A-Za-z]{2}", text) and "##" not in text and not text.endswith(".h")
            and (re.match("[A-Z][a-z]", text) or re.search("[a-z,.:;] [a-z{]|[a-z] [A-Z]|^ [a-z]|[a-z] $", text)))


def main(root, *sources):
    for source in sorted(map(pathlib.Path, sources)):
        for line, text in literals(source.read_text()):
            if is_text(text):
                print(f'{{"{source.relative_to(root)}:{line}", R"~({text})~"}},')


main(*sys.argv[1:])
