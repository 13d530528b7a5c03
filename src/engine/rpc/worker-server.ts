/** Each report draws the page anew: not more often than the eye follows. */
const REPORT_EVERY_MS = 150

/** Passes on what is reported, but not what follows too soon; what ends at once is not reported at all. */
export function throttleProgress(report: (done: number) => void): (done: number) => void {
  let reportedAt = performance.now()
  return (done) => {
    const now = performance.now()
    if (now - reportedAt <= REPORT_EVERY_MS) return
    reportedAt = now
    report(done)
  }
}
