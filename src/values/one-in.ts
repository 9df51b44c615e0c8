/** Steps of this part of a circle come near every place of it in turn, whatever the pace of who counts them. */
const STEP = (Math.sqrt(5) - 1) / 2;

/**
 * True once in so many times, about; never just each time that the same one asks, however regularly they ask in turn.
 */
export function oneIn(many: number): () => boolean {
  let place = 0;
  return () => {
    place = (place + STEP) % 1;
    return place < 1 / many;
  };
}
