import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { login, me } from '#api/auth.ts'
import { convertBulk, listJobs } from '#api/conversions.ts'
import { watchMemory } from './memory.ts'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { PASSWORD } from '../server/client.ts'
import { until } from '../until.ts'
import { type Caller, withAbuseServer } from './abuse-server.ts'
import { openRaw } from './request.ts'

const MB = 1024 * 1024
/** Limit of the growth of the server's memory, garbage of a busy machine included: what must not be kept is twice as large. */
const MOST_GROWN_MB = 200
/** A server that keeps such a body grows by all of it; half is allowed, for chunks that are not yet garbage-collected. */
const LARGE_MB = 512
const PIECE_MB = 16
const UNPACKED_MB = 1024
const JSON_TYPE = { 'content-type': 'application/json' }
const GOOD = '{"rows":[{"name":"x","price":"1","currency":"BGN"}]}'

const head = (path: string, user: Caller, ...lines: string[]): string =>
  [`POST ${path} HTTP/1.1`, 'host: levro', `cookie: ${user.cookie}`, ...lines, '', ''].join('\r\n')

const chunkOf = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])

const times = (count: number, make: (n: number) => string, joint = ','): string =>
  Array.from({ length: count }, (_, n) => make(n)).join(joint)

/** Bodies that are small to send and may be expensive to parse. */
const DEAR: Record<string, () => string> = {
  'three million brackets, opened and closed': () => '['.repeat(3_000_000) + ']'.repeat(3_000_000),
  'as many brackets as are taken, opened': () => '['.repeat(31 * MB),
  'a hundred thousand objects in each other': () => '{"rows":'.repeat(100_000) + '1' + '}'.repeat(100_000),
  'deep rows of a small body': () => `{"rows":[${'['.repeat(30_000)}${']'.repeat(30_000)}]}`,
  'brackets in the name of a row': () => `{"rows":[{"name":${'[{"x":'.repeat(500_000)}`,
  'a million empty rows': () => `{"rows":[${'[],'.repeat(1_000_000)}[]]}`,
  'ten million empty objects': () => `{"rows":[${'{},'.repeat(10_000_000)}{}]}`,
  'a row of half a million fields': () => `{"rows":[{${times(500_000, (n) => `"k${n}":0`)}}]}`,
  'half a million fields beside the rows': () => `{${times(500_000, (n) => `"${n * 7919}":0`)},"rows":[]}`,
  'a number of thirty million digits': () =>
    `{"rows":[{"price":${'9'.repeat(30_000_000)},"currency":"BGN"}]}`,
  'a price of thirty million digits': () =>
    `{"rows":[{"price":"${'9'.repeat(30_000_000)}","currency":"BGN"}]}`,
  'thirty megabytes of spaces': () => `${' '.repeat(30 * MB)}{"rows":[]}`,
  'a text that never ends': () => `{"rows":["${'\\"'.repeat(15 * MB)}`,
  'names of marks on one letter': () =>
    `{"rows":[${times(60_000, () => `{"name":"a${'\u0301'.repeat(120)}","price":"x"}`)}]}`,
  'names of families': () => `{"rows":[${times(1500, () => `{"name":"${'👨‍👩‍👧'.repeat(900)}","price":"x"}`)}]}`,
}

