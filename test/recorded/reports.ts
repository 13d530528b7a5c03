import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { childSettings } from '#test/server/child-settings.ts'
import type { Recording } from './recording.ts'

const PROGRAM = join(import.meta.dirname, 'make-reports.ts')

/** Records type, size and hash of every report that the checkout creates from the same results. */
export async function recordReports(root: string): Promise<Recording> {
  const env = { ...childSettings(), TZ: 'UTC' }
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, root], { env })
  return new Map(JSON.parse(stdout) as [string, string][])
}
