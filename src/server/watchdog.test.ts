import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const WATCHDOG = new URL('watchdog.ts', import.meta.url).href

it.each([
  ['for (;;);', [null, 'SIGKILL'], 'The event loop has not turned for 2 s: the process ends itself.\n'],
  ['setTimeout(() => {}, 4000)', [0, null], ''],
])('API-04 · a process whose event loop is stuck is ended, and no other: %s', async (work, end, said) => {
  const folder = mkdtempSync(join(tmpdir(), 'levro-watchdog-'))
  const program = join(folder, 'program.mjs')
  writeFileSync(
    program,
    `import { startWatchdog } from '${WATCHDOG}'; startWatchdog(console.error, 2); setTimeout(() => { ${work} }, 1000)`,
  )
  const child = spawn(process.execPath, [program])
  let text = ''
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()))
  expect(await once(child, 'close')).toEqual(end)
  expect(text).toBe(said)
  rmSync(folder, { recursive: true })
})
