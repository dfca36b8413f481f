# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034,SC2154 # sourced by run.sh, which sets and uses variables
# Untrusted input: names and streams with control characters, long names, dangling links; and a kill
# during writing.
hostile=$work/hostile
mkdir "$hostile"
escape=$(printf '\033')
ends 0 make box -o "$hostile/plain.obj" -q

# ---- Control characters ----------------------------------------------------------------------
# no_control FILE: only line breaks, tabs and printable text. C1 characters (0xc2 0x80 to
# 0xc2 0x9f in UTF-8) and bytes outside of UTF-8 count as control characters too.
no_control() {
    LC_ALL=C tr -d '\n\t\040-\176' <"$1" >"$work/rest"
    [ ! -s "$work/rest" ]
    verdict $? "$(basename "$1") has no control characters"
}

# Clears the screen, sets the title, starts a C1 sequence, returns to the start of the line, changes
# the direction of writing, and is not UTF-8.
nasty=$(printf 'a\033[2Jb\033]0;title\007c\302\2332Jd\re\342\200\256f\377g\177h')
ends 3 info "$hostile/$nasty.obj"
err_has 'a\x1b[2Jb\x1b]0;title\x07c\xc2\x9b2Jd\x0de\xe2\x80\xaef\xffg\x7fh.obj: cannot be read'
no_control "$work/err"
cp "$hostile/plain.obj" "$hostile/$nasty.obj"
for color in never always; do
    ends 0 info "$hostile/$nasty.obj" --color "$color"
    out_has 'a\x1b[2Jb'
    # The output without the tool's own escape sequences.
    sed "s/$escape\[[0-9]*m//g" "$work/out" >"$work/colorless"
    no_control "$work/colorless"
done
red=$(printf 'x\033[31my')
cp "$hostile/plain.obj" "$hostile/$red.obj"
ends 0 info "$hostile/$red.obj" --color always
out_has 'x\x1b[31my.obj'
ends 0 convert "$hostile/plain.obj" "$hostile/$red.ply" --color always
out_has 'x\x1b[31my.ply: 386 vertices'
ends 0 hull "$hostile/$red.obj" --color always
out_has 'x\x1b[31my.obj: a polytope'
# Letters outside ASCII are shown as they are.
cp "$hostile/plain.obj" "$hostile/é.obj"
ends 0 info "$hostile/é.obj"
out_has 'é.obj'
# JSON has its own escapes.
ends 0 info "$hostile/$nasty.obj" --json
out_is_json
out_has '\u001b[2J'
out_has '\u009b2J'
LC_ALL=C grep -q "$escape" "$work/out"
[ $? -eq 1 ]
verdict $? 'prints no escape character in JSON'

# The command line itself.
for word in "$nasty" "--$nasty" "-$escape"; do
    ends 2 "$word"
    no_control "$work/err"
    ends 2 info "$hostile/plain.obj" "--$nasty"
    no_control "$work/err"
done
ends 2 collide "$hostile/plain.obj" "box:1,${escape}[31m,1"
no_control "$work/err"
ends 2 collide "$hostile/plain.obj" "$hostile/plain.obj" --move-b "1,${escape}[2J,3"
no_control "$work/err"

# Streams: of poses and of points.
printf '1 0 0 0 0 1 0 0 0 0 1 %s[2J\n' "$escape" >"$hostile/poses"
ends 3 collide "$hostile/plain.obj" "$hostile/plain.obj" --poses "$hostile/poses"
no_control "$work/err"
no_control "$work/out"
printf '0 0 %s]0;title\007\n' "$escape" >"$hostile/points"
ends 3 inside "$hostile/plain.obj" --points "$hostile/points"
no_control "$work/err"

# Contents of files: a number, and the name of a part.
printf 'v 0 0 %s[2J\n' "$escape" >"$hostile/number.obj"
ends 3 info "$hostile/number.obj"
no_control "$work/err"
printf 'o part%s[31m\302\233\377\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' "$escape" >"$hostile/part.obj"
ends 0 collide "$hostile/part.obj" "$hostile/part.obj" --color always --move-b 0,0,1
ends 1 collide "$hostile/part.obj" "$hostile/part.obj" --color always
sed "s/$escape\[[0-9]*m//g" "$work/out" >"$work/colorless"
no_control "$work/colorless"
printf 'tact proof 1\na mesh%s[2J\n' "$escape" >"$hostile/bad.proof"
ends 3 verify "$hostile/bad.proof"
no_control "$work/err"

