package io.bulkaction.benchmark;

/** What a figure, or its ratio to the yardstick's, should be. */
record Goal(boolean isUpperBound, double value) {

    static Goal atLeast(double value) {
        return new Goal(false, value);
    }

    static Goal atMost(double value) {
        return new Goal(true, value);
    }

    boolean isMetBy(double figure) {
        return isUpperBound ? figure <= value : figure >= value;
    }

    @Override
    public String toString() {
        return (isUpperBound ? "≤ " : "≥ ") + (value == Math.rint(value) ? "%.0f" : "%s").formatted(value);
    }
}
