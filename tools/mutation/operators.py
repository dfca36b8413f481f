# SPDX-License-Identifier: MIT
"""The mutation operators: each is a generator of changes of one function of a source file.

A change is (first token, last token, new text): these tokens are replaced by the text. docs/testing.md
explains the operators."""
import hashlib
import re

from mutation.source import STRENGTH

BOUNDARY = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}

# Names of error bounds in src/. Words such as "bound" also name other things, so that they count only if
# they name a function.
ERROR_NAME = re.compile(
    r"(^|_)(errors?|errs?|slack|margin|inflation|rounding|tolerance|ulps?)(_|$)", re.IGNORECASE)
ERROR_CALL = re.compile(r"_bound$|^bound_of$")
NOT_ERROR = re.compile(r"^tact_error$|error_set$|^set_error$|^TACT_|_nearby$|(^|_)(has|is|wants)_")
ULP_NUMBER = re.compile(r"^0x[0-9a-fA-F.]+p-([0-9]+)[fF]?$")
LEAST_ULP_EXPONENT = 12

# A floating-point number between 0 and 1, and a macro that stands for one.
FRACTION = re.compile(r"^(0x[0-9a-fA-F.]+p-[0-9]+|0?\.(?!5[fF]?$)[0-9]+|[0-9.]+e-[0-9]+)[fF]?$")
DEFINED = re.compile(r"^#define (\w+) \(?([0-9][\w.]*(?:[-+][0-9]+[fF]?)?)\)?[ \t]*(?:/[*/].*)?$", re.MULTILINE)

# Functions and types of vectors; the arguments of these functions are vectors, too.
VECTOR = re.compile(r"^(tacti_[dfi][0-9]+)(_(?!set|load|store)\w+)?$")

MASK_CALL = re.compile(r"^tacti_m[0-9]+_(and|or)$")
CACHE_NAME = re.compile(r"cache|hint|is_warm|remember|is_new|stale|tag")
ALLOCATION = re.compile(
    r"alloc\w*\(|reserve\w*\(|_extend\(|_push\(|_append\(|\bgrow\(|_grow\(|= take\(|_create\w*\(|OUT_OF_MEMORY")
FAILURE = re.compile(r"== NULL|!= TACT_OK|^!")



def _conditions(source, function, word):
    """The first and last token of each condition of `if` or `while` in the function."""
    for i in range(function.first, function.last):
        if source.tokens[i] == word and source.tokens[i + 1] == "(":
            yield i + 2, source.partner[i + 1] - 1


def _loop_tokens(source, function):
    """The tokens of loop conditions."""
    found = set()
    for first, last in _conditions(source, function, "while"):
        found.update(range(first, last + 1))
    for first, last in _conditions(source, function, "for"):
        semicolons = [i for i in range(first, last + 1) if source.tokens[i] == ";"]
        if len(semicolons) == 2:
            found.update(range(semicolons[0] + 1, semicolons[1]))
    return found


def _is_plain(source, first, last):
    """Whether the operand is a variable, a member or an element, not a constant or a call."""
    tokens = source.tokens[first:last + 1]
    if "(" in tokens or not re.match(r"[A-Za-z_*]", tokens[0]):
        return False
    return any(re.match(r"[a-z_]", t) for t in tokens) and not any(re.match(r"[A-Z]", t) for t in tokens)


def _comparisons(source, function):
    """The comparison operators of a function with their operands, without checks of a status."""
    for i in range(function.first, function.last + 1):
        token = source.tokens[i]
        if token in BOUNDARY and source.is_binary(i):
            left = source.left_operand(i, STRENGTH[token])
            right = source.right_operand(i, STRENGTH[token])
            if source.tokens[right] not in ("NULL", "TACT_OK"):
                yield i, left, right


def _uses_messages(source, function):
    """Whether `error` may be a message in this function."""
    body = source.code[source.starts[function.first - 1]:source.ends[function.last]]
    return "tact_error" in function.head or "tact_error" in body or "tacti_error_set" in body


def _is_error_name(source, i, uses_messages):
    token = source.tokens[i]
    if NOT_ERROR.search(token) or (uses_messages and token == "error"):
        return False
    if ERROR_NAME.search(token):
        return True
    return source.tokens[i + 1] == "(" and ERROR_CALL.search(token) is not None


