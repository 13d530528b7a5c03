import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { runAdmin } from '#cli/admin/run.ts'
import { me } from '#contract/accounts.ts'
import { onEachDatabase } from '../harness.ts'
import { balanceOf, expectSoundLedger } from './ledger-check.ts'

const MAIN = join(import.meta.dirname, '../../src/cli/main.ts')

onEachDatabase((server) => {
  const levro = (...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> =>
    new Promise((resolve) => {
      const { dataDir, databaseUrl } = server().env
      const settings = { DATA_DIR: dataDir, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) }
      const env = { PATH: process.env['PATH'], ...settings }
      execFile(process.execPath, [MAIN, ...args], { env }, (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr })
      })
    })

  describe('levro admin grant', () => {
    it('API-04 · gives tokens while the server runs, and prints the new balance', async () => {
      const user = await server().user()
      const first = await levro('admin', 'grant', user.email.toUpperCase(), '500', '--note', 'Поръчка 7')
      expect(first).toEqual({ code: 0, stdout: '515\n', stderr: '' })
      const second = await levro('admin', 'grant', user.email, '500', '--note=again')
      expect(second.stdout).toBe('1015\n')
      expect((await user.call(me)).reply.tokens).toBe(1015)
      await expectSoundLedger(server().db)
    })

    it('API-04 · works while calls are being charged', async () => {
      const user = await server().user()
      const rows = [{ name: 'x', price: '1', currency: 'BGN' }]
      const [granted, ...answers] = await Promise.all([
        levro('admin', 'grant', user.email, '100', '--note', 'x'),
        ...Array.from({ length: 15 }, () => user.bulk(rows)),
      ])
      expect(granted.code).toBe(0)
      expect(answers.map(({ status }) => status)).toEqual(Array(15).fill(200))
      expect(await balanceOf(server().db, user.email)).toBe(100)
    })

    it('API-04 · to an unknown email ends with 1 and a sentence', async () => {
      const { code, stdout, stderr } = await levro('admin', 'grant', 'nobody@example.bg', '5', '--note', 'x')
      expect([code, stdout, stderr]).toEqual([
        1,
        '',
        'There is no account with the email nobody@example.bg.\n',
      ])
    })
  })
})

describe('levro admin', () => {
  it.each([
    ['', []],
    ['', ['grant']],
    ['', ['grant', 'a@b.bg']],
    ['--note', ['grant', 'a@b.bg', '5']],
    ["'0'", ['grant', 'a@b.bg', '0', '--note', 'x']],
    ['', ['grant', 'a@b.bg', '-5', '--note', 'x']],
    ["'1.5'", ['grant', 'a@b.bg', '1.5', '--note', 'x']],
    ["'1e3'", ['grant', 'a@b.bg', '1e3', '--note', 'x']],
    ["'10000000000'", ['grant', 'a@b.bg', '10000000000', '--note', 'x']],
    ['--note', ['grant', 'a@b.bg', '5', '--note', ' ']],
    ['500', ['grant', 'a@b.bg', '5', '--note', 'x'.repeat(501)]],
    ['', ['grant', 'a@b.bg', '5', '6', '--note', 'x']],
    ['', ['grant', 'a@b.bg', '5', '--note', 'x', '--force']],
    ['', ['take', 'a@b.bg', '5', '--note', 'x']],
  ])('API-04 · wrong usage ends with 2, and names what is wrong: %s (%#)', async (named, args) => {
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const code = await runAdmin(args)
    const [[said] = []] = written.mock.calls as string[][]
    expect(code).toBe(2)
    expect(said).toContain(named)
    expect(said).toContain('levro admin grant EMAIL TOKENS --note TEXT')
    written.mockRestore()
  })
})
