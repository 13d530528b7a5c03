import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { run } from '#cli/run.ts'
import type { Env } from '#server/env.ts'
import { captured } from '../captured-run.ts'
import type { TestServer } from '../harness.ts'
import { childSettings } from './child-settings.ts'

const MAIN = join(import.meta.dirname, '../../src/cli/main.ts')

export type Outcome = { code: number; stdout: string; stderr: string }

/** Runs the command line in its own process with exactly these settings. */
export const runLevro = (settings: Settings, ...args: string[]): Promise<Outcome> =>
  new Promise((resolve) => {
    const env = { ...childSettings(), ...settings }
    execFile(process.execPath, [MAIN, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr })
    })
  })

/** Runs `levro admin …` in its own process, next to a running server. */
export function runAdminProcess({ env }: TestServer, ...args: string[]): Promise<Outcome> {
  return runLevro(settingsOf(env), 'admin', ...args)
}

/** Runs `levro admin …` in this process, next to a running server: in a tenth of the time. */
export async function runAdminCommand({ env }: TestServer, ...args: string[]): Promise<Outcome> {
  const { code, out, err } = await captured(() =>
    withSettings(settingsOf(env), () => run(['admin', ...args])),
  )
  return { code, stdout: out, stderr: err }
}

type Settings = Record<string, string | undefined>

const settingsOf = ({ dataDir, databaseUrl, secretKey }: Env): Settings => ({
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  SECRET_KEY: secretKey,
})

/** Changes the environment of this process while `work` runs. */
async function withSettings<T>(settings: Settings, work: () => Promise<T>): Promise<T> {
  const before = Object.fromEntries(Object.keys(settings).map((name) => [name, process.env[name]]))
  setEnvironment(settings)
  try {
    return await work()
  } finally {
    setEnvironment(before)
  }
}

function setEnvironment(settings: Settings): void {
  for (const [name, value] of Object.entries(settings))
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
}

/** Parses the output, one JSON object per line. */
export const linesOf = ({ stdout }: Outcome): Record<string, unknown>[] =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
