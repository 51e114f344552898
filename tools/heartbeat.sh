# Progress lines for a step that takes minutes and prints nothing. Sourced; the script that does so has `say`.

# heartbeat NAME LOG PATTERN: prints twice a minute how long NAME has been running, and the last part of LOG that matches PATTERN,
# until stop_heart, or until the program that started it is gone.
heartbeat() {
    # Closes descriptor 9, so that a lock which the program holds there ends with the program.
    beat "$@" 9>&- &
    HEART=$!
}
stop_heart() { [ -z "$HEART" ] || { kill "$HEART" 2>/dev/null; wait "$HEART" 2>/dev/null || true; HEART=""; }; }
HEART=""

beat() {
    local beats=0
    while sleep 1 && [ -d "/proc/$$" ]; do
        beats=$((beats + 1))
        [ $((beats % 30)) != 0 ] ||
            say "$1: $beats s so far$(grep -aoE "$3" "$2" 2>/dev/null | tail -n 1 | cut -c1-80 | sed 's/^/, /')"
    done
}
