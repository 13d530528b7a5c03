import { describe, expect, it } from 'vitest'
import { me } from '#api/auth.ts'
import { onEachDatabase } from '../harness.ts'
import { balanceOf, expectConsistentLedger } from './ledger-check.ts'
import { runAdminProcess } from './levro-process.ts'

onEachDatabase((server) => {
  const grant = (...args: string[]) => runAdminProcess(server(), 'grant', ...args)

  describe('levro admin grant', () => {
    it('API-04 · adds tokens while the server runs, and prints the new balance', async () => {
      const user = await server().user()
      const first = await grant(user.email.toUpperCase(), '500', '--note', 'Поръчка 7')
      expect(first).toEqual({ code: 0, stdout: '515\n', stderr: '' })
      const second = await grant(user.email, '500', '--note=again')
      expect(second.stdout).toBe('1015\n')
      expect((await user.call(me)).reply.tokens).toBe(1015)
      await expectConsistentLedger(server().db)
    })

    it('API-04 · works during concurrent charges', async () => {
      const user = await server().user()
      const rows = [{ name: 'x', price: '1', currency: 'BGN' }]
      const [granted, ...answers] = await Promise.all([
        grant(user.email, '100', '--note', 'x'),
        ...Array.from({ length: 15 }, () => user.bulk(rows)),
      ])
      expect(granted.code).toBe(0)
      expect(answers.map(({ status }) => status)).toEqual(Array(15).fill(200))
      expect(await balanceOf(server().db, user.email)).toBe(100)
    })

    it('API-04 · to an unknown email exits with 1 and one sentence', async () => {
      const { code, stdout, stderr } = await grant('nobody@example.bg', '5', '--note', 'x')
      const sentence = 'There is no account with the email nobody@example.bg.\n'
      expect([code, stdout, stderr]).toEqual([1, '', sentence])
    })
  })
})
