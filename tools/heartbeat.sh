# Signs of life of a step that takes minutes and says nothing. Sourced; whoever does has `say`.

# heartbeat NAME LOG PATTERN: says twice a minute how long NAME has been at work, and the last part of LOG that matches PATTERN,
# until stop_heart, or until the program that began it is gone.
heartbeat() {
    # A lock that the program holds on descriptor 9 isn't held beyond its end.
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
