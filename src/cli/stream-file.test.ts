import { spawn, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { encode } from '#test/fixtures/catalogues/encoders.ts'
import { LEVRO, levro, scratchFolder } from '#test/levro-command.ts'
import { until } from '#test/until.ts'

const { folder, file } = scratchFolder()

/** The euro price of a lev price in hundredths, by whole numbers. */
const euroOf = (lev: bigint): bigint => (lev * 200_000n + 195_583n) / 391_166n

const decimal = (hundredths: bigint): string =>
  `${hundredths / 100n},${String(hundredths % 100n).padStart(2, '0')}`

const levOf = (n: number): bigint => BigInt(((n * 7919) % 900_000) + 100)

/** Rows of a list with a lev price, and what is after it. */
const rowsOf = (count: number, after: (lev: bigint, n: number) => string): string =>
  Array.from(
    { length: count },
    (_, n) => `${n + 1};Стока ${n % 7 === 0 ? '"малка"' : n};${decimal(levOf(n))}${after(levOf(n), n)}\r\n`,
  ).join('')

const listOf = (count: number, isApplied = false): string =>
  `№;Стока;Цена, лв.${isApplied ? ';Цена, евро' : ''};Брой\r\n${rowsOf(
    count,
    (lev, n) => `${isApplied ? `;${decimal(euroOf(lev))}` : ''};${n % 50}`,
  )}`

const pairsOf = (count: number): string =>
  `№;Стока;Цена, лв.;Цена, €\r\n${rowsOf(count, (lev) => ` лв.;${decimal(euroOf(lev))} €`)}`

/** More than the head of a stream. */
const ROWS = 20_000

/** An option that has a file read whole. */
const WHOLE = ['--limit', '1000000']

describe('SPEED-01 · files as a stream', () => {
  it.each(['utf-8', 'windows-1251'] as const)('SPEED-01 · apply writes each price, %s', async (encoding) => {
    const path = file(`apply-${encoding}.csv`, encode(listOf(ROWS), encoding))
    const out = join(folder, `out-${encoding}.csv`)
    expect((await levro('apply', path, '--out', out)).code).toBe(0)
    expect(readFileSync(out).equals(encode(listOf(ROWS, true), encoding))).toBe(true)
  })

  it('SPEED-01 · convert and its notes are those of a file that is read whole', async () => {
    const path = file(
      'convert.csv',
      `${listOf(ROWS)}1;Няма;;3\r\n2;Рязане;по договаряне;4\r\n;;;\r\n3;"А\nБ";12,5;5\r\n`,
    )
    const found = await levro('convert', path)
    expect(found).toEqual(await levro('convert', path, ...WHOLE))
    expect(found.out.split('\n').at(-2)).toBe('20004,А Б,12.50,6.39,valid,12.5,BGN')
  })

  it('SPEED-01 · inspect prints the same of a file as a stream', async () => {
    const path = file('inspect.csv', `${listOf(ROWS)}1;Няма;;3\r\n2;Рязане;по договаряне;4\r\n`)
    const found = await levro('inspect', path)
    expect(found).toEqual(await levro('inspect', path, ...WHOLE))
    expect(JSON.parse(found.out)).toMatchObject({ rows: { total: ROWS + 2, valid: ROWS, invalid: 2 } })
  })

  it('SPEED-01 · check tells the pairs that are off and those that are missing, few or many', async () => {
    const titles = '№;Стока;Цена, лв.;Цена, €\r\n'
    for (const every of [997, 1]) {
      const isOff = (n: number) => n % every === 0
      const rows = rowsOf(ROWS * 2, (lev, n) => `;${decimal(euroOf(lev) + (isOff(n) ? 1n : 0n))}`)
      const path = file(`check-${every}.csv`, `${titles}${rows}7;Без;;1,00\r\n`)
      const found = await levro('check', path)
      expect(found).toEqual(await levro('check', path, ...WHOLE))
      const { summary } = JSON.parse(found.out) as { summary: Record<string, unknown> }
      expect(summary).toMatchObject({ off: Math.ceil((ROWS * 2) / every), notChecked: 1 })
    }
  })

  describe('SPEED-01 · several price columns', () => {
    /** A price in both currencies, and a promotional one that few have. */
    const prices = (isApplied: boolean): string => {
      const after = (lev: bigint, n: number) => {
        const promo = n % 5 === 0 ? [decimal(lev - 50n), decimal(euroOf(lev - 50n))] : ['', '']
        return `;${decimal(euroOf(lev))};${isApplied ? promo.join(';') : promo[0]!};${n % 50}`
      }
      const rows = isApplied
        ? rowsOf(ROWS, (lev, n) => `;${decimal(euroOf(lev))}${after(lev, n)}`)
        : rowsOf(ROWS, after)
      const titles = isApplied
        ? '№;Стока;Цена, лв.;Цена, евро;Цена, €;Промо цена, лв.;Промо цена, евро;Брой'
        : '№;Стока;Цена, лв.;Цена, €;Промо цена, лв.;Брой'
      return `${titles}\r\n${rows}`
    }

    it('SPEED-01 · a column with the converted prices follows each of them', async () => {
      const path = file('several.csv', prices(false))
      const out = join(folder, 'several-out.csv')
      const { code, err } = await levro('apply', path, '--price', 'C', '--price', 'E', '--out', out)
      expect([code, err]).toEqual([0, expect.stringContaining(`${ROWS + ROWS / 5} in lev`)])
      expect(readFileSync(out, 'utf8')).toBe(prices(true))
    })

    it.each([
      ['a lev and a euro price', []],
      ['a promotional price', ['--price', 'C', '--price', 'E']],
      ['all three', ['--price', 'E', '--price', 'D', '--price', 'C']],
      ['prices to be left', ['--price', 'C', '--price', 'D', '--price', 'E', '--to', 'EUR']],
    ] as const)('SPEED-01 · %s, as when the file is read whole', async (_title, args) => {
      const text = `${prices(false)}7;Няма;;;5,00;1\r\n8;Само евро;;2,50;;1\r\n9;Рязане;x;5,00;по договаряне;\r\n`
      const path = file('several-more.csv', text)
      for (const command of [
        ['convert'],
        ['apply'],
        ['apply', '--place', 'end'],
        ['apply', '--place', 'replace'],
      ]) {
        const [out, wholeOut] = ['stream', 'whole'].map((way) => join(folder, `several-${way}.csv`))
        const found = await levro(...command, path, ...args, '--out', out!)
        expect(found).toEqual(await levro(...command, path, ...args, '--out', wholeOut!, ...WHOLE))
        expect(readFileSync(out!).equals(readFileSync(wholeOut!))).toBe(true)
      }
    })
  })

  describe('SPEED-01 · totals are left out, and get the sum of the new prices', () => {
    /** Groups with a heading and a total each, and the total of all. */
    const groups = (isApplied: boolean): string => {
      const cells = (name: string, [lev, euro]: readonly bigint[]) =>
        `;${name};${decimal(lev!)}${isApplied ? `;${decimal(euro!)}` : ''};\r\n`
      const all = [0n, 0n]
      let text = `№;Стока;Цена, лв.${isApplied ? ';Цена, евро' : ''};Брой\r\n`
      for (let group = 0; group < 700; group++) {
        const own = [0n, 0n]
        text += `;Група ${group};${isApplied ? ';' : ''};\r\n`
        for (let n = 0; n < 20; n++) {
          const lev = BigInt(((group * 20 + n) * 7919) % 9000) + 100n
          text += cells(`Стока ${n}`, [lev, euroOf(lev)])
          own[0]! += lev
          own[1]! += euroOf(lev)
        }
        text += cells(`Общо за Група ${group}`, own)
        all[0]! += own[0]!
        all[1]! += own[1]!
      }
      return `${text}${cells('Общо', all)}`
    }

    it('SPEED-01 · of groups and of all, in the file', async () => {
      const path = file('totals.csv', groups(false))
      const out = join(folder, 'totals-out.csv')
      const { code, err } = await levro('apply', path, '--out', out)
      expect(code).toBe(0)
      expect(err).toContain('14000 in lev; left out: 701 totals')
      expect(readFileSync(out, 'utf8')).toBe(groups(true))
      const again = join(folder, 'totals-stdout.csv')
      expect((await levro('apply', path, '--out', again, ...WHOLE)).err.replaceAll(again, out)).toBe(err)
      expect(readFileSync(again).equals(readFileSync(out))).toBe(true)
    })

    it('SPEED-01 · above the maximum of a price', async () => {
      const levs = Array.from({ length: ROWS }, (_, n) => levOf(n))
      const sums = [levs, levs.map(euroOf)].map((all) => decimal(all.reduce((sum, one) => sum + one, 0n)))
      const path = file('large-total.csv', `${listOf(ROWS)};Общо;${sums[0]};\r\n`)
      const out = join(folder, 'large-total-out.csv')
      const { code, err } = await levro('apply', path, '--out', out)
      expect([code, err]).toEqual([0, expect.stringContaining('left out: 1 total (row 20002)')])
      expect(readFileSync(out, 'utf8')).toBe(`${listOf(ROWS, true)};Общо;${sums.join(';')};\r\n`)
      expect(await levro('convert', path)).toEqual(await levro('convert', path, ...WHOLE))
    })

    it('SPEED-01 · in the results, and asked about where only the name or the sum says so', async () => {
      const path = file('total.csv', `${listOf(ROWS)};Общо;;\r\n`)
      const found = await levro('convert', path)
      expect(found).toEqual(await levro('convert', path, ...WHOLE))
      expect(found.out.split('\n').at(-2)).toMatch(/^20000,/)
      const asked = file('asked.csv', `${listOf(ROWS)};Общо;7,00;\r\n`)
      for (const answer of [[], ['--totals', 'omit'], ['--totals', 'keep'], ['--totals', 'convert']]) {
        const one = await levro('convert', asked, ...answer)
        expect(one.code).toBe(answer.length === 0 ? 1 : 0)
        expect(one).toEqual(await levro('convert', asked, ...answer, ...WHOLE))
      }
    })
  })

  it('SPEED-01 · a currency that the title names far from the first rows’ default is told', async () => {
    const path = file('titled.csv', listOf(ROWS).replace('Цена, лв.', 'Цена'))
    const found = await levro('convert', path)
    expect(found).toEqual(await levro('convert', path, ...WHOLE))
    expect(found.err).toContain('lev was assumed for those that name none')
  })

  it('SPEED-01 · titles and columns that are not among the first rows are found', async () => {
    const notes = 'Бележка за всички стоки в списъка\n'.repeat(6000)
    const below = file('below.csv', `${notes}${listOf(ROWS).replaceAll('\r', '')}`)
    const found = await levro('convert', below, '--header', '6001', '--delimiter', ';')
    expect([found.code, found.out.split('\n').length]).toEqual([0, ROWS + 2])
    const last = file('last.csv', `${listOf(ROWS)}7;Сол;1,00;5;EUR\r\n`)
    const named = await levro('convert', last, '--currency', 'E')
    expect(named.code).toBe(0)
    expect(named).toEqual(await levro('convert', last, '--currency', 'E', ...WHOLE))
  })

  it.each(['BGN', 'EUR'])('SPEED-01 · a column of currencies, %s', async (currency) => {
    const rows = rowsOf(ROWS, () => `;${currency}`)
    const path = file(`currency-${currency}.csv`, `№;Стока;Цена;Валута\r\n${rows}`)
    const found = await levro('convert', path)
    expect(found).toEqual(await levro('convert', path, ...WHOLE))
    expect(found.out.split('\n')[1]).toMatch(new RegExp(`,${currency}$`))
  })

  it('SPEED-01 · --to leaves prices in that currency, and rows without a price are only counted', async () => {
    const currencyOf = (n: number) => (n % 3 === 0 ? 'EUR' : n % 5 === 0 ? 'USD' : n % 7 === 0 ? '' : 'BGN')
    const rows = rowsOf(ROWS, (_, n) => `;${currencyOf(n)}`)
    const path = file(
      'to.csv',
      `№;Стока;Цена;Валута\r\n${rows}${'7;Няма;;\r\n'.repeat(3000)};Край;1,00;BGN\r\n`,
    )
    for (const command of ['convert', 'apply']) {
      const [out, wholeOut] = ['stream', 'whole'].map((way) => join(folder, `to-${command}-${way}.csv`))
      const found = await levro(command, path, '--to', 'EUR', '--out', out!)
      expect(found).toEqual(await levro(command, path, '--to', 'EUR', '--out', wholeOut!, ...WHOLE))
      expect(found.err).toContain('left as they are: 6667 prices in the wanted currency')
      expect(found.err).toContain('without a price: 3000 rows')
      expect(readFileSync(out!).equals(readFileSync(wholeOut!))).toBe(true)
    }
  })

  it('SPEED-01 · a named pipe is read once', async () => {
    const pipe = join(folder, 'pipe.csv')
    spawnSync('mkfifo', [pipe])
    const writer = spawn('sh', ['-c', 'printf "Име;Цена, лв.\\nХляб;1,95\\n" > "$0"', pipe])
    const reader = spawn(process.execPath, [LEVRO, 'convert', '--quiet', pipe])
    let out = ''
    reader.stdout.on('data', (data: Buffer) => (out += data.toString()))
    await new Promise((resolve) => reader.once('close', resolve))
    writer.kill()
    expect(out.split('\n')[1]).toBe('1,Хляб,1.95,1.00,valid,1.95,BGN')
  })

  it('SPEED-01 · a slow reader of the output gets what is written to a file', async () => {
    const text = 'описание '.repeat(110)
    const path = file('slow.csv', `№;Стока;Цена, лв.;Описание\r\n${rowsOf(12_000, () => `;${text}`)}`)
    const out = join(folder, 'slow-out.csv')
    expect((await levro('convert', '--quiet', path, '--out', out)).code).toBe(0)
    const reader = spawnSync(
      'sh',
      ['-c', '"$0" "$1" convert --quiet "$2" | (sleep 1; cat)', process.execPath, LEVRO, path],
      {
        maxBuffer: 100 * 1024 * 1024,
      },
    )
    expect(reader.stdout.equals(readFileSync(out))).toBe(true)
  })

  it.each(['SIGINT', 'SIGTERM'] as const)('SPEED-01 · %s leaves no part of a file', async (signal) => {
    const own = mkdtempSync(join(folder, 'signal-'))
    const path = file('signal.csv', listOf(400_000))
    const child = spawn(process.execPath, [LEVRO, 'apply', '--quiet', path, '--out', join(own, 'out.csv')])
    await until(() => expect(readdirSync(own)).not.toEqual([]))
    child.kill(signal)
    const ended = await new Promise((resolve) => child.once('close', (_code, by) => resolve(by)))
    expect([ended, readdirSync(own)]).toEqual([signal, []])
  })

  it('SPEED-01 · a file that changes while it is read is reported, and nothing is written twice', async () => {
    const path = file('changed.csv', listOf(400_000))
    const child = spawn(process.execPath, [LEVRO, 'convert', '--quiet', path])
    let [out, err] = ['', '']
    child.stdout.on('data', (data: Buffer) => {
      if (out === '') truncateSync(path, 400_000)
      out += data.toString()
    })
    child.stderr.on('data', (data: Buffer) => (err += data.toString()))
    const code = await new Promise((resolve) => child.once('close', resolve))
    expect([code, out.split('seq,name').length]).toEqual([1, 2])
    expect(err).toContain('the file has changed while it was read')
  })

  it.each(['convert', 'apply', 'check'])('SPEED-01 · %s reports a file that grows', async (command) => {
    const path = file('growing.csv', command === 'check' ? pairsOf(ROWS) : listOf(ROWS))
    const args = [command, '--quiet', path, '--out', join(folder, 'growing-out.csv')]
    const child = spawn(process.execPath, [LEVRO, ...args])
    let err = ''
    child.stderr.on('data', (data: Buffer) => (err += data.toString()))
    const growing = setInterval(() => appendFileSync(path, '7;Сол;1,00;0,51\r\n'), 2)
    const code = await new Promise((resolve) => child.once('close', resolve))
    clearInterval(growing)
    expect([code, err]).toEqual([1, `${path}: the file has changed while it was read. Try again.\n`])
    expect(readdirSync(folder).filter((name) => name.includes('growing-out'))).toEqual([])
  })

  it('SPEED-01 · memory does not grow with the file', () => {
    const script = file(
      'measured.mjs',
      `import { readFileSync } from 'node:fs'
       const peak = () => /VmHWM:\\s*(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]
       process.once('exit', () => process.stderr.write(peak()))
       await import(${JSON.stringify(LEVRO)})`,
    )
    const peakOf = (rows: number): number => {
      const args = [
        'apply',
        '--quiet',
        file('memory.csv', listOf(rows)),
        '--out',
        join(folder, 'memory-out.csv'),
      ]
      return Number(spawnSync(process.execPath, [script, ...args]).stderr.toString()) / 1024
    }
    const [small, large] = [peakOf(20_000), peakOf(1_000_000)]
    // 40 MB of text, which a reading of all rows has several times in memory.
    expect(large - small).toBeLessThan(25)
  })
})

describe('SPEED-01 · standard input', () => {
  /** Runs a command with what is piped to it, and with a folder for temporary files. */
  async function piped(args: readonly string[], input: string | Uint8Array) {
    const temporary = join(folder, 'temporary')
    mkdirSync(temporary, { recursive: true })
    const child = spawn(process.execPath, [LEVRO, ...args], { env: { ...process.env, TMPDIR: temporary } })
    const out: Buffer[] = []
    let err = ''
    child.stdout.on('data', (data: Buffer) => out.push(data))
    child.stderr.on('data', (data: Buffer) => (err += data.toString()))
    child.stdin.end(input)
    const code = await new Promise((resolve) => child.once('close', resolve))
    return { code, out: Buffer.concat(out), err, left: readdirSync(temporary) }
  }

  it('SPEED-01 · a long list from standard input to standard output', async () => {
    const { code, out, err, left } = await piped(
      ['apply', '-', '--out', '-'],
      encode(listOf(ROWS), 'windows-1251'),
    )
    expect(err).toBe("Taken: prices of 'Цена, лв.' (C), 20000 in lev.\n")
    expect([code, left]).toEqual([0, []])
    expect(out.equals(encode(listOf(ROWS, true), 'windows-1251'))).toBe(true)
  })

  it.each([
    ['SIGINT', ['convert', '-']],
    ['SIGTERM', ['apply', '-', '--out', '-']],
    ['SIGTERM', ['apply', '-', '--out', join(folder, 'stopped.csv')]],
    ['SIGINT', ['check', '-']],
    ['SIGHUP', ['check', '-', '--out', join(folder, 'stopped.json')]],
  ] as const)('SPEED-01 · %s ends %j at once', async (signal, args) => {
    const temporary = mkdtempSync(join(folder, 'stopped-'))
    const path = file('long.csv', args[0] === 'check' ? pairsOf(200_000) : listOf(400_000))
    const [input, output] = [openSync(path, 'r'), openSync(join(folder, 'long.txt'), 'w')]
    const child = spawn(process.execPath, [LEVRO, ...args], {
      env: { ...process.env, TMPDIR: temporary },
      stdio: [input, output, 'ignore'],
    })
    const ended = new Promise((resolve) => child.once('close', (code, by) => resolve(by ?? code)))
    const copy = () => join(temporary, readdirSync(temporary)[0]!, 'input')
    await until(() => expect(statSync(copy()).size).toBe(statSync(path).size))
    child.kill(signal)
    expect([await ended, readdirSync(temporary)]).toEqual([signal, []])
    expect(readdirSync(folder).filter((name) => name.includes('stopped.'))).toEqual([])
    for (const one of [input, output]) closeSync(one)
  })

  it('SPEED-01 · what is read whole needs no copy any more, and a signal ends it at once', async () => {
    const temporary = mkdtempSync(join(folder, 'whole-'))
    const input = openSync(file('whole.csv', listOf(400_000)), 'r')
    const child = spawn(process.execPath, [LEVRO, 'convert', '-', ...WHOLE], {
      env: { ...process.env, TMPDIR: temporary },
      // Nothing reads its output: it cannot end.
      stdio: [input, 'pipe', 'ignore'],
    })
    const ended = new Promise((resolve) => child.once('exit', (code, by) => resolve(by ?? code)))
    await until(() => expect(readdirSync(temporary)).toHaveLength(1))
    await until(() => expect(readdirSync(temporary)).toEqual([]))
    child.kill('SIGINT')
    expect(await ended).toBe('SIGINT')
    closeSync(input)
  })

  it('SPEED-01 · how much was read is shown on a terminal', async () => {
    const terminal = 'data:text/javascript,process.stderr.isTTY=true'
    const child = spawn(process.execPath, ['--import', terminal, LEVRO, 'convert', '-', '--quiet'])
    let err = ''
    child.stderr.on('data', (data: Buffer) => (err += data.toString()))
    child.stdout.resume()
    child.stdin.end('Name;BGN\n'.padEnd(4 * 1024 * 1024, 'Bread;1,95\n'))
    await new Promise((resolve) => child.once('close', resolve))
    const megabytes = err.matchAll(/\rReading standard input: (\d+) MB/g)
    expect(Array.from(megabytes, ([, count]) => count).slice(0, 3)).toEqual(['1', '2', '3'])
  })

  it.each([
    ['a short list', 'Име;Цена, лв.\nХляб;1,95\n', 'Хляб,1.95,1.00,valid,1.95,BGN'],
    ['JSON', '\ufeff [{"name":"Хляб","price":"1.95","currency":"BGN"}]', 'Хляб,1.95,1.00,valid,1.95,BGN'],
  ])('SPEED-01 · %s', async (_title, input, line) => {
    const { code, out, left } = await piped(['convert', '-'], input)
    expect([code, out.toString().split('\n')[1], left]).toEqual([0, `1,${line}`, []])
  })

  it('SPEED-01 · a workbook, and the name of no file', async () => {
    const xlsx = await import('@e965/xlsx')
    const book = xlsx.utils.book_new()
    xlsx.utils.book_append_sheet(
      book,
      xlsx.utils.aoa_to_sheet([
        ['Име', 'Цена, лв.'],
        ['Хляб', 1.95],
      ]),
    )
    for (const bookType of ['xlsx', 'xlsm', 'xlsb', 'biff8'] as const) {
      const input = xlsx.write(book, { type: 'buffer', bookType }) as Buffer
      const { code, out, err } = await piped(['convert', '-'], input)
      expect([code, err]).toEqual([0, "Taken: prices of 'Цена, лв.' (B), 1 in lev.\n"])
      expect(out.toString().split('\n')[1]).toBe('1,Хляб,1.95,1.00,valid,1.95,BGN')
    }
  })

  it('SPEED-01 · a report calls it -, and nothing is left when its reader ends early', async () => {
    const titles = 'Име;Цена, лв.;Цена, €\n'
    const found = await piped(['check', '-'], `${titles}Хляб;1,95;1,00\n`)
    expect(JSON.parse(found.out.toString())).toMatchObject({ file: '-', summary: { exact: 1 } })
    const temporary = join(folder, 'temporary')
    const child = spawn(process.execPath, [LEVRO, 'convert', '-'], {
      env: { ...process.env, TMPDIR: temporary },
    })
    child.stdout.once('data', () => child.stdout.destroy())
    child.stdin.end(listOf(ROWS * 5))
    await new Promise((resolve) => child.once('close', resolve))
    expect(readdirSync(temporary)).toEqual([])
  })
})