def _is_coarse(source, function, i, left, right):
    """Whether one side is an error bound or a fraction, such as 0x1p-40, and the other is not 0. Both answers
    are right if the sides are equal: an error is less than its bound, and a fraction is a number that was
    chosen. (A half is not.)"""
    if source.piece(left, i - 1) == "0" or source.piece(i + 1, right) == "0":
        return False
    fractions = {name for name, value in DEFINED.findall(source.text) if FRACTION.match(value)}
    uses_messages = _uses_messages(source, function)
    return any(j != i and (FRACTION.match(source.tokens[j]) or source.tokens[j] in fractions or
                           _is_error_name(source, j, uses_messages)) for j in range(left, right + 1))


def _is_guarded(source, i, left, right):
    """Whether the operands are known to differ: if (a != b) return a < b; or a != b ? a < b : c"""
    a, b = source.piece(left, i - 1), source.piece(i + 1, right)
    before = re.sub(r"\s+", " ", source.code[:source.starts[left]][-200:])
    return before.endswith((f"if ({a} != {b}) return ", f"{a} != {b} ? "))


def _with_one_operand(source, first, last, operands):
    """The tokens from first to last, with the second operand written as the first."""
    text = " ".join(source.tokens[first:last + 1])
    one, other = (" ".join(source.tokens[a:b + 1]) for a, b in operands)
    return re.sub(rf"(?<!\S){re.escape(other)}(?!\S)", one.replace("\\", r"\\"), text)


def _is_extreme(source, i, left, right):
    """Whether equal operands cannot be noticed, because the comparison chooses the less or the greater of
    them, a < b ? a : b, or if (a < b && c) b = a; or because both choices are the same for equal operands,
    a < b ? b - a : a - b; or because they differ."""
    operands = {source.piece(left, i - 1), source.piece(i + 1, right)}
    if _is_guarded(source, i, left, right):
        return True
    if source.tokens[right + 1] == "?":
        colon = source.right_operand(right + 1, STRENGTH["?"]) + 1
        last = source.right_operand(colon, STRENGTH["?"])
        both = ((left, i - 1), (i + 1, right))
        return (_with_one_operand(source, right + 2, colon - 1, both) ==
                _with_one_operand(source, colon + 1, last, both))
    closing = _end_of_condition(source, left, right)
    if closing is None or source.tokens[source.partner[closing] - 1] != "if":
        return False
    equals = source.right_operand(closing, STRENGTH["="]) + 1
    end = source.right_operand(equals, STRENGTH["="]) + 1
    return (source.tokens[equals] == "=" and source.tokens[end] == ";" and source.tokens[end + 1] != "else" and
            operands == {source.piece(closing + 1, equals - 1), source.piece(equals + 1, end - 1)})


def _end_of_condition(source, left, right):
    """The parenthesis that closes the condition in which the comparison stands alone or between &&; None if
    there is something else."""
    while source.tokens[left - 1] == "&&":
        left = source.left_operand(left - 1, STRENGTH["&&"])
    while source.tokens[right + 1] == "&&":
        right = source.right_operand(right + 1, STRENGTH["&&"])
    is_whole = source.tokens[left - 1] == "(" and source.partner.get(left - 1) == right + 1
    return right + 1 if is_whole else None


def comparison(source, function):
    """< to <=, == to != and so on, but not in loops and not between two plain values. A comparison for
    which both answers are right if both sides are equal is inverted."""
    loop = _loop_tokens(source, function)
    for i, left, right in _comparisons(source, function):
        token = source.tokens[i]
        plain = _is_plain(source, left, i - 1) and _is_plain(source, i + 1, right)
        if i in loop:
            continue
        if _is_coarse(source, function, i, left, right):
            yield i, i, OPPOSITE[token]
        elif token in ("==", "!=") or not (plain or _is_extreme(source, i, left, right)):
            yield i, i, BOUNDARY[token]


def tie(source, function):
    """< to <= and so on between two plain values: which one wins if both are equal. The less of two
    equal values is the same value, so that minima and maxima have no ties."""
    loop = _loop_tokens(source, function)
    for i, left, right in _comparisons(source, function):
        if (i not in loop and source.tokens[i] not in ("==", "!=") and
                _is_plain(source, left, i - 1) and _is_plain(source, i + 1, right) and
                not _is_coarse(source, function, i, left, right) and
                not _is_extreme(source, i, left, right)):
            yield i, i, BOUNDARY[source.tokens[i]]


