import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'

/** The kernel records the peak itself; polling would slow down the measured process. */
const POLL_MS = 40

export type Run = { readonly ms: number; readonly mb: number }

/**
 * Runs a command to its end: its time, and the peak memory of it and its children by Linux's accounting (the
 * sum of the peaks, so that parts of a pipe add up).
 * @param options `mayFail` where an error exit is expected, as for a rejected file
 * @returns undefined where there is no such program
 */
export async function runMeasured(
  command: string,
  args: readonly string[],
  { mayFail = false } = {},
): Promise<Run | undefined> {
  const started = performance.now()
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (text: Buffer) => (said += text.toString()))
  if (child.pid === undefined) {
    await once(child, 'error')
    return undefined
  }
  const peaks = new Map<number, number>()
  const { pid } = child
  const timer = setInterval(() => notePeaks(pid, peaks), POLL_MS)
  const [code] = (await once(child, 'close')) as [number | null]
  const ms = performance.now() - started
  clearInterval(timer)
  if (code !== 0 && !mayFail) throw new Error(`${command} ${args.join(' ')} ended with ${code}: ${said}`)
  return { ms, mb: peaks.values().reduce((sum, peak) => sum + peak, 0) }
}

function notePeaks(pid: number, peaks: Map<number, number>): void {
  try {
    const kilobytes = /VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    if (kilobytes !== undefined) peaks.set(pid, Number(kilobytes) / 1024)
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const children = readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8')
      for (const child of children.split(' ').filter(Boolean)) notePeaks(Number(child), peaks)
    }
  } catch {
    // It has ended.
  }
}
