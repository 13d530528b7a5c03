import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { exitCode } from '../scripts/installed.js'

const SCRIPTS = join(import.meta.dirname, '../scripts')

describe('scripts', () => {
  it('exit with the code of the child process, or with 128 plus its signal', () => {
    expect([exitCode(0, null), exitCode(3, null)]).toEqual([0, 3])
    expect([exitCode(null, 'SIGINT'), exitCode(null, 'SIGKILL')]).toEqual([130, 137])
  })

  it('report a configured browser that does not exist', () => {
    const script = `import { ensureChromium } from '${SCRIPTS}/chromium.js'; ensureChromium()`
    const env = { ...process.env, CHROMIUM: '/nowhere/chromium' }
    const args = ['--input-type=module', '--eval', script]
    const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
    expect([status, stderr]).toEqual([1, 'CHROMIUM names /nowhere/chromium, and there is no such file.\n'])
  })
})
