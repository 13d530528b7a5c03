import { describe, expect, it } from 'vitest'
import { parseAdminArgs } from './args.ts'

const EMAIL = { key: 'ivan@example.bg', address: 'Ivan@example.bg' }
const IVAN = 'Ivan@Example.BG'

describe('levro admin', () => {
  it.each<[string, object]>([
    [`grant ${IVAN} 1 --note x`, { command: 'grant', email: EMAIL, tokens: 1, note: 'x' }],
    [`grant ${IVAN} 1000000000 --note x`, { command: 'grant', email: EMAIL, tokens: 1e9, note: 'x' }],
    [`user ${IVAN}`, { command: 'user', email: EMAIL }],
    [`sign-out ${IVAN}`, { command: 'sign-out', email: EMAIL }],
    ['sign-out --all', { command: 'sign-out', email: 'all' }],
    [`remove-factors ${IVAN} --yes`, { command: 'remove-factors', email: EMAIL, lang: 'bg' }],
    [`remove-factors ${IVAN} --yes --lang en`, { command: 'remove-factors', email: EMAIL, lang: 'en' }],
    [`delete ${IVAN} --yes`, { command: 'delete', email: EMAIL, lang: 'bg' }],
    [`delete --lang en ${IVAN} --yes`, { command: 'delete', email: EMAIL, lang: 'en' }],
    ['accept-key --yes', { command: 'accept-key' }],
    ['security', { command: 'security', email: undefined, limit: 50 }],
    [`security ${IVAN}`, { command: 'security', email: EMAIL, limit: 50 }],
    [`security ${IVAN} --limit 7`, { command: 'security', email: EMAIL, limit: 7 }],
    ['security --limit 7', { command: 'security', email: undefined, limit: 7 }],
    ['messages', { command: 'messages', limit: 50 }],
    ['messages --limit 1', { command: 'messages', limit: 1 }],
    ['messages --limit 999999', { command: 'messages', limit: 999_999 }],
    ['purchases --limit=20', { command: 'purchases', limit: 20 }],
    ['mail', { command: 'mail', limit: 50, retry: false }],
    ['mail --retry --limit 3', { command: 'mail', limit: 3, retry: true }],
    ['ledger --check', { command: 'ledger' }],
    ['ledger --check --head 1:ab', { command: 'ledger', head: '1:ab' }],
    ['backup a.zst', { command: 'backup', file: 'a.zst', mode: 'new' }],
    ['backup a.zst --force', { command: 'backup', file: 'a.zst', mode: 'replace' }],
    ['backup --check a.zst', { command: 'backup', file: 'a.zst', mode: 'check' }],
    ['backup -', { command: 'backup', file: '-', mode: 'new' }],
    ['restore a.zst', { command: 'restore', file: 'a.zst' }],
  ])('API-04 · %s is a command', (line, command) => {
    expect(parseAdminArgs(line.split(' '))).toEqual(command)
  })

  it.each(['--help', '-h', 'grant --help', 'user a b c -h'])('API-04 · %s asks for the usage', (line) => {
    expect(parseAdminArgs(line.split(' '))).toBe('help')
  })

  it.each([
    ['', []],
    ['', ['take', IVAN, '5']],
    ['', ['constructor']],
    ['', ['grant', IVAN, '5', '--nonsense']],
    ['', ['user', IVAN, '--yes']],
    ['', ['sign-out', IVAN, IVAN]],
    ['', ['remove-factors', '--yes']],
    ['', ['remove-factors', IVAN, IVAN, '--yes']],
    ['', ['delete', IVAN, IVAN, '--yes']],
    ['', ['security', IVAN, IVAN]],
    ['', ['messages', IVAN]],
    ['', ['purchases', IVAN]],
    ['', ['restore', 'a', 'b']],
    ["TOKENS is a whole number from 1 to 1000000000, not '1000000001'.", ['grant', IVAN, '1000000001']],
    ["TOKENS is a whole number from 1 to 1000000000, not '00000000001'.", ['grant', IVAN, '00000000001']],
    ["TOKENS is a whole number from 1 to 1000000000, not 'x5'.", ['grant', IVAN, 'x5']],
    ["TOKENS is a whole number from 1 to 1000000000, not '5x'.", ['grant', IVAN, '5x']],
    ['--note must say what the tokens are given for.', ['grant', IVAN, '5']],
    ['--note must say what the tokens are given for.', ['grant', IVAN, '5', '--note', '\t']],
    ['--note takes letters, digits and signs, on one line.', ['grant', IVAN, '5', '--note', 'a\u2029b']],
    ['--note takes letters, digits and signs, on one line.', ['grant', IVAN, '5', '--note', 'a\ue000b']],
    ['--note takes letters, digits and signs, on one line.', ['grant', IVAN, '5', '--note', 'a\u0378b']],
    ['--note takes up to 500 characters.', ['grant', IVAN, '5', '--note', 'x'.repeat(501)]],
    ["EMAIL is an email address, not 'ivan'.", ['sign-out', 'ivan']],
    ["EMAIL is an email address, not 'ivan'.", ['security', 'ivan']],
    ["EMAIL is an email address, not 'ivan'.", ['remove-factors', 'ivan', '--yes']],
    ["EMAIL is an email address, not 'ivan'.", ['delete', 'ivan', '--yes']],
    ["--lang is one of bg, en, not 'BG'.", ['delete', IVAN, '--yes', '--lang', 'BG']],
    ['--yes says that you have made sure who asks for it.', ['remove-factors', IVAN]],
    ['--yes says that you mean it: nothing brings the account back.', ['delete', IVAN]],
    ['--yes states that the earlier secret key cannot be recovered.', ['accept-key']],
    ['Name one EMAIL, or --all.', ['sign-out']],
    ['Name one EMAIL, or --all.', ['sign-out', IVAN, '--all']],
    ['--limit takes a whole number above 0.', ['security', '--limit', '0']],
    ['--limit takes a whole number above 0.', ['messages', '--limit', '1000000']],
    ['--limit takes a whole number above 0.', ['purchases', '--limit', 'x1']],
    ['--limit takes a whole number above 0.', ['mail', '--limit', '1x']],
    ['--check is what there is to do with the ledger.', ['ledger', '--head', '1:ab']],
    ['--check writes nothing: it goes without --force.', ['backup', 'a', '--check', '--force']],
    ['FILE is the name of a file, or -.', ['backup', '']],
    ['FILE is the name of a file, or -.', ['restore', '']],
  ])('API-04 · wrong usage is told: %j of %j', (message, args) => {
    expect(parseAdminArgs(args)).toEqual({ command: 'none', message })
  })

  it('API-04 · a note of 500 characters is kept without the space around it', () => {
    const note = `„${'ж'.repeat(496)}“.`
    const args = ['grant', IVAN, '5', '--note', ` ${note.slice(0, 498)} `]
    expect(parseAdminArgs(args)).toMatchObject({ note: note.slice(0, 498) })
    expect(parseAdminArgs(['grant', IVAN, '5', '--note', 'x'.repeat(500)])).toMatchObject({ tokens: 5 })
  })
})