def _strides(source, function):
    """Loops from one number to another in steps of more than one, for (int i = 0; i < 9; i += 2): how far
    the loop goes and its step, by the token of the comparison."""
    found = {}
    for first, last in _conditions(source, function, "for"):
        match = re.fullmatch(r"(?:\w+ )?(\w+) = (\d+) ; \1 < (\d+) ; \1 \+= (\d+)",
                             " ".join(source.tokens[first:last + 1]))
        if match:
            comparison_at = source.tokens.index("<", first)
            found[comparison_at] = int(match.group(3)) - int(match.group(2)), int(match.group(4))
    return found


def loop_end(source, function):
    """One round more or less: < to <=, and n to n - 1. If the loop makes larger steps, its end may lie
    between two of them, and then neither changes anything."""
    loop = _loop_tokens(source, function)
    strides = _strides(source, function)
    for i, _, right in _comparisons(source, function):
        if i in loop:
            length, step = strides.get(i, (0, 1))
            if length % step == 0:
                yield i, i, BOUNDARY[source.tokens[i]]
            if source.tokens[i] == "<" and (length - 1) % step == 0:
                yield i + 1, right, f"({source.piece(i + 1, right)}) - 1"


def _zero_of(source, first):
    """A zero of the type of the operand that begins with a token: a vector if it is a call or an argument of a
    function on vectors, or what a variable of such a type begins with."""
    tokens = source.tokens
    names = [tokens[first]]
    if tokens[first - 1] == "=":
        names.append(tokens[first - 3])
    opening = source.left_operand(first, -1) - 1
    while tokens[opening] == ",":
        opening = source.left_operand(opening, -1) - 1
    if tokens[opening] == "(":
        names.append(tokens[opening - 1])
    found = next(filter(None, map(VECTOR.match, names)), None)
    return f"{found.group(1)}_set(0)" if found else "0"


def error_term(source, function):
    """A whole term of an error bound to 0: a product in a sum, or all that is assigned to a bound."""
    uses_messages = _uses_messages(source, function)
    additive = STRENGTH["+"]
    seen = set()
    for i in range(function.first, function.last + 1):
        token = source.tokens[i]
        number = ULP_NUMBER.match(token)
        is_tiny = number is not None and int(number.group(1)) >= LEAST_ULP_EXPONENT
        if not is_tiny and not _is_error_name(source, i, uses_messages):
            continue
        if source.tokens[i + 1] == "=" and not is_tiny:
            first, last = i + 2, source.right_operand(i + 1, STRENGTH["="])
        else:
            first, last = source.left_operand(i, additive), source.right_operand(i, additive)
            neighbours = {source.tokens[first - 1], source.tokens[last + 1]}
            is_statement = neighbours <= {";", "{", "}"} or source.tokens[last + 1] in ("=", "+=", "*=")
            if is_statement or (is_tiny and not neighbours & {"+", "-"}):
                continue
            if source.tokens[first] in ("double", "float", "const", "struct", "static"):
                continue
        if source.tokens[first] in ("{", "&") or (first, last) in seen:
            continue
        seen.add((first, last))
        if source.tokens[first:last + 1] != ["0"]:
            yield first, last, _zero_of(source, first)


def mask(source, function):
    """A mask that loses one of the masks that it is combined with, or has one bit inverted."""
    for i in range(function.first, function.last + 1):
        token = source.tokens[i]
        if token == "&" and source.is_binary(i):
            left = source.left_operand(i, STRENGTH["&"] - 1)
            right = source.right_operand(i, STRENGTH["&"])
            kept, dropped = source.piece(left, i - 1), source.piece(i + 1, right)
            # Without this, `mask & (mask - 1)` never ends, which every test sees.
            if dropped == f"({kept} - 1)":
                continue
            yield left, right, kept
            yield left, right, dropped
            yield left, right, f"{kept} & ({dropped} ^ 1)"
        elif token == "&=" and source.is_binary(i):
            right = source.right_operand(i, STRENGTH["&="])
            if source.piece(i + 1, right) != source.tokens[i - 1] + " - 1":
                yield i + 1, right, "-1"
                yield i + 1, right, f"({source.piece(i + 1, right)}) ^ 1"
        elif MASK_CALL.match(token):
            comma = source.right_operand(i + 1, 0) + 1
            if source.tokens[comma] == ",":
                end = source.partner[i + 1]
                yield i, end, source.piece(i + 2, comma - 1)
                yield i, end, source.piece(comma + 1, end - 1)


