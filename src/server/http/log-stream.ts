import { fstatSync, writeSync } from 'node:fs'

const STDOUT = 1
const STDERR = 2
/** Lines that wait for a reader who has stopped reading. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024

/**
 * Where log lines go: standard output. A line that cannot be written, because the disk is full or nobody reads, is lost, and
 * that is said once: no answer waits for it, and no process ends of it.
 */
export type LogStream = { write: (line: string) => void }

/** One for the process: all that writes shares what is known of whoever reads. */
export const logStream: LogStream = makeLogStream()

function makeLogStream(): LogStream {
  const put = isWaitedFor() ? putToPipe() : putToFile()
  let isLosing = false
  return {
    write(line) {
      const isWritten = put(isLosing ? `\n${line}` : line)
      if (!isWritten && !isLosing) complain()
      isLosing = !isWritten
    },
  }
}

/** Pipes, sockets and terminals take what they can, and the rest later. */
function isWaitedFor(): boolean {
  const kind = fstatSync(STDOUT)
  return kind.isFIFO() || kind.isSocket() || process.stdout.isTTY
}

function putToPipe() {
  const { stdout } = process
  let isBroken = false
  stdout.on('error', () => (isBroken = true))
  return (line: string): boolean => {
    if (isBroken || stdout.writableLength > MAX_WAITING_BYTES) return false
    stdout.write(line)
    return true
  }
}

/** By hand: Node's own stream for a file is of no use any more after one write that failed. */
function putToFile() {
  return (line: string): boolean => {
    try {
      return writeSync(STDOUT, line) === Buffer.byteLength(line)
    } catch {
      return false
    }
  }
}

function complain(): void {
  try {
    writeSync(STDERR, 'The log cannot be written, and lines are lost.\n')
  } catch {
    // There is nobody left to tell.
  }
}
