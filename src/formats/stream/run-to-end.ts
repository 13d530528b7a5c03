/** Runs a generator to its end without pausing, and returns its result; what it yields is dropped. */
export function runToEnd<T>(work: Iterator<unknown, T>): T {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}
