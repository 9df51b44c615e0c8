// Records the latency of every request, so that percentiles are exact.

/** Latencies in ms. */
export class Latencies {
  #times = new Float32Array(65_536);
  count = 0;

  add(ms) {
    if (this.count === this.#times.length) {
      const larger = new Float32Array(this.count * 2);
      larger.set(this.#times);
      this.#times = larger;
    }
    this.#times[this.count++] = ms;
  }

  /** Percentiles and the maximum in ms. */
  summary() {
    const sorted = this.#times.slice(0, this.count).sort();
    const at = (share) => (this.count === 0 ? 0 : sorted[Math.min(this.count - 1, Math.ceil(share * this.count) - 1)]);
    return { p50: at(0.5), p99: at(0.99), max: at(1) };
  }
}
