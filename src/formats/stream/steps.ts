/** Does work that pauses now and then, for a caller that has nothing to do meanwhile. */
export function doAll<T>(work: Iterator<unknown, T>): T {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}