def _conjuncts(source, first, last):
    """The parts of a condition between && or ||, if it has no other structure."""
    cuts = [i for i in range(first, last + 1) if source.tokens[i] in ("&&", "||") and
            source.left_operand(i, -1) == first]
    ends = [i - 1 for i in cuts] + [last]
    return list(zip([first] + [i + 1 for i in cuts], ends)), cuts


def cache_check(source, function):
    """A check of something cached is inverted, or left out of its condition."""
    whole = CACHE_NAME.search(function.name) is not None
    for first, last in _conditions(source, function, "if"):
        text = source.piece(first, last)
        if not whole and not CACHE_NAME.search(text):
            continue
        yield first, last, f"!({text})"
        parts, cuts = _conjuncts(source, first, last)
        for (begin, end), cut in zip(parts[1:], cuts):
            if whole or CACHE_NAME.search(source.piece(begin, end)):
                yield cut, end, ""


def allocation(source, function):
    """The check after an allocation, or after a call that allocates, is skipped."""
    for first, last in _conditions(source, function, "if"):
        text = source.piece(first, last)
        line = source.line_of(first)
        before = "\n".join(source.lines[max(source.line_of(function.first) - 1, line - 4):line])
        after = "\n".join(source.lines[line:line + 3])
        if not FAILURE.search(text) or "return" not in after or "out == NULL" in text:
            continue
        if ALLOCATION.search(before) or "OUT_OF_MEMORY" in after:
            yield first, last, f"({text}) && 0"


def logic(source, function):
    """&& to || and back."""
    for i in range(function.first, function.last + 1):
        if source.tokens[i] in ("&&", "||") and source.is_binary(i):
            yield i, i, "||" if source.tokens[i] == "&&" else "&&"


def sign(source, function):
    """+ to - and back, and a minus sign that is lost."""
    for i in range(function.first, function.last + 1):
        token = source.tokens[i]
        if token in ("+", "-") and source.is_binary(i):
            yield i, i, "-" if token == "+" else "+"
        elif token == "-" and not source.code[source.ends[i]].isspace():
            yield i, i, " "


OPERATORS = {f.__name__: f for f in (comparison, error_term, mask, cache_check, tie, loop_end, allocation,
                                     logic, sign)}


class Mutant:
    """One change of one file."""

    def __init__(self, source, function, operator, change):
        first, last, text = change
        self.file = source.path
        self.room = source.path.split("/")[1]
        self.function = function.name
        self.operator = operator
        self.line = source.line_of(first)
        self.last_line = source.line_of(last)
        self.text = source.line_text(first)
        self.start, self.end = source.starts[first], source.ends[last]
        self.before, self.after = source.piece(first, last), text
        self.copy = 0

    def change(self):
        return f"{self.before} -> {self.after or '(nothing)'}"

    def identity(self):
        """What names the mutant whatever its line number is."""
        return (self.file, self.operator, self.text, self.change(), self.copy)

    def key(self):
        return hashlib.sha1("\n".join(map(str, self.identity())).encode()).hexdigest()[:16]

    def apply(self, text):
        """The text of the file with the change, on as many lines as before."""
        old = text[self.start:self.end]
        return text[:self.start] + self.after + "\n" * old.count("\n") + text[self.end:]


def mutants_of(source, names):
    """All mutants of a file by the operators of the given names, in the order of the file."""
    found, counts = [], {}
    for function in source.functions:
        for name in names:
            for change in OPERATORS[name](source, function):
                found.append(Mutant(source, function, name, change))
    found.sort(key=lambda m: (m.start, m.end, m.operator, m.after))
    for m in found:
        m.copy = counts.get(m.identity()[:4], 0)
        counts[m.identity()[:4]] = m.copy + 1
    return found
