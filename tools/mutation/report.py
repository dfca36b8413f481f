# SPDX-License-Identifier: MIT
"""The list of judged survivors, and the report of a run.

A list is a text of records: lines `word: value`, with an empty line between records and comments after
`#`. A record names a mutant by its file, its operator, the text of its line and its change, so that it
holds when lines move."""

WORDS = ("file", "operator", "line", "change")
CLASSES = ("equivalent", "proved")


def read_records(path, words):
    """The records of a list, each with exactly the given words, in order."""
    records, current = [], {}
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    for number, line in enumerate(lines + [""], 1):
        if line.startswith("#"):
            continue
        if line.strip():
            word, _, value = line.partition(":")
            if word not in words or word in current:
                raise SystemExit(f"{path}:{number}: '{word}' is not one of {', '.join(words)}, or is double")
            current[word] = value.strip()
        elif current:
            missing = [word for word in words if not current.get(word)]
            if missing:
                raise SystemExit(f"{path}:{number}: the record before has no {', '.join(missing)}")
            records.append(current)
            current = {}
    return records


def read_known(path):
    """The judged survivors: (class, reason) by (file, operator, line, change)."""
    known = {}
    for record in read_records(path, WORDS + ("class", "reason")):
        if record["class"] not in CLASSES:
            raise SystemExit(f"{path}: the class {record['class']} is not one of {', '.join(CLASSES)}")
        known[tuple(record[word] for word in WORDS)] = (record["class"], record["reason"])
    return known


def percent(part, whole):
    return f"{100 * part / whole:.1f} %" if whole else "-"


def table(results, column):
    """Lines of counts: one row for each value of column(mutant)."""
    rows = {}
    for mutant, result in results:
        row = rows.setdefault(column(mutant), {"counted": 0, "killed": 0, "same object": 0, "no build": 0})
        if result.is_counted():
            row["counted"] += 1
        if result.status in row:
            row[result.status] += 1
    lines = [f"{'':12} {'counted':>7} {'killed':>7} {'survived':>8} {'score':>8} {'same object':>12} "
             f"{'no build':>9}"]
    total = {"counted": 0, "killed": 0, "same object": 0, "no build": 0}
    for name in sorted(rows):
        for word in total:
            total[word] += rows[name][word]
    for name, row in sorted(rows.items()) + [("all", total)]:
        lines.append(f"{name:12} {row['counted']:7} {row['killed']:7} {row['counted'] - row['killed']:8} "
                     f"{percent(row['killed'], row['counted']):>8} {row['same object']:12} "
                     f"{row['no build']:9}")
    return lines, total


def survivor_lines(mutant, result, judged):
    if judged is None:
        mark = "NEW"
    else:
        mark = f"known, {judged[0]}"
    lines = [f"{mutant.file}:{mutant.line}: {mutant.operator}: {mutant.change()}",
             f"    line: {mutant.text}", f"    {mark}" + (f": {judged[1]}" if judged else "")]
    if not result.tests:
        lines.append("    no test executes it")
    else:
        names = sorted(result.tests)
        shown = " ".join(names[:12]) + (f" and {len(names) - 12} more" if len(names) > 12 else "")
        left = f"; {result.left_out} slower tests did not run" if result.left_out else ""
        lines.append(f"    tests that passed ({len(names)}): {shown}{left}")
    return lines


def killers(results):
    counts = {}
    for _, result in results:
        if result.status == "killed":
            counts[result.how] = counts.get(result.how, 0) + 1
    return ", ".join(f"{how} {count}" for how, count in sorted(counts.items())) or "nothing"


def estimate(results, mutants):
    """The raw score of all mutants of which the results are a sample, and its standard error, as shares; None
    without results. A sample takes as many of a rare operator as of a frequent one. Here a result stands
    for all mutants of its room and operator."""
    sizes, tried = {}, {}
    for mutant in mutants:
        cell = mutant.room, mutant.operator
        sizes[cell] = sizes.get(cell, 0) + 1
    for mutant, _ in results:
        cell = mutant.room, mutant.operator
        tried[cell] = tried.get(cell, 0) + 1
    counted = [(sizes[m.room, m.operator] / tried[m.room, m.operator], result.status == "killed")
               for m, result in results if result.is_counted()]
    total = sum(weight for weight, _ in counted)
    if not total:
        return None
    share = sum(weight for weight, is_killed in counted if is_killed) / total
    return share, sum((weight * (is_killed - share)) ** 2 for weight, is_killed in counted) ** 0.5 / total


def estimate_line(results, mutants):
    found = estimate(results, mutants)
    if found is None:
        return []
    share, deviation = found
    return [f"estimate for all {len(mutants)} mutants of these rooms and operators, raw: {100 * share:.1f} % "
            f"(standard error {100 * deviation:.1f} %)"]


def describe(results, known, mutants, candidates):
    """The report as lines, and the number of new survivors. mutants: those that the results are a sample of;
    candidates: identities of all mutants of the rooms that ran, to find records that fit no mutant."""
    results = sorted(results, key=lambda pair: (pair[0].file, pair[0].line, pair[0].start, pair[0].after))
    lines, judgements = [], {"equivalent": 0, "proved": 0, "new": 0}
    for mutant, result in results:
        if result.status != "survived":
            continue
        judged = known.get(mutant.identity()[:4])
        judgements[judged[0] if judged else "new"] += 1
        lines += survivor_lines(mutant, result, judged)
    lines = (["Survivors:"] + lines if lines else ["No survivors."]) + [""]
    killed = {mutant.identity()[:4] for mutant, result in results if result.status == "killed"}
    for identity in sorted(known):
        if identity[0].split("/")[1] not in {name.split("/")[1] for name, *_ in candidates}:
            continue
        if identity not in candidates:
            lines.append(f"note: the list of known survivors has a record that fits no mutant: {identity}")
        elif identity in killed:
            lines.append(f"note: a test now kills a known survivor: {identity}")
    lines += table(results, lambda m: m.operator)[0] + [""]
    rows, total = table(results, lambda m: m.room)
    lines += rows + [""]
    lines.append(f"killed by: {killers(results)}")
    return (lines + score_lines(total, judgements) + estimate_line(results, mutants),
            judgements["new"])


def score_lines(total, judgements):
    """The score as it is, and of the mutants that a test could kill."""
    killed, counted, equivalent = total["killed"], total["counted"], judgements["equivalent"]
    return [f"raw score: {killed} of {counted} counted mutants are killed, {percent(killed, counted)}",
            f"score: {killed} of {counted - equivalent} that are not equivalent, "
            f"{percent(killed, counted - equivalent)}",
            f"survivors: {counted - killed}: {equivalent} equivalent, {judgements['proved']} proved but not "
            f"reached, {judgements['new']} new"]
