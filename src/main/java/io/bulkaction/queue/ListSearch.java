package io.bulkaction.queue;

import io.bulkaction.job.GroupId;
import io.bulkaction.queue.redis.Args;
import io.bulkaction.queue.redis.RedisQueue;
import io.bulkaction.queue.redis.Reply;
import io.bulkaction.queue.redis.Script;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** Searches the list of a group, which may hold a million jobs, in pieces: no call keeps Redis for longer than one. */
final class ListSearch {

    static final int PIECE = 2_500;

    /** Only a list that is emptied, or grows by very many jobs between two pieces, is searched anew. */
    private static final int MOST_TRIES = 20;

    private final RedisQueue redis;

    ListSearch(RedisQueue redis) {
        this.redis = redis;
    }

    /**
     * Where in the list of a group jobs were while it was searched, as lib/spots.lua reads it; empty where the list would
     * not hold still.
     */
    Map<String, String> find(String group, Collection<String> ids) {
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            Piece piece = next(Piece.START, group, ids, PIECE);
            Map<String, StringBuilder> spots = new HashMap<>();
            while (true) {
                piece.spots()
                        .forEach((id, places) -> spots.computeIfAbsent(id, any -> new StringBuilder()).append(places));
                if (piece.isLast()) {
                    break;
                }
                piece = next(piece, group, ids, PIECE);
            }
            if (!piece.moved()) {
                String anchor = piece.anchor();
                Map<String, String> found = new HashMap<>();
                ids.forEach(id -> found.put(id, anchor + spots.getOrDefault(id, new StringBuilder())));
                return found;
            }
        }
        return Map.of();
    }

    /**
     * @param anchor the job that was last when the search began
     * @param next where the next piece begins, in places before the anchor
     * @param spots the places of each job that was found, each after a blank
     */
    record Piece(boolean moved, String anchor, long next, Map<String, String> spots) {

        static final Piece START = new Piece(false, "", 0, Map.of());

        boolean isLast() {
            return next < 0;
        }
    }

    Piece next(Piece before, String group, Collection<String> ids, int size) {
        Args args = new Args(4 + ids.size()).add(before.anchor()).add(before.next()).add(size).add(redis.now());
        ids.forEach(args::add);
        Reply reply = redis.call(Script.SEEK, args, redis.keys().group(new GroupId(group), "jobs"));
        Map<String, String> spots = new HashMap<>();
        for (int at = 3; at < reply.size(); at += 2) {
            spots.merge(reply.text(at), " " + reply.text(at + 1), String::concat);
        }
        return new Piece(reply.text(0).equals("moved"), reply.text(1), reply.number(2), spots);
    }
}
