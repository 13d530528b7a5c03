import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { ERROR_MESSAGE } from '#api/error-messages.ts'
import { ERROR_STATUS } from '#api/errors.ts'
import { LANGS } from '#i18n/language.ts'
import { LIMITS } from '#product/limits.ts'
import { SETTING_NAMES, readEnv } from '#server/env.ts'
import { MAX_FILE_BODY_BYTES } from '#server/files/routes.ts'
import { MAX_BODY_BYTES } from '#server/http/body.ts'
import { MAX_EVENT_BYTES } from '#server/payments/routes.ts'
import { parseDockerfile, wordsOf } from '../scripts/dockerfile.ts'
import { GRACE_MS, PROXY_IDLE_WAIT_MS } from '#server/http/graceful-shutdown.ts'

const read = (path: string): string => readFileSync(join(import.meta.dirname, '..', path), 'utf8')
const numberIn = (text: string, pattern: RegExp): number =>
  Number((pattern.exec(text)?.[1] ?? expect.fail(`no ${pattern.source}`)).replaceAll('_', ''))

/** Settings of an environment file, commented-out ones included. */
const settingsOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/^#?([A-Z_]+)=(.*)$/gm)].map(([, name = '', value]) => [name, value ?? '']),
  )

const NGINX = read('deploy/nginx/levro.conf')
const UNIT = read('deploy/systemd/levro@.service')

const service = z.object({
  user: z.string().optional(),
  read_only: z.boolean().optional(),
  cap_drop: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  tmpfs: z.array(z.string()).optional(),
  stop_grace_period: z.string().optional(),
  environment: z.record(z.string(), z.string()).optional(),
  volumes: z.array(z.string()),
})
const composition = z.object({
  services: z.record(z.string(), service),
  volumes: z.record(z.string(), z.unknown()),
})

