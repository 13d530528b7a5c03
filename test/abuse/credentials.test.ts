import { expect, it } from 'vitest'
import { login, me, register, requestReset } from '#api/auth.ts'
import { contact } from '#api/site.ts'
import { PASSWORD } from '../server/client.ts'
import { type AbuseServer, withAbuseServer } from './abuse-server.ts'

const LONG = 'kT9 vQz2-mWx7 pLr4'.repeat(4)

withAbuseServer({ mail: true }, (getTarget) => {
  /**
   * Whether an account registered with one password signs in with the other; undefined when the first was
   * rejected.
   */
  async function opens(target: AbuseServer, own: string, other: string): Promise<boolean | undefined> {
    const owner = target.stranger()
    if ((await owner.register(owner.email, own)).status !== 200) return undefined
    target.keepSecret(own, owner.email)
    expect((await target.stranger().login(owner.email, own)).status, 'the right one').toBe(200)
    const { status } = await target.stranger().login(owner.email, other)
    expect([200, 401]).toContain(status)
    return status === 200
  }

  it.each([
    ['behind 72 signs', `${LONG}X`, `${LONG}Y`],
    ['behind 72 equal signs', `${'a'.repeat(72)}X`, `${'a'.repeat(72)}Y`],
    ['the last of 256', `${'kT9 vQz2'.repeat(31)}abcdefgX`, `${'kT9 vQz2'.repeat(31)}abcdefgY`],
    ['more of it', LONG, `${LONG}X`],
    ['less of it', `${LONG}X`, LONG],
    ['behind 72 bytes of Cyrillic', `${'жълтица '.repeat(6)}А`, `${'жълтица '.repeat(6)}Б`],
    ['behind NUL', 'pass\0word1', 'pass\0word2'],
    ['from NUL on', 'long enough\0word1', 'long enough'],
    ['a NUL at the end', 'long enough to be\0', 'long enough to be'],
    ['only the case', 'Long Enough To Be', 'long enough to be'],
    ['a space at the end', 'long enough to be ', 'long enough to be'],
    ['a line break at the end', 'long enough to be\n', 'long enough to be'],
    ['an emoji', 'long enough to be 🦊', 'long enough to be 🦝'],
    ['zero width', 'long enough\u200B to be', 'long enough to be'],
    ['a look-alike', 'lоng enоugh to be', 'long enough to be'],
  ])('AUTH-02 · C13 · a different password does not sign in: %s', async (_what, own, other) => {
    expect(await opens(getTarget(), own, other)).not.toBe(true)
  })

  it('AUTH-02 · C13 · text that UTF-8 cannot encode is rejected, and never replaced', async () => {
    const target = getTarget()
    const { email } = target.stranger()
    const [half, other] = [String.raw`long enough \ud800 secret`, String.raw`long enough \udfff secret`]
    const headers = { 'content-type': 'application/json' }
    const post = (call: string, password: string) =>
      target.ask({
        method: 'POST',
        path: `/api/auth/${call}`,
        headers,
        body: Buffer.from(`{"email":"${email}","password":"${password}"}`, 'latin1'),
      })
    for (const text of [half, 'long enough \xC3\x28 secret', 'long enough \xFF secret'])
      expect((await post('register', text)).status).toBe(400)
    expect((await target.stranger().register(email, 'long enough \uFFFD secret')).status).toBe(200)
    for (const text of [half, other]) expect((await post('login', text)).status).toBe(401)
    expect((await post('login', 'long enough \xFF secret')).status).toBe(400)
    for (const length of [7, 257, 1024]) {
      const long = 'qX7 '.repeat(300).slice(0, length)
      expect((await target.stranger().register(target.stranger().email, long)).status, `${length}`).toBe(400)
    }
  })

  it.each([
    'victim@example.org＠evil.example',
    'a@b@c.bg',
    'a@b.bg,victim@x.bg',
    'a@b.bg;victim@x.bg',
    'a@b.bg victim@x.bg',
    'a@b.bg\nBcc: v@x.bg',
    'a@b.bg\r\nRCPT TO:<v@x.bg>',
    'a@b.bg\0@x.bg',
    '"a b"@c.bg',
    '"a@b.bg> <v"@x.bg',
    'A <a@b.bg>',
    '<a@b.bg>',
    'a@b.bg>',
    'a(v@x.bg)@b.bg',
    '@x.bg:a@b.bg',
    'a%40x.bg',
    'a@[127.0.0.1]',
    'a@127.0.0.1',
    'a@localhost',
    'a@b..bg',
    '.a@b.bg',
    'a@b.bg.',
    'a@-b.bg',
    'а@b.bg',
    'a@b.\u212Ag',
    'a@бг.bg',
    'a\u200B@b.bg',
    'a\u202E@b.bg',
    `${'a'.repeat(65)}@b.bg`,
    `a@${'b.'.repeat(130)}bg`,
    '',
    '@',
  ])(
    'API-03 · C17 · text that is not one address is rejected everywhere, and no email is sent: %j',
    async (email) => {
      const target = getTarget()
      const stranger = target.stranger()
      const before = target.mail.received.length
      const message = { name: 'Ани', topic: 'general' as const, message: 'Здравейте' }
      const answers = [
        await stranger.call(register, { body: { email, password: PASSWORD } }),
        await stranger.call(requestReset, { body: { email } }),
        await stranger.call(contact, { body: { ...message, email } }),
      ]
      expect(answers.map(({ status, refusal }) => [status, refusal.code])).toEqual(
        answers.map(() => [400, 'invalid_email']),
      )
      expect((await stranger.call(login, { body: { email, password: PASSWORD } })).status).toBe(401)
      expect(target.mail.received.length).toBe(before)
    },
  )

  it('API-03 · C17 · every email has one recipient', async () => {
    const target = getTarget()
    const user = await target.user()
    await target.mail.waitForEmail(user.email, 'verify')
    for (const { recipients, raw } of target.mail.received) {
      expect(recipients).toHaveLength(1)
      expect(raw).not.toMatch(/^(?:b?cc):/im)
    }
  })

  it('AUTH-02 · C19 · another site cannot sign in, and sets no cookie', async () => {
    const target = getTarget()
    const [attacker, victim] = [await target.user(), await target.user()]
    const json = JSON.stringify({ email: attacker.email, password: PASSWORD })
    const fields = new URLSearchParams({ email: attacker.email, password: PASSWORD }).toString()
    const parts = `--x\r\ncontent-disposition: form-data; name="email"\r\n\r\n${attacker.email}\r\n--x--\r\n`
    const forms: [string, string][] = [
      ['application/x-www-form-urlencoded', fields],
      ['multipart/form-data; boundary=x', parts],
      ['text/plain', `${json.slice(0, -1)},"x":"="}`],
      ['text/plain; application/json', json],
      ['application/json', json],
    ]
    const sites: Record<string, string>[] = [
      { origin: 'http://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'http://evil.example', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    ]
    for (const path of ['/api/auth/login', '/api/auth/register'])
      for (const [type, body] of forms)
        for (const site of sites) {
          const headers = { 'content-type': type, ...site }
          const { status, setCookies } = await target.ask({ method: 'POST', path, headers, body, as: victim })
          expect([403, 415], `${path} ${type}`).toContain(status)
          expect(setCookies).toEqual([])
        }
    for (const [type, body] of forms.slice(0, -1)) {
      const question = { method: 'POST', path: '/api/auth/login', headers: { 'content-type': type }, body }
      const { status, setCookies } = await target.ask(question)
      expect([status, setCookies], 'without a word on where it comes from').toEqual([415, []])
    }
    expect((await victim.call(me)).reply.user).toEqual({ email: victim.email })
  })

  it('AUTH-02 · C19 · registering while signed in ends the earlier session', async () => {
    const target = getTarget()
    const user = await target.user()
    const former = user.at(target.origin)
    const next = target.stranger().email
    expect((await user.register(next)).reply).toMatchObject({ user: { email: next }, tokens: 15 })
    expect((await former.call(me)).reply.user).toBeNull()
  })
})
