# SPDX-License-Identifier: MIT
"""Reads a C file of the library as tokens: enough to find operators and their operands.

It relies on the project's format: a binary operator has white space on both sides and a unary one does
not, a function starts and ends in the first column. Comments, texts, the lines of the preprocessor and
the conditions of asserts are blank: nothing in them is changed."""
import bisect
import re

TOKEN = re.compile(r"""
    0[xX][0-9a-fA-F.]+(?:[pP][-+]?[0-9]+)?[uUlLfF]*      # numbers
  | [0-9][0-9a-zA-Z.]*(?:(?<=[eE])[-+][0-9]+)?[uUlLfF]*
  | [A-Za-z_][A-Za-z_0-9]*
  | <<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=
  | \S
""", re.VERBOSE)

SKIPPED = re.compile(r"""
    /\*.*?\*/ | //[^\n]* | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*'
  | ^[ \t]*\#(?:\\\n|[^\n])*
""", re.VERBOSE | re.DOTALL | re.MULTILINE)

ASSERT = re.compile(r"\b(?:TACTI_ASSERT|static_assert|_Static_assert)\(")

BINARY = {"*", "/", "%", "+", "-", "<<", ">>", "<", "<=", ">", ">=", "==", "!=", "&", "^", "|", "&&",
          "||", "?", ":", "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="}

# How strongly a binary operator binds; an operand ends at one that binds less.
STRENGTH = {}
for strength, names in enumerate([["=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="],
                                  ["?", ":"], ["||"], ["&&"], ["|"], ["^"], ["&"], ["==", "!="],
                                  ["<", "<=", ">", ">="], ["<<", ">>"], ["+", "-"], ["*", "/", "%"]]):
    for name in names:
        STRENGTH[name] = strength


def blank(text):
    """The text with everything that must not be changed hidden; every character keeps its place."""
    def hide(match):
        # A text or a character stays an operand.
        return re.sub(r"[^\n]", "Q" if match.group()[0] in "\"'" else " ", match.group())
    text = SKIPPED.sub(hide, text)
    found = ASSERT.search(text)
    while found:
        depth, end = 1, found.end()
        while depth and end < len(text):
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        text = text[:found.start()] + re.sub(r"[^\n]", " ", text[found.start():end]) + text[end:]
        found = ASSERT.search(text)
    return text


class Function:
    """A function with a body: its name, its first line up to the brace, the tokens of its body."""

    def __init__(self, name, head, first, last):
        self.name, self.head, self.first, self.last = name, head, first, last


class Source:
    """A file as text, blanked text and tokens."""

    def __init__(self, path, text):
        self.path = path
        self.text = text
        self.code = blank(text)
        self.lines = text.split("\n")
        self.line_starts = [0]
        for line in self.lines:
            self.line_starts.append(self.line_starts[-1] + len(line) + 1)
        matches = list(TOKEN.finditer(self.code))
        self.tokens = [m.group() for m in matches]
        self.starts = [m.start() for m in matches]
        self.ends = [m.end() for m in matches]
        self.partner = self._match_brackets()
        self.functions = self._find_functions()

    def _match_brackets(self):
        partner, open_ones = {}, []
        for i, token in enumerate(self.tokens):
            if token in "([{":
                open_ones.append(i)
            elif token in ")]}" and open_ones:
                partner[i] = open_ones.pop()
                partner[partner[i]] = i
        return partner

    def _find_functions(self):
        """A brace at the end of a line, after a parenthesis, whose partner starts a line."""
        found = []
        for i, token in enumerate(self.tokens):
            end = self.partner.get(i)
            if token != "{" or end is None or end < i or i == 0 or self.tokens[i - 1] != ")":
                continue
            if self.starts[end] != self.line_starts[self.line_of(end) - 1]:
                continue
            opening = self.partner.get(i - 1, 0)
            if opening == 0:
                continue
            head_line = self.line_of(opening)
            head = self.code[self.line_starts[head_line - 1]:self.starts[i]]
            if head[:1].isspace():
                continue
            # The name may be the argument of a macro: TACTI_LEVELED(name)(...).
            name = opening - (2 if self.tokens[opening - 1] == ")" else 1)
            found.append(Function(self.tokens[name], head, i + 1, end - 1))
        return found

    def line_of(self, token):
        return bisect.bisect_right(self.line_starts, self.starts[token])

    def line_text(self, token):
        return self.lines[self.line_of(token) - 1].strip()

    def is_binary(self, i):
        """Whether token i is an operator between two operands."""
        if self.tokens[i] not in BINARY:
            return False
        before = self.code[self.starts[i] - 1]
        after = self.code[self.ends[i]] if self.ends[i] < len(self.code) else "\n"
        return before.isspace() and after.isspace() or self.tokens[i] in "?:"

    def _ends_operand(self, i, strength):
        token = self.tokens[i]
        if token in (",", ";", "{", "}", "return", "case", "else"):
            return True
        return self.is_binary(i) and STRENGTH[token] <= strength

    def left_operand(self, i, strength):
        """The first token of the operand that ends before token i."""
        i -= 1
        while i >= 0:
            token = self.tokens[i]
            if token in ")]" or (token == "}" and i in self.partner):
                i = self.partner.get(i, 0)
            elif token in "([{" or self._ends_operand(i, strength):
                break
            i -= 1
        return i + 1

    def right_operand(self, i, strength):
        """The last token of the operand that starts after token i."""
        i += 1
        while i < len(self.tokens):
            token = self.tokens[i]
            if token in "([" or (token == "{" and self.tokens[i - 1] == ")"):
                i = self.partner.get(i, len(self.tokens) - 1)
            elif token in ")]}" or self._ends_operand(i, strength):
                break
            i += 1
        return i - 1

    def piece(self, first, last):
        """The text of tokens first to last, on one line."""
        return re.sub(r"\s+", " ", self.text[self.starts[first]:self.ends[last]])
