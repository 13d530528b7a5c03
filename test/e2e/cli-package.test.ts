import { execFile, spawn } from 'node:child_process'
import { createReadStream, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toolEnv } from '../../scripts/installed.js'
import { dbfFile } from '#test/fixtures/catalogues/dbf.ts'
import { workbook } from '#test/fixtures/catalogues/workbooks.ts'
import { runTool } from '../system-tool.ts'
import { type InstalledPackage, installPackage, missingLinks, ROOT } from './installed-package.ts'

const AT_MOST_BYTES = 500_000
/** Where npm links it; `npx levro` starts it there. */
const LEVRO = './node_modules/.bin/levro'
/** A letter that is printed again for bold type: the letter and a backspace. */
const OVERSTRUCK = new RegExp(`.${String.fromCharCode(8)}`, 'g')
const NAMES = ['inspect', 'convert', 'check', 'apply', 'sql', 'completion', 'admin']

const FILES: Readonly<Record<string, string | Uint8Array>> = {
  'list.csv': 'Име;Цена (лв.)\nХляб;1,95\nСирене;12,50\n',
  'list.json': '[{"name":"Хляб","price":1.95,"currency":"BGN"}]',
  'feed.xml':
    '<rss><item><title>A</title><price>12.50 BGN</price></item><item><title>B</title><price>3.10 BGN</price></item></rss>',
  'list.xlsx': workbook({
    Цени: [
      ['Име', 'Цена (лв.)'],
      ['Хляб', 1.95],
      ['Сирене', 12.5],
    ],
  }),
  'list.dbf': dbfFile({
    fields: [
      ['NAME', 'C10'],
      ['CENA_LV', 'N8.2'],
    ],
    records: [
      ['Хляб', '    1.95'],
      ['Сирене', '   12.50'],
    ],
  }),
}

