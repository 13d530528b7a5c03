/** Runs the command line in a child process, and provides a folder for the files of a test. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'

export const LEVRO = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url))

type Outcome = { code: number; out: string; err: string }

export const levro = (...args: string[]): Promise<Outcome> =>
  new Promise((resolve) => {
    execFile(process.execPath, [LEVRO, ...args], { maxBuffer: 1e9 }, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, err })
    })
  })

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
