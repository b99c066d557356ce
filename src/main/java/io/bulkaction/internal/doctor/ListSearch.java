package io.bulkaction.internal.doctor;

import io.bulkaction.GroupId;
import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Reply;
import io.bulkaction.internal.redis.Script;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** Searches the list of a group, which may hold a million jobs, in pieces, so that no call takes long. */
public final class ListSearch {

    public static final int PIECE = 2_500;

    /** Only a list that is emptied, or grows by very many jobs between two pieces, is searched again. */
    private static final int MAX_TRIES = 20;

    private final RedisQueue redis;

    public ListSearch(RedisQueue redis) {
        this.redis = redis;
    }

    /**
     * The positions of jobs in the list of a group while it was searched, as lib/positions.lua reads them; empty if the
     * list kept changing.
     */
    Map<String, String> find(String group, Collection<String> ids) {
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            Piece piece = next(Piece.START, group, ids, PIECE);
            Map<String, StringBuilder> positions = new HashMap<>();
            while (true) {
                piece.positions()
                        .forEach(
                                (id, found) -> positions.computeIfAbsent(id, any -> new StringBuilder()).append(found));
                if (piece.isLast()) {
                    break;
                }
                piece = next(piece, group, ids, PIECE);
            }
            if (!piece.moved()) {
                String anchor = piece.anchor();
                Map<String, String> found = new HashMap<>();
                ids.forEach(id -> found.put(id, anchor + positions.getOrDefault(id, new StringBuilder())));
                return found;
            }
        }
        return Map.of();
    }

    /**
     * @param anchor the job that was last when the search began
     * @param next where the next piece begins, as the distance from the anchor
     * @param positions of each job that was found, each after a blank
     */
    public record Piece(boolean moved, String anchor, long next, Map<String, String> positions) {

        public static final Piece START = new Piece(false, "", 0, Map.of());

        boolean isLast() {
            return next < 0;
        }
    }

    public Piece next(Piece before, String group, Collection<String> ids, int size) {
        Args args = new Args(3 + ids.size()).add(before.anchor()).add(before.next()).add(size);
        ids.forEach(args::add);
        Reply reply = redis.call(Script.SEEK, args, redis.keys().group(new GroupId(group), "jobs"));
        Map<String, String> positions = new HashMap<>();
        reply.rows().forEach(row -> positions.merge(row.text("name"), " " + row.text("distance"), String::concat));
        return new Piece(reply.text("answer").equals("moved"), reply.text("anchor"), reply.number("next"), positions);
    }
}
