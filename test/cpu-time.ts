/**
 * Milliseconds of processor time that this thread has used. Unlike the time on a clock it does not grow while other
 * programs run, so that a test can tell work that grows with the square of its input.
 */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
