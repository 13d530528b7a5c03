/** Runs the command line, and provides a folder for the files of a test. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from '#cli/run.ts'
import { afterAll } from 'vitest'

/** The entry file, for tests of the process: its streams, signals and memory. */
export const LEVRO = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url))

type Outcome = { code: number; out: string; err: string }

let last: Promise<unknown> = Promise.resolve()

/**
 * Runs a command in this process, which takes a tenth of the time of a process of its own, and returns what it wrote. Calls wait
 * for each other: there is one standard output.
 */
export function levro(...args: string[]): Promise<Outcome> {
  const outcome = last.then(() => runHere(args))
  last = outcome.catch(() => undefined)
  return outcome
}

async function runHere(args: string[]): Promise<Outcome> {
  const [out, err] = [collect(process.stdout), collect(process.stderr)]
  try {
    const code = await run(args)
    return { code, out: out.end(), err: err.end() }
  } finally {
    out.end()
    err.end()
  }
}

/** Keeps what is written to a stream, until `end` returns it. */
function collect(stream: NodeJS.WriteStream): { end: () => string } {
  const { write } = stream
  const pieces: Buffer[] = []
  stream.write = (piece: string | Uint8Array) => {
    pieces.push(Buffer.from(piece))
    return true
  }
  return {
    end: () => {
      stream.write = write
      return Buffer.concat(pieces).toString()
    },
  }
}

/** Creates a folder that is removed after the tests, and a function that writes a file to it. */
export function scratchFolder(): {
  folder: string
  file: (name: string, content: string | Uint8Array) => string
} {
  const folder = mkdtempSync(join(tmpdir(), 'levro-cli-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const file = (name: string, content: string | Uint8Array): string => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  }
  return { folder, file }
}
