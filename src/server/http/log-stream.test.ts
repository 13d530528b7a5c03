import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'

const LOG_STREAM = new URL('log.ts', import.meta.url).href
const COMPLAINT = 'The log cannot be written, and lines are lost.\n'
const LINES = 100_000

/** Writes ten megabytes, says how many bytes wait for a reader, and once it is told to, writes one line more. */
const PROGRAM = `
  import { logStream } from '${LOG_STREAM}'
  for (let n = 0; n < ${LINES}; n++) {
    logStream.write(String(n).padEnd(99, '.') + '\\n')
    if (n % 1000 === 0) await new Promise(setImmediate)
  }
  process.send(process.stdout.writableLength)
  process.once('message', () => {
    logStream.write('the last\\n')
    process.disconnect()
  })
`

function start(): ChildProcess {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

describe('the log', () => {
  it('API-04 · waits in bounded memory for a reader who has stopped, and goes on when they read again', async () => {
    const child = start()
    const complaint = text(child.stderr!)
    const [waiting] = await once(child, 'message')
    expect(waiting).toBeGreaterThan(1_000_000)
    expect(waiting).toBeLessThan(5_000_000)
    let read = ''
    child.stdout!.on('data', (chunk: Buffer) => (read += chunk.toString()))
    await expect.poll(() => read.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(waiting)
    child.send('go on')
    expect(await once(child, 'close')).toEqual([0, null])
    expect(await complaint).toBe(COMPLAINT)
    const lines = read.split('\n').filter((line) => line !== '')
    expect(lines.at(-1)).toBe('the last')
    expect(lines.length).toBeLessThan(LINES)
    // What came came whole.
    for (const line of lines.slice(0, -1)) expect(line).toMatch(/^\d+\.+$/)
  })

  it('API-04 · ends no process when its reader has gone', async () => {
    const child = start()
    const complaint = text(child.stderr!)
    child.stdout!.destroy()
    await once(child, 'message')
    child.send('go on')
    expect(await once(child, 'close')).toEqual([0, null])
    expect(await complaint).toBe(COMPLAINT)
  })
})
