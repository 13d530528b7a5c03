import { readFileSync, writeFileSync } from 'node:fs'

/** Peak memory of a process in MB since its start or the last reset; Linux only. */
export function peakMemoryMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024
}

/**
 * Watches a process from now on.
 * @returns its peak growth in MB
 */
export function watchMemory(pid: number): () => number {
  // The peak of earlier tests would hide that of this one.
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  const before = peakMemoryMb(pid)
  return () => peakMemoryMb(pid) - before
}