describe('OPEN-04 · the command line as a package', () => {
  let installed: InstalledPackage
  const path = (name: string) => join(installed.folder, name)
  const levro = async (...args: string[]) => installed.run(LEVRO, ...args)
  const completionOf = async (shell: string) => (await levro('completion', shell)).stdout

  beforeAll(async () => {
    installed = await installPackage('pack-cli.ts')
    for (const [name, content] of Object.entries(FILES)) writeFileSync(path(name), content)
    for (const shell of ['bash', 'zsh', 'fish'])
      writeFileSync(path(`levro.${shell}`), await completionOf(shell))
  })
  afterAll(() => installed.remove())

  it('OPEN-04 · is one module without dependencies and without a script that is run when it is installed', () => {
    const contents = path('node_modules/levro')
    const files = readdirSync(contents, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(contents, join(parentPath, name)))
    expect(files.sort()).toEqual([
      'README.md',
      'check-action/action.yml',
      'examples/github-workflow.yml',
      'examples/gitlab-ci.yml',
      'levro.1',
      'levro.js',
      'package.json',
    ])
    expect(missingLinks(contents)).toEqual([])
    expect(statSync(installed.tarball).size).toBeLessThan(AT_MOST_BYTES)
    const manifest = JSON.parse(readFileSync(join(contents, 'package.json'), 'utf8')) as object
    for (const key of ['dependencies', 'peerDependencies', 'optionalDependencies', 'scripts'])
      expect(manifest).not.toHaveProperty(key)
    expect(readdirSync(path('node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['levro'])
  })

  it('OPEN-04 · runs by npx from the tarball, in an empty folder', async () => {
    mkdirSync(path('empty'))
    const args = ['--yes', '--offline', `--package=${installed.tarball}`, '--', 'levro', '--version']
    const { stdout } = await promisify(execFile)('npx', args, { cwd: path('empty'), env: toolEnv() })
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
    expect(stdout).toBe(`levro ${version}\n`)
  })

  it.each(Object.keys(FILES))('OPEN-04 · gives what the sources give, byte for byte: %s', async (name) => {
    const converted = `of-${name}`
    await levro('apply', name, '--out', converted)
    await installed.run('node', join(ROOT, 'src/cli/main.ts'), 'apply', name, '--out', `source-${name}`)
    expect(readFileSync(path(converted))).toEqual(readFileSync(path(`source-${name}`)))
    expect(readFileSync(path(converted))).not.toEqual(readFileSync(path(name)))
    for (const command of ['inspect', 'convert', 'check'])
      expect(await result(LEVRO, command, name), command).toEqual(
        await result('node', join(ROOT, 'src/cli/main.ts'), command, name),
      )
  })

  const result = async (program: string, ...args: string[]) =>
    installed
      .run(program, ...args)
      .catch(({ code, stdout, stderr }: Record<string, unknown>) => ({ code, stdout, stderr }))

  it('OPEN-04 · reads standard input and writes standard output', async () => {
    const child = spawn(LEVRO, ['apply', '-', '--out', '-'], {
      cwd: installed.folder,
      env: toolEnv(),
    })
    createReadStream(path('list.csv')).pipe(child.stdin)
    expect(await text(child.stdout)).toBe('Име;Цена (лв.);Цена (евро)\nХляб;1,95;1,00\nСирене;12,50;6,39\n')
  })

  it('OPEN-04 · says that the administrator works with the server', async () => {
    expect(await result(LEVRO, 'admin', 'list')).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'The commands of the administrator belong to the server: run npm run levro -- admin in its folder.\n',
    })
  })

  it('OPEN-04 · the manual page is well-formed, and names every command and option of the help', async () => {
    const page = path('node_modules/levro/levro.1')
    expect(await runTool('mandoc', '-T', 'lint', '-W', 'warning', page)).toBe('')
    const shown = (await runTool('mandoc', '-T', 'utf8', '-O', 'width=200', page)).replaceAll(OVERSTRUCK, '')
    const help = (await levro('--help')).stdout
    const options = [...help.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, option = '']) => option)
    expect(options.length).toBeGreaterThan(20)
    for (const option of options) expect(shown).toMatch(new RegExp(`^ +(?:-\\w, )?${option}\\b`, 'm'))
    for (const name of NAMES) expect(shown).toContain(`levro ${name}`)
  })

  describe('OPEN-04 · completion', () => {
    const bash = async (...words: string[]) => {
      const script = `source levro.bash; COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _levro; echo "\${COMPREPLY[@]}"`
      return (await installed.run('bash', '-c', script)).stdout.trim().split(' ').filter(Boolean)
    }

    it('OPEN-04 · bash completes commands, the options of the command, and their values', async () => {
      expect(await bash('levro', '')).toEqual([...NAMES, '--help', '--version'])
      expect(await bash('levro', 'ch')).toEqual(['check'])
      expect(await bash('levro', 'check', 'list.csv', '--d')).toEqual(['--direction', '--delimiter'])
      expect(await bash('levro', 'apply', 'list.csv', '--pl')).toEqual(['--place'])
      expect(await bash('levro', 'convert', 'list.csv', '--pl')).toEqual([])
      expect(await bash('levro', 'apply', '--place', '')).toEqual(['after', 'end', 'replace'])
      // Readline makes a word of the equals sign.
      expect(await bash('levro', 'check', '--format', '=')).toEqual(['json', 'github', 'junit', 'sarif'])
      expect(await bash('levro', 'check', '--format', '=', 'j')).toEqual(['json', 'junit'])
      expect(await bash('levro', 'check', '--format=j')).toEqual(['--format=json', '--format=junit'])
      expect(await bash('levro', 'apply', '--out', '=', 'li')).toEqual([])
      expect(await bash('levro', 'completion', '')).toEqual(['bash', 'zsh', 'fish'])
      expect(await bash('levro', 'apply', 'li')).toEqual([])
    })

    it('OPEN-04 · bash completes a value after an equals sign at the Tab key', async () => {
      const typed = async (line: string, breaks = '') => {
        // Control-X prints what the line has become.
        const script = `zmodload zsh/zpty; cd ${installed.folder}
          zpty b "TERM=dumb HISTFILE= bash --norc --noprofile -i"
          zpty -w b "PS1=; ${breaks}source ${path('levro.bash')}"
          zpty -w b 'bind "set enable-bracketed-paste off"; show() { echo "<$READLINE_LINE>"; }; bind -x "\\"\\C-x\\": show"; echo re""ady'
          zpty -r -m b start '*ready*'
          zpty -n -w b $'${line}\\t\\C-x'; zpty -r -m b shown '*<*>*'; print -r -- \${\${shown%>*}##*<}`
        return (await runTool('zsh', '-f', '-c', script)).trim()
      }
      expect(await typed('levro check x --format=sa')).toBe('levro check x --format=sarif')
      expect(await typed('levro check x --format=sa', "COMP_WORDBREAKS=' '; ")).toBe(
        'levro check x --format=sarif',
      )
      expect(await typed('levro apply x --out=list.j')).toBe('levro apply x --out=list.json')
    })

    it('OPEN-04 · fish completes commands, the options of the command, their values, and files', async () => {
      const fish = async (line: string) => {
        const script = `cd ${installed.folder}; source levro.fish; complete -C '${line}'`
        const shown = await runTool('fish', '--no-config', '-c', script)
        return shown
          .split('\n')
          .filter(Boolean)
          .map((one) => one.split('\t')[0])
      }
      expect(new Set(await fish('levro '))).toEqual(new Set(NAMES))
      expect(await fish('levro apply x --pl')).toEqual(['--place'])
      expect(await fish('levro check x --pl')).toEqual([])
      expect(new Set(await fish('levro apply x --place '))).toEqual(new Set(['after', 'end', 'replace']))
      expect(await fish('levro check x --format=sa')).toEqual(['--format=sarif'])
      expect(new Set(await fish('levro completion '))).toEqual(new Set(['bash', 'fish', 'zsh']))
      expect(await fish('levro apply list.j')).toEqual(['list.json'])
    })

    it('OPEN-04 · zsh completes a command and a value at the Tab key', async () => {
      // Control-X prints what the line has become.
      const typed = (line: string) =>
        `zpty -n -w z $'${line}\\t\\C-x'; zpty -r -m z shown '*<*>*'; print -r -- \${\${shown%>*}##*<}; zpty -n -w z $'\\C-u'`
      const script = `zmodload zsh/zpty; cd ${installed.folder}
        zpty z "TERM=dumb zsh -f -i"
        zpty -w z "PROMPT=; autoload -Uz compinit; compinit -D -u; source ${path('levro.zsh')}"
        zpty -w z 'show() { print -r -- "<$BUFFER>" }; zle -N show; bindkey "^X" show; echo re""ady'
        zpty -r -m z start '*ready*'
        ${typed('levro che')}
        ${typed('levro apply x --place rep')}
        ${typed('levro check x --format=sa')}
        ${typed('levro apply x --out=list.j')}
        ${typed('levro sql --dia')}`
      const shown = await runTool('zsh', '-f', '-c', script)
      expect(shown.split('\n').map((line) => line.trim())).toEqual([
        'levro check',
        'levro apply x --place replace',
        'levro check x --format=sarif',
        'levro apply x --out=list.json',
        'levro sql --dialect=',
        '',
      ])
    })
  })
})
