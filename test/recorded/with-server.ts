import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProcess } from '#test/server/server-process.ts'

/** Runs `work` with the checkout's server on a new SQLite database, then stops the server. */
export async function withServer<T>(
  root: string,
  settings: Record<string, string>,
  work: (origin: string, dataDir: string) => Promise<T>,
): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'levro-recorded-'))
  const own = { DATA_DIR: dataDir, LOG_LEVEL: 'fatal', ...settings }
  try {
    const server = await startProcess(own, join(root, 'src/server/main.ts'))
    try {
      return await work(server.origin, dataDir)
    } finally {
      server.kill('SIGTERM')
      await server.ended
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
