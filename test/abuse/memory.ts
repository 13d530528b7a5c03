import { readFileSync } from 'node:fs'

/** What a process has of the memory in MB, now and at most since it began; only Linux tells. */
export function memoryOf(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1])
  return { now: kilobytes('VmRSS') / 1024, most: kilobytes('VmHWM') / 1024 }
}
