package io.bulkaction.internal.doctor;

/**
 * Remembers which of very many ids were seen, 16 bytes each at most: a million jobs fit into a few megabytes. Keeps 64
 * bits of each id: that two of a million ids share them is less likely than a memory error.
 */
final class IdSet {

    private long[] slots = new long[1024];
    private int size;

    /** False if it was there already. */
    boolean add(String id) {
        if (2 * (size + 1) > slots.length) {
            grow();
        }
        boolean added = insert(slots, hash(id));
        size += added ? 1 : 0;
        return added;
    }

    boolean contains(String id) {
        long hash = hash(id);
        int at = slot(hash, slots.length);
        while (slots[at] != 0) {
            if (slots[at] == hash) {
                return true;
            }
            at = (at + 1) & (slots.length - 1);
        }
        return false;
    }

    private void grow() {
        long[] larger = new long[2 * slots.length];
        for (long hash : slots) {
            if (hash != 0) {
                insert(larger, hash);
            }
        }
        slots = larger;
    }

    private static boolean insert(long[] slots, long hash) {
        int at = slot(hash, slots.length);
        while (slots[at] != 0) {
            if (slots[at] == hash) {
                return false;
            }
            at = (at + 1) & (slots.length - 1);
        }
        slots[at] = hash;
        return true;
    }

    private static int slot(long hash, int length) {
        return (int) (hash >>> 32) & (length - 1);
    }

    /** FNV-1a with a final mix; never 0, which marks a free slot. */
    private static long hash(String id) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < id.length(); i++) {
            hash = (hash ^ id.charAt(i)) * 0x100000001b3L;
        }
        hash ^= hash >>> 33;
        hash *= 0xff51afd7ed558ccdL;
        hash ^= hash >>> 33;
        return hash == 0 ? 1 : hash;
    }
}