describe('the deployment files', () => {
  it('API-04 · nginx accepts bodies as large as the server does, and closes idle connections first', () => {
    const sizes = [...NGINX.matchAll(/client_max_body_size (\d+)([km]);/g)].map(
      ([, size, unit]) => Number(size) * (unit === 'k' ? 1024 : 1024 * 1024),
    )
    expect(sizes).toEqual([MAX_BODY_BYTES, LIMITS.bulkBytes, MAX_FILE_BODY_BYTES, MAX_EVENT_BYTES])
    const upstream = /upstream levro \{[^}]*\}/.exec(NGINX)?.[0] ?? ''
    expect(numberIn(upstream, /keepalive_timeout (\d+)s;/) * 1000).toBeLessThan(PROXY_IDLE_WAIT_MS)
    expect(upstream.match(/server unix:\S+ max_fails=0;/g)).toHaveLength(2)
    expect(NGINX).not.toMatch(/^\s*proxy_next_upstream [^;]*non_idempotent/m)
  })

  it.each(['bad_request', 'body_too_large', 'headers_too_large', 'busy'] as const)(
    'API-03 · nginx answers %s with the error body of the server, in every language',
    (code) => {
      for (const lang of LANGS) {
        const key = code === 'bad_request' && lang === 'bg' ? 'default' : `"${ERROR_STATUS[code]} ${lang}"`
        const body = JSON.stringify({ error: ERROR_MESSAGE[lang][code](), code })
        expect(NGINX).toContain(`    ${key} '${body}';\n`)
      }
    },
  )

  it('API-03 · the policy of the nginx page allows only its style', () => {
    const [, style = ''] = /<\/title><style>([^<]+)<\/style>/.exec(NGINX) ?? []
    const hash = createHash('sha256').update(style).digest('base64')
    expect(NGINX).toContain(` "default-src 'none'; style-src 'sha256-${hash}'; `)
  })

  it('API-04 · each process has its own metrics port or address', () => {
    const files = [...UNIT.matchAll(/^EnvironmentFile=(.+)$/gm)].map(([, file]) => file)
    expect(files, 'the later one wins').toEqual(['/etc/levro/levro.env', '-/etc/levro/%i.env'])
    expect(Object.keys(settingsOf(read('deploy/levro.env.example')))).not.toContain('METRICS_PORT')
    const { services } = composition.parse(parse(read('deploy/compose.yaml'), { merge: true }))
    for (const name of ['levro-1', 'levro-2'])
      expect(services[name]?.environment?.['METRICS_HOST']).toBe('0.0.0.0')
  })

  it('API-04 · the admin command and the backup use the settings of the unit', () => {
    const shared = ['EnvironmentFile=/etc/levro/levro.env', 'WorkingDirectory=/opt/levro', 'UMask=0077']
    for (const text of [UNIT, read('deploy/systemd/levro-backup.service'), read('deploy/levro-admin')])
      for (const setting of [...shared, 'DATA_DIR=/var/lib/levro']) expect(text).toContain(setting)
  })

  it('API-04 · systemd waits longer than the shutdown takes', () => {
    expect(numberIn(UNIT, /TimeoutStopSec=(\d+)/) * 1000).toBeGreaterThan(GRACE_MS)
  })

  it('API-04 · compose.yaml runs two processes without privileges, each on a socket that nginx uses', () => {
    const { services, volumes } = composition.parse(parse(read('deploy/compose.yaml'), { merge: true }))
    const { 'levro-1': one, 'levro-2': other, nginx, postgres } = services
    for (const levro of [one, other]) {
      expect(levro).toMatchObject({ user: '1000:101', read_only: true, cap_drop: ['ALL'] })
      expect(numberIn(levro?.stop_grace_period ?? '', /(\d+)s/) * 1000).toBeGreaterThan(GRACE_MS)
      expect(NGINX).toContain(`server unix:${levro?.environment?.['SOCKET']} `)
    }
    const named = [one, other, nginx, postgres].flatMap((each) => each?.volumes ?? [])
    for (const volume of named
      .map((text) => text.split(':', 1)[0] ?? '')
      .filter((name) => !name.startsWith('.')))
      expect(Object.keys(volumes)).toContain(volume)
  })

  it('OPEN-06 · the image runs the server as the plain user of compose.yaml, with a health check', () => {
    const stages = parseDockerfile(read('deploy/Dockerfile'))
    const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } }
    const [base, build, image] = stages
    expect(stages).toHaveLength(3)
    expect(numberIn(base?.base ?? '', /^node:(\d+)-\w+-slim$/)).toBeGreaterThan(
      numberIn(engines.node, />=(\d+)/),
    )
    for (const stage of [build, image]) expect(stage?.base).toBe(base?.name)
    const of = (name: string) => image?.instructions.filter((one) => one.name === name) ?? []
    expect(build?.instructions.at(-1)?.value).toMatch(/npm prune --omit=dev/)
    const { services } = composition.parse(parse(read('deploy/compose.yaml'), { merge: true }))
    expect(of('USER').map(({ value }) => value)).toEqual([services['levro-1']?.user])
    const [health, command] = [of('HEALTHCHECK'), of('CMD')].map(([one]) => wordsOf(one?.value ?? ''))
    const copied = of('COPY').map(({ flags, value }) => [flags['from'], value.split(' ')[1]])
    for (const [program, path = ''] of [health ?? [], command ?? []]) {
      expect(program).toBe('node_modules/.bin/node')
      expect(existsSync(join(import.meta.dirname, '..', path)), path).toBe(true)
      const isIn = ([from, target = '']: (typeof copied)[number]) =>
        from === build?.name && `./${path}`.startsWith(target)
      expect(copied.some(isIn), path).toBe(true)
    }
    expect(read(health?.[1] ?? '')).toContain("path: '/readyz'")
    const ignored = read('deploy/Dockerfile.dockerignore').split('\n')
    for (const secret of ['**/*.env', 'deploy/certificate', 'data']) expect(ignored).toContain(secret)
  })

  it('OPEN-06 · every container of compose.yaml is read-only and gains no privileges', () => {
    const { services } = composition.parse(parse(read('deploy/compose.yaml'), { merge: true }))
    for (const [name, one] of Object.entries(services))
      expect(one, name).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        tmpfs: expect.arrayContaining(['/tmp']) as unknown,
      })
  })

  it('API-04 · the example settings are valid, and README describes every setting', () => {
    const example = settingsOf(read('deploy/levro.env.example'))
    const unit = settingsOf(UNIT.replaceAll('Environment=', ''))
    const { socket, trustProxy, publicOrigin } = readEnv({
      ...unit,
      ...example,
      STRIPE_SECRET_KEY: 'rk_live_x',
      STRIPE_WEBHOOK_SECRET: 'whsec_x',
    })
    expect([socket, trustProxy, publicOrigin]).toEqual([
      '/run/levro/%i/http.sock',
      ['loopback'],
      'https://levro.bg',
    ])
    for (const name of SETTING_NAMES) expect(read('README.md')).toContain(`\`${name}`)
    for (const name of Object.keys(example)) expect(SETTING_NAMES).toContain(name)
  })
})