# ---- Long names ------------------------------------------------------------------------------
# The message has the beginning and the end of a long name, and the reason.
deep=$hostile/$(printf '%0200d' 0)/$(printf '%0200d' 0)/the_end.obj
ends 3 info "$deep"
err_has "$hostile"
err_has '/the_end.obj: cannot be read: No such file or directory'
endless=$hostile/$(printf '%05000d' 0).obj
ends 3 info "$endless"
err_has '0.obj: cannot be read: File name too long'
ends 3 convert "$hostile/plain.obj" "$endless"
err_has '0.obj: cannot be written: File name too long'
mkdir -p "$(dirname "$deep")"
printf 'v 0 0 0\nf 1 2 3\n' >"$deep"
ends 3 info "$deep"
err_has '/the_end.obj:2: '

# ---- Dangling links --------------------------------------------------------------------------
# Every writer makes the file that the link names, and keeps the link.
# link_stays NAME
link_stays() {
    [ -L "$hostile/link_$1" ] && [ -s "$hostile/target_$1" ] && [ ! -L "$hostile/target_$1" ]
    verdict $? "writes $1 to the target of the link"
}
for name in made.ply converted.obj curves.csv answer.proof; do
    ln -s "target_$name" "$hostile/link_$name"
done
ends 0 make box -o "$hostile/link_made.ply"
link_stays made.ply
ends 0 convert "$hostile/plain.obj" "$hostile/link_converted.obj"
link_stays converted.obj
ends 1 contacts "$hostile/plain.obj" "$hostile/plain.obj" --move-b 0.5,0.5,0.5 -o "$hostile/link_curves.csv"
link_stays curves.csv
ends 0 distance "$hostile/plain.obj" "$hostile/plain.obj" --move-b 5,0,0 --proof "$hostile/link_answer.proof"
link_stays answer.proof

# ---- A limit of file sizes ---------------------------------------------------------------------
# The signal SIGXFSZ would end the tool without a message. The unit of the limit is 512 or 1024 bytes.
mkdir "$hostile/limited"
ends 0 make icosphere -n 300 -o "$hostile/ball.obj"
printf 'old\n' >"$hostile/limited/big.obj"
for words in "make terrain --cells 90 -o $hostile/limited/big.obj" \
    "convert $hostile/plain.obj $hostile/limited/big.obj" \
    "hull $hostile/ball.obj -o $hostile/limited/hull.obj" \
    "contacts $hostile/plain.obj $hostile/plain.obj -o $hostile/limited/curves.csv"; do
    line="tact $words, with ulimit -f 1"
    # shellcheck disable=SC2086 # a list of words
    (ulimit -f 1 && "$tact" $words) </dev/null 2>&1 >/dev/null | cat >"$work/err"
    : >"$work/out"
    err_has 'cannot be written: File too large'
    # shellcheck disable=SC2086
    (ulimit -f 1 && "$tact" $words) </dev/null >/dev/null 2>/dev/null
    status=$?
    [ "$status" -eq 3 ]
    verdict $? "exits with 3, not $status"
    [ "$(ls -A "$hostile/limited")" = big.obj ] && [ "$(cat "$hostile/limited/big.obj")" = old ]
    verdict $? "leaves the old file and nothing else, not $(ls -A "$hostile/limited")"
done
line='tact help --man to a file, with ulimit -f 1'
(ulimit -f 1 && "$tact" help --man >"$hostile/limited/man" 2>/dev/null) </dev/null
status=$?
[ "$status" -eq 3 ]
verdict $? "exits with 3, not $status"

# ---- A kill during writing -------------------------------------------------------------------
# Sends a signal after the tool has opened the file that it writes: the old file stays, and nothing
# else is left. A file system without unnamed files shows a temporary name instead.
# killed_by SIGNAL
killed_by() {
    line="tact make, killed by $1"
    mkdir "$hostile/$1"
    printf 'old\n' >"$hostile/$1/big.obj"
    # A shell starts what it runs in the background without SIGINT.
    env --default-signal=INT "$tact" make terrain --cells 900 -o "$hostile/$1/big.obj" \
        >"$work/out" 2>"$work/err" </dev/null &
    writer=$!
    opened=
    while [ -z "$opened" ] && kill -0 "$writer" 2>/dev/null; do
        opened=$(find "/proc/$writer/fd" -type l -exec readlink {} + 2>/dev/null |
            grep -F "$hostile/$1/" || true)
    done
    kill -s "$1" "$writer"
    wait "$writer" 2>/dev/null
    status=$?
    [ "$status" -gt 128 ]
    verdict $? "ends by the signal, not with $status"
    [ "$(cat "$hostile/$1/big.obj")" = old ]
    verdict $? 'leaves the old file'
    case $opened in
    *.tmp) echo 'no files without names here: a kill leaves a temporary name' ;;
    *)
        [ "$(find "$hostile/$1" -type f | wc -l)" -eq 1 ]
        verdict $? "leaves nothing else, not $(ls -A "$hostile/$1")"
        ;;
    esac
    rm -rf "${hostile:?}/$1"
}
if [ -d "/proc/$$/fd" ]; then
    for signal in INT TERM HUP KILL; do
        killed_by "$signal"
    done
fi
