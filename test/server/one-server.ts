import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect } from 'vitest'
import { type Place, SECRET_KEY } from '../harness.ts'
import { type ServerProcess, startProcess } from './server-process.ts'

/** Resources of a test. */
export type OneServer = {
  /** Called after the test, last first. */
  undoing: (() => unknown)[]
  /** A place on an existing database; its folder is removed after the test. */
  placeOn: (databaseUrl: string) => Place
  serverOn: (settings: Record<string, string>) => Promise<ServerProcess>
}

/** For tests that start a server of their own, with its database. */
export function oneServer(): OneServer {
  const undoing: (() => unknown)[] = []
  afterEach(async () => {
    for (const undo of undoing.splice(0).toReversed()) await undo()
  })
  return {
    undoing,
    placeOn(databaseUrl) {
      const folder = mkdtempSync(join(tmpdir(), 'levro-test-'))
      undoing.push(() => rmSync(folder, { recursive: true, force: true }))
      return { settings: { DATA_DIR: folder, DATABASE_URL: databaseUrl, SECRET_KEY }, remove: async () => {} }
    },
    async serverOn(settings) {
      const server = await startProcess({ LOG_LEVEL: 'silent', ...settings })
      undoing.push(async () => {
        server.kill('SIGKILL')
        await server.ended
      })
      return server
    },
  }
}

export async function endWell(server: ServerProcess): Promise<void> {
  server.kill('SIGTERM')
  const { code, signal } = await server.ended
  expect([code, signal], 'it has lived all the while, and ends as it should').toEqual([0, null])
}
