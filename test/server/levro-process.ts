import { execFile } from 'node:child_process'
import { join } from 'node:path'
import type { TestServer } from '../harness.ts'
import { childSettings } from './child-settings.ts'

const MAIN = join(import.meta.dirname, '../../src/cli/main.ts')

export type Outcome = { code: number; stdout: string; stderr: string }

/** Runs the command line with exactly these settings. */
export const runLevro = (settings: Record<string, string>, ...args: string[]): Promise<Outcome> =>
  new Promise((resolve) => {
    const env = { ...childSettings(), ...settings }
    execFile(process.execPath, [MAIN, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr })
    })
  })

/** Runs `levro admin …` next to a running server. */
export function runAdminCommand({ env }: TestServer, ...args: string[]): Promise<Outcome> {
  const { dataDir, databaseUrl, secretKey } = env
  const settings = {
    DATA_DIR: dataDir,
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    ...(secretKey !== undefined && { SECRET_KEY: secretKey }),
  }
  return runLevro(settings, 'admin', ...args)
}

/** Parses the output, one JSON object per line. */
export const linesOf = ({ stdout }: Outcome): Record<string, unknown>[] =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
