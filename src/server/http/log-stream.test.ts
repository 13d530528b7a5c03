import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'

const LOG_STREAM = new URL('log.ts', import.meta.url).href
const LOST_LINES = 'The log cannot be written, and lines are lost.\n'
const LINES = 100_000

/** Writes 10 MB, sends the number of buffered bytes, and writes one more line after any message. */
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
  it('API-04 · buffers a bounded number of lines while its reader is stopped, and goes on when it reads again', async () => {
    const child = start()
    const stderr = text(child.stderr!)
    const [bufferedBytes] = await once(child, 'message')
    expect(bufferedBytes).toBeGreaterThan(1_000_000)
    expect(bufferedBytes).toBeLessThan(5_000_000)
    let read = ''
    child.stdout!.on('data', (chunk: Buffer) => (read += chunk.toString()))
    await expect.poll(() => read.length).toBeGreaterThanOrEqual(bufferedBytes)
    child.send('continue')
    expect(await once(child, 'close')).toEqual([0, null])
    expect(await stderr).toBe(LOST_LINES)
    const lines = read.split('\n').filter((line) => line !== '')
    expect(lines.at(-1)).toBe('the last')
    expect(lines.length).toBeLessThan(LINES)
    // No line was written in part.
    for (const line of lines.slice(0, -1)) expect(line).toMatch(/^\d+\.+$/)
  })

  it('API-04 · does not end the process when its reader closes the pipe', async () => {
    const child = start()
    const stderr = text(child.stderr!)
    child.stdout!.destroy()
    await once(child, 'message')
    child.send('continue')
    expect(await once(child, 'close')).toEqual([0, null])
    expect(await stderr).toBe(LOST_LINES)
  })
})