withAbuseServer({}, (getTarget) => {
  /** Nothing was charged or stored. */
  async function expectUntouched(user: Caller): Promise<void> {
    expect((await user.call(me)).reply.tokens).toBe(15)
    expect((await user.call(listJobs)).reply.jobs).toEqual([])
  }

  const post = (user: Caller, body: string | Buffer, headers: Record<string, string | string[]>) =>
    getTarget().ask({ method: 'POST', path: convertBulk.path, as: user, body, headers })

  describe('bodies that are too large', () => {
    it.each([convertBulk.path, login.path])(
      'API-03 · C39 · are rejected while received, and not kept in memory: %s',
      async (path) => {
        const user = await getTarget().user()
        const piece = Buffer.alloc(PIECE_MB * MB, 'x')
        // Modules loaded and code compiled for the first body do not count as memory kept of a large one.
        await getTarget().ask({
          method: 'POST',
          path,
          as: user,
          body: Buffer.alloc(MB, 'x'),
          headers: JSON_TYPE,
        })
        for (const [framing, part] of [
          [`content-length: ${LARGE_MB * MB}`, piece],
          ['transfer-encoding: chunked', chunkOf(piece)],
        ] as const) {
          const grown = watchMemory(getTarget().process.pid)
          const start = head(path, user, 'content-type: application/json', framing)
          const pieces = [start, ...Array<Buffer>(LARGE_MB / PIECE_MB).fill(part)]
          const { answers } = await getTarget().raw(pieces, { answers: 1, path })
          expect(
            answers.map(({ status }) => status),
            framing,
          ).toEqual([413])
          expect(grown(), framing).toBeLessThan(LARGE_MB / 2)
        }
        await expectUntouched(user)
      },
    )

    it('API-03 · C39 · are rejected by their declared length before they are sent', async () => {
      const user = await getTarget().user()
      const declared = async (...lines: string[]) => {
        const start = head(convertBulk.path, user, 'content-type: application/json', ...lines)
        const { answers } = await getTarget().raw(start, { answers: 1 })
        return answers.map(({ status }) => status)
      }
      expect(await declared(`content-length: ${64 * MB}`)).toEqual([413])
      expect(await declared('expect: 100-continue', `content-length: ${64 * MB}`)).toEqual([413])
      expect(await declared('content-length: 9007199254740993')).toEqual([413])
      for (const length of ['99999999999999999999999', '-1', '1e3', '0x10', '1, 1', '5\r\ncontent-length: 6'])
        expect(await declared(`content-length: ${length}`), length).toEqual([400])
      await expectUntouched(user)
    })

    it('API-03 · C39 · sent by many at once do not increase memory', async () => {
      const users = await Promise.all(Array.from({ length: 6 }, () => getTarget().user()))
      const { pid } = getTarget().process
      const grown = watchMemory(pid)
      const chunk = chunkOf(Buffer.alloc(PIECE_MB * MB, 'x'))
      const replies = await Promise.all(
        users.map((user) => {
          const start = head(login.path, user, 'content-type: application/json', 'transfer-encoding: chunked')
          return getTarget().raw([start, ...Array<Buffer>(4).fill(chunk)], { answers: 1 })
        }),
      )
      expect(replies.flatMap(({ answers }) => answers.map(({ status }) => status))).toEqual(
        users.map(() => 413),
      )
      expect(grown()).toBeLessThan((6 * 4 * PIECE_MB) / 2)
    })
  })

  describe('bodies of many users at once', () => {
    const EACH_MB = 32
    /** The rate of a body is measured for so long before it gives way. */
    const RATE_WINDOW_MS = 5000

    type Upload = { socket: Socket; received: () => string; status: () => number }

    type Slow = { user: Caller; from: string; framing?: string | undefined; megabytes: number }

    /** Sends a part of a body, and then one byte a second until the test ends. */
    async function sendPart({ user, from, framing, megabytes }: Slow): Promise<Upload> {
      const isChunked = framing !== undefined
      const socket = await openRaw(getTarget().origin, from)
      let received = ''
      socket.on('data', (data: Buffer) => (received += data.toString()))
      const status = () => Number(/^HTTP\/1.1 (\d+)/.exec(received)?.[1] ?? 0)
      const length = framing ?? `content-length: ${EACH_MB * MB}`
      socket.write(
        head(convertBulk.path, user, 'content-type: application/json', 'accept-language: en', length),
      )
      const write = (bytes: Buffer) => socket.write(isChunked ? chunkOf(bytes) : bytes)
      for (let sent = 0; sent < megabytes && status() === 0; sent++) {
        write(Buffer.alloc(MB, ' '))
        await delay(1)
      }
      const timer = setInterval(() => status() === 0 && write(Buffer.from(' ')), 1000)
      onTestFinished(() => {
        clearInterval(timer)
        socket.destroy()
      })
      return { socket, received: () => received, status }
    }

    const usersOf = (count: number) => Promise.all(Array.from({ length: count }, () => getTarget().user()))

    /** Uploads and converts 20 MB. */
    const upload = async (from: string) =>
      getTarget().ask({
        method: 'POST',
        path: convertBulk.path,
        as: await getTarget().user(),
        from,
        body: GOOD.padEnd(20 * MB),
        headers: JSON_TYPE,
        failures: 'busy',
      })

    it('API-03 · C39 · take limited memory: the rest is answered as busy, and others can sign in', async () => {
      const target = getTarget()
      const users = await usersOf(16)
      const grown = watchMemory(target.process.pid)
      const uploads: Upload[] = []
      for (const [n, user] of users.entries()) {
        uploads.push(await sendPart({ user, from: `127.0.2.${n + 1}`, megabytes: 31 }))
      }
      // 160 MB in all are for large bodies.
      const statuses = () => uploads.map(({ status }) => status())
      await until(() => expect(statuses().filter((status) => status === 503)).toHaveLength(11))
      expect(statuses().filter((status) => status === 0)).toHaveLength(5)
      for (const { received, status } of uploads)
        if (status() === 503) expect(received().toLowerCase()).toContain('retry-after: 1')
      const body = { email: users[15]?.email ?? '', password: PASSWORD }
      expect((await target.stranger().call(login, { body })).status).toBe(200)
      process.stdout.write(`16 bodies of ${EACH_MB} MB took ${Math.round(grown())} MB\n`)
      expect(grown()).toBeLessThan(5 * EACH_MB + MOST_GROWN_MB)
      for (const { socket } of uploads) socket.destroy()
      await until(async () => expect((await upload('127.0.2.99')).status).toBe(200))
    })

    it.each([5, 10])(
      'API-03 · C39 · %i slow uploads of 32 MB take no memory for what they only declare',
      async (count) => {
        const users = await usersOf(count)
        const slow = await Promise.all(
          users.map((user) => sendPart({ user, from: '127.0.3.1', megabytes: 1 })),
        )
        for (const from of ['127.0.3.1', '127.0.3.2']) expect((await upload(from)).status, from).toBe(200)
        expect(slow.map(({ status }) => status())).toEqual(users.map(() => 0))
      },
    )

    it.each([
      [5, undefined],
      [10, undefined],
      [5, 'transfer-encoding: chunked'],
      [10, 'transfer-encoding: chunked'],
    ])(
      'API-03 · C39 · %i uploads that stop after 31 MB hold half of the memory: other networks upload (%s)',
      async (count, framing) => {
        const users = await usersOf(count)
        const slow: Upload[] = []
        for (const user of users)
          slow.push(await sendPart({ user, from: '127.0.4.1', framing, megabytes: 31 }))
        const refused = () => slow.filter(({ status }) => status() === 503)
        await until(() => expect(refused()).toHaveLength(count - 2))
        const begun = performance.now()
        expect((await upload('127.0.4.2')).status).toBe(200)
        const ms = Math.round(performance.now() - begun)
        process.stdout.write(`beside ${count} slow uploads, 20 MB of another network took ${ms} ms\n`)
      },
    )

    it('API-03 · C39 · uploads that have become slow give way to others, also of their own network', async () => {
      const users = await usersOf(5)
      const slow: Upload[] = []
      for (const [n, user] of users.entries())
        slow.push(await sendPart({ user, from: `127.0.5.${n + 1}`, megabytes: 31 }))
      const ended = () => slow.filter(({ status }) => status() !== 0)
      expect(ended()).toEqual([])
      await delay(RATE_WINDOW_MS + 1000)
      expect((await upload('127.0.5.1')).status).toBe(200)
      expect(ended().length).toBeGreaterThan(0)
      expect(ended().length).toBeLessThan(5)
      for (const { received, socket } of ended()) {
        expect(received()).toMatch(/^HTTP\/1.1 503 /)
        expect(received().toLowerCase()).toContain('retry-after: 1')
        expect(received()).toContain('We are overloaded at the moment.')
        // The rest of it is discarded.
        expect(socket.closed).toBe(false)
      }
    })

    it('API-03 · C39 · in chunks of one byte take no more memory than their bytes', async () => {
      const target = getTarget()
      const user = await target.user()
      const grown = watchMemory(target.process.pid)
      const piece = Buffer.from('1\r\n \r\n'.repeat(MB / 4))
      const start = head(
        convertBulk.path,
        user,
        'content-type: application/json',
        'transfer-encoding: chunked',
      )
      const pieces = [
        start,
        ...Array<Buffer>(16).fill(piece),
        `${GOOD.length.toString(16)}\r\n${GOOD}\r\n0\r\n\r\n`,
      ]
      const { answers } = await target.raw(pieces, { answers: 1 })
      expect(answers.map(({ status }) => status)).toEqual([200])
      expect(grown()).toBeLessThan(MOST_GROWN_MB)
    })
  })

  describe('bodies that are expensive to parse', () => {
    it.each(Object.entries(DEAR))('API-03 · C41 · delay no other request: %s', async (_title, make) => {
      const user = await getTarget().user()
      const body = make()
      const { status } = await getTarget().expectUnnoticed(() => post(user, body, JSON_TYPE))
      expect([400, 413]).toContain(status)
      await expectUntouched(user)
    })

    it('API-03 · C41 · delay no other request when many send them at once, and memory stays limited', async () => {
      const users = await Promise.all(Array.from({ length: 4 }, () => getTarget().user()))
      const bodies = Object.values(DEAR).map((make) => make())
      const { pid } = getTarget().process
      const grown = watchMemory(pid)
      const send = async (user: Caller, n: number) => {
        const question = { method: 'POST', path: convertBulk.path, as: user, headers: JSON_TYPE }
        const body = bodies[n % bodies.length] ?? ''
        return (await getTarget().ask({ ...question, body, failures: 'busy' })).status
      }
      const statuses = await getTarget().expectUnnoticed(() => Promise.all(users.map(send)))
      for (const status of statuses) expect([400, 413, 503]).toContain(status)
      expect(grown()).toBeLessThan(1200)
      for (const user of users) await expectUntouched(user)
    })
  })

  describe('bodies that are not plain JSON', () => {
    const types = [
      ...'text/plain text/plain;charset=UTF-8 text/json text/html application/octet-stream */* json'.split(
        ' ',
      ),
      ...'application/x-www-form-urlencoded multipart/form-data multipart/form-data;boundary=x'.split(' '),
      ...'application/jsonp application/json+x application/ld+json application/x-json application/cbor'.split(
        ' ',
      ),
      ...'utf-7 utf-16 latin1 "utf-7" utf-8;charset=utf-7'
        .split(' ')
        .map((set) => `application/json; charset=${set}`),
      '',
      'application/json, text/plain',
      'text/plain, application/json',
      'text/plain; application/json',
      'application/json\ttext/plain',
      'a'.repeat(8000),
      `application/json;${' '.repeat(8000)}x`,
      `application/json${' '.repeat(200)}; charset=utf-7`,
    ]

    it('API-03 · C43 · by their content type are not read', async () => {
      const user = await getTarget().user()
      for (const type of types)
        expect((await post(user, GOOD, { 'content-type': type })).status, type.slice(0, 60)).toBe(415)
      expect((await post(user, GOOD, {})).status, 'without a type').toBe(415)
      await expectUntouched(user)
    })

    it('API-03 · C43 · by their content encoding are not decompressed', async () => {
      const user = await getTarget().user()
      // Members of one gzip file, which decompress to sixteen times as much.
      const member = gzipSync(Buffer.alloc(UNPACKED_MB * (MB / 16), ' '), { level: 9 })
      const bomb = Buffer.concat(Array<Buffer>(16).fill(member))
      const packed: [encoding: string, body: Buffer][] = [
        ['gzip', bomb],
        ['x-gzip, gzip', bomb],
        ['x-gzip', gzipSync(GOOD)],
        ['deflate', deflateSync(GOOD)],
        ['br', brotliCompressSync(GOOD)],
        ['zstd', zstdCompressSync(GOOD)],
        ['gzip, gzip', gzipSync(gzipSync(GOOD))],
        ['identity, gzip', gzipSync(GOOD)],
        ['identity', Buffer.from(GOOD)],
        ['GZIP', gzipSync(GOOD)],
        ['', Buffer.from(GOOD)],
        ['utf-7', Buffer.from(GOOD)],
      ]
      const { pid } = getTarget().process
      // A client that still sends on a closed connection may lose the response.
      const kept = { ...JSON_TYPE, connection: 'keep-alive' }
      const grown = watchMemory(pid)
      for (const [encoding, body] of packed)
        expect((await post(user, body, { ...kept, 'content-encoding': encoding })).status, encoding).toBe(415)
      for (const [, body] of packed.slice(0, 5)) expect((await post(user, body, kept)).status).toBe(400)
      expect(grown()).toBeLessThan(MOST_GROWN_MB)
      await expectUntouched(user)
    })

    it('API-03 · C43 · by their bytes are rejected', async () => {
      const user = await getTarget().user()
      const bad = [
        '',
        ' ',
        ...'null 0 "x" [] [{"rows":[]}] {} {"rows":null}'.split(' '),
        GOOD.slice(0, -1),
        `${GOOD} x`,
        `${GOOD}${GOOD}`,
        `)]}',\n${GOOD}`,
        `/*x*/${GOOD}`,
        `${GOOD}\u0000`,
        `\ufeff${GOOD}`,
        GOOD.replaceAll('"', "'"),
        ..."+5 05 0x10 .5 5. 1_0 NaN Infinity - 1e '1' undefined"
          .split(' ')
          .map((price) => GOOD.replace('"1"', price)),
        Buffer.from(GOOD, 'utf16le'),
        Buffer.from(`\ufeff${GOOD}`, 'utf16le'),
        Buffer.from(GOOD.replace('x', '\xf6\xe5\xed\xe0'), 'latin1'),
        Buffer.from(GOOD.replace('"x"', '"\xc0\xae"'), 'latin1'),
        Buffer.from(GOOD.replace('"x"', '"\xed\xa0\x80"'), 'latin1'),
        Buffer.from(GOOD.replace('"x"', '"a\nb"')),
      ]
      for (const body of bad) expect((await post(user, body, JSON_TYPE)).status, body.toString()).toBe(400)
      await expectUntouched(user)
    })

    it('API-03 · C43 · with an unknown Expect header are handled as any other', async () => {
      const user = await getTarget().user()
      const { answers } = await getTarget().raw(
        head(
          convertBulk.path,
          user,
          'content-type: application/json',
          'expect: a-miracle',
          'content-length: 2',
          'connection: close',
        ) + '{}',
      )
      expect(answers.map(({ status }) => status)).toEqual([400])
    })
  })
})
