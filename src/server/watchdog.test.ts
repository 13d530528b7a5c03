import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const WATCHDOG = new URL('watchdog.ts', import.meta.url).href
const BLOCK = 'const block = (ms) => { for (const end = Date.now() + ms; Date.now() < end;); };'

it.concurrent.each([
  [
    'is blocked',
    'for (;;);',
    [],
    [null, 'SIGKILL'],
    /^The event loop has not turned for 3 s: the process ends itself\.\n$/,
  ],
  ['is idle', 'setTimeout(() => {}, 5000)', [], [0, null], /^$/],
  ['is busy', 'block(1500); setTimeout(block, 600, 1500); setTimeout(() => {}, 5000)', [], [0, null], /^$/],
  ['is debugged', 'block(6000)', ['--inspect=127.0.0.1:0'], [0, null], /^(?:Debugger|For help).*\n$/ms],
])(
  'API-04 · the watchdog kills a process only when its event loop is blocked: one that %s',
  async (_title, work, options, exit, stderr) => {
    const folder = mkdtempSync(join(tmpdir(), 'levro-watchdog-'))
    const program = join(folder, 'program.mjs')
    writeFileSync(
      program,
      `import { startWatchdog } from '${WATCHDOG}'; ${BLOCK} startWatchdog(console.error, 3); setTimeout(() => { ${work} }, 1000)`,
    )
    const child = spawn(process.execPath, [...options, program])
    let output = ''
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    expect(await once(child, 'close')).toEqual(exit)
    expect(output).toMatch(stderr)
    rmSync(folder, { recursive: true })
  },
)
