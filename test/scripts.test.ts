import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { exitCode } from '../scripts/installed.js'

const SCRIPTS = join(import.meta.dirname, '../scripts')

describe('the scripts', () => {
  it('end as the process that they ran: with its code, or 128 and its signal', () => {
    expect([exitCode(0, null), exitCode(3, null)]).toEqual([0, 3])
    expect([exitCode(null, 'SIGINT'), exitCode(null, 'SIGKILL')]).toEqual([130, 137])
  })

  it('say so when the browser that is named is not there', () => {
    const script = `import { ensureChromium } from '${SCRIPTS}/chromium.js'; ensureChromium()`
    const env = { ...process.env, CHROMIUM: '/nowhere/chromium' }
    const args = ['--input-type=module', '--eval', script]
    const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
    expect([status, stderr]).toEqual([1, 'CHROMIUM names /nowhere/chromium, and there is no such file.\n'])
  })
})
