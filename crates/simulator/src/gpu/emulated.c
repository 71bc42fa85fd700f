// Plays what stands on standard input and writes what was counted to standard output.

static void read_whole(void *to, size_t size) {
    if (fread(to, 1, size, stdin) != size)
        exit(1);
}

int main(void) {
    u64 asked[5]; // the first round, rounds, words of the tables, counters, room for rounds that are left
    read_whole(asked, sizeof asked);
    u32 *tables = calloc(asked[2], sizeof *tables);
    u64 *counts = calloc(asked[3], sizeof *counts);
    u64 *left = calloc(asked[4], sizeof *left);
    if (!tables || !counts || !left)
        return 1;
    read_whole(tables, asked[2] * sizeof *tables);
    play(tables, asked[0], (u32)asked[1], counts, left, (u32)asked[4]);
    fwrite(counts, sizeof *counts, asked[3], stdout);
    fwrite(left, sizeof *left, counts[LEFT] < asked[4] ? counts[LEFT] : asked[4], stdout);
    return fflush(stdout) != 0;
}
