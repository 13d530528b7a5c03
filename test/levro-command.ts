/** Runs the command line, and provides a folder for the files of a test. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from '#cli/run.ts'
import { afterAll } from 'vitest'
import { type Outcome, captured } from './captured-run.ts'

/** The entry file, for tests of the process: its streams, signals and memory. */
export const LEVRO = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url))

/** Runs a command in this process, and returns what it wrote. */
export const levro = (...args: string[]): Promise<Outcome> => captured(() => run(args))

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
