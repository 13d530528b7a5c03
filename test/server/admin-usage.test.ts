import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { ADMIN_USAGE, runAdmin } from '#cli/admin/run.ts'
import { runLevro } from './levro-process.ts'

const LONG = 'x'.repeat(501)

describe('levro admin', () => {
  it.each([
    ['', []],
    ['', ['take', 'a@b.bg', '5', '--note', 'x']],
    ['', ['constructor']],
    ['', ['grant']],
    ['', ['grant', 'a@b.bg']],
    ['--note', ['grant', 'a@b.bg', '5']],
    ["'0'", ['grant', 'a@b.bg', '0', '--note', 'x']],
    ['', ['grant', 'a@b.bg', '-5', '--note', 'x']],
    ["'1.5'", ['grant', 'a@b.bg', '1.5', '--note', 'x']],
    ["'1e3'", ['grant', 'a@b.bg', '1e3', '--note', 'x']],
    ["'10000000000'", ['grant', 'a@b.bg', '10000000000', '--note', 'x']],
    ['--note', ['grant', 'a@b.bg', '5', '--note', ' ']],
    ['500', ['grant', 'a@b.bg', '5', '--note', LONG]],
    ['--note', ['grant', 'a@b.bg', '5', '--note', 'exe.gnp\u202e']],
    ['--note', ['grant', 'a@b.bg', '5', '--note', 'two\nlines']],
    ['--note', ['grant', 'a@b.bg', '5', '--note', 'two\u2028lines']],
    ['--yes', ['delete', 'a@b.bg']],
    ["'de'", ['delete', 'a@b.bg', '--yes', '--lang', 'de']],
    ['', ['delete', '--yes']],
    ["'nobody'", ['grant', 'nobody', '5', '--note', 'x']],
    ['', ['grant', 'a@b.bg', '5', '6', '--note', 'x']],
    ['', ['grant', 'a@b.bg', '5', '--note', 'x', '--force']],
    ['', ['grant', 'a@b.bg', '5', '--note', 'x', '--all']],
    ['', ['user']],
    ["'nobody'", ['user', 'nobody']],
    ['', ['user', 'a@b.bg', 'c@d.bg']],
    ['--yes', ['accept-key']],
    ['', ['accept-key', 'a@b.bg', '--yes']],
    ['--yes', ['remove-factors', 'a@b.bg']],
    ["'de'", ['remove-factors', 'a@b.bg', '--yes', '--lang', 'de']],
    ['EMAIL, or --all', ['sign-out']],
    ['EMAIL, or --all', ['sign-out', 'a@b.bg', '--all']],
    ["'nobody'", ['sign-out', 'nobody']],
    ['--limit', ['messages', '--limit', '0']],
    ['', ['messages', '--limit', '-1']],
    ['--limit', ['mail', '--limit', 'all']],
    ['', ['messages', '--retry']],
    ['', ['mail', 'a@b.bg']],
    ['--check', ['ledger']],
    ['', ['ledger', '--check', 'a@b.bg']],
    ['', ['backup']],
    ['', ['backup', 'a', 'b']],
    ['FILE', ['backup', '']],
    ['--force', ['backup', '--check', '--force', 'a']],
    ['', ['restore']],
    ['', ['restore', 'a', '--force']],
    ['', ['restore', '--check', 'a']],
  ])('API-04 · wrong usage exits with 2 and says what is wrong: %s (%#)', async (named, args) => {
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const code = await runAdmin(args)
    const [[said] = []] = written.mock.calls as string[][]
    written.mockRestore()
    expect(code).toBe(2)
    if (named === '') expect(said).toContain(ADMIN_USAGE.trim())
    else expect(said).toMatch(/^.*\. See levro admin --help\.\n$/)
    expect(said).toContain(named)
  })

  it.each([['--help'], ['-h'], ['grant', '--help']])('API-04 · %s %s prints the usage', async (...args) => {
    const outcome = await runLevro({}, 'admin', ...args)
    expect(outcome).toEqual({ code: 0, stdout: ADMIN_USAGE, stderr: '' })
  })

  it.each([
    ['grant', 'a@b.bg', '5', '--note', 'x'],
    ['user', 'a@b.bg'],
    ['sign-out', '--all'],
    ['accept-key', '--yes'],
    ['messages'],
    ['mail', '--retry'],
    ['ledger', '--check'],
    ['backup', '-'],
  ])('API-04 · creates no database where there is none: %s', async (...args) => {
    const folder = mkdtempSync(join(tmpdir(), 'levro-admin-'))
    const mistyped = join(folder, 'daat')
    for (const DATA_DIR of [folder, mistyped]) {
      const { code, stdout, stderr } = await runLevro({ DATA_DIR }, 'admin', ...args)
      expect([code, stdout]).toEqual([1, ''])
      expect(stderr).toBe(
        `There is no database in ${DATA_DIR}. Set DATA_DIR or DATABASE_URL as for the server.\n`,
      )
    }
    expect([readdirSync(folder), existsSync(mistyped)]).toEqual([[], false])
    rmSync(folder, { recursive: true })
  })

  it('API-04 · fails with one sentence when the database does not answer or a setting is invalid', async () => {
    const away = { DATABASE_URL: 'postgresql://levro:pg-secret@127.0.0.1:1/levro' }
    const { code, stderr } = await runLevro(away, 'admin', 'ledger', '--check')
    expect(code).toBe(1)
    expect(stderr).toMatch(/^[^\n]+\n$/)
    expect(stderr).not.toContain('pg-secret')
    const wrong = await runLevro({ DATABASE_URL: 'mysql://x' }, 'admin', 'ledger', '--check')
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringMatching(/^DATABASE_URL must be [^\n]+\n$/)])
  })
})
