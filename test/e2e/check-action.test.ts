import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { toolEnv } from '../../scripts/installed.js'
import { xmlElements } from '../xml-elements.ts'
import { type InstalledPackage, installPackage, ROOT } from './installed-package.ts'

const text = (path: string): unknown => parse(readFileSync(join(ROOT, 'packages/levro', path), 'utf8'))

const action = z.object({
  inputs: z.record(
    z.string(),
    z.object({ required: z.boolean().optional(), default: z.string().optional() }),
  ),
  runs: z.object({
    using: z.literal('composite'),
    steps: z.tuple([
      z.object({ shell: z.literal('bash'), env: z.record(z.string(), z.string()), run: z.string() }),
    ]),
  }),
})
const workflow = z.object({
  jobs: z.object({
    check: z.object({
      steps: z.array(z.object({ uses: z.string(), with: z.record(z.string(), z.unknown()).optional() })),
    }),
  }),
})
const gitlab = z.object({
  prices: z.object({
    script: z.tuple([z.string()]),
    artifacts: z.object({ when: z.string(), reports: z.object({ junit: z.string() }) }),
  }),
})

const RIGHT = 'Име;Цена лв.;Цена €\nХляб;1,96;1,00\n'
const WRONG = 'Име;Цена лв.;Цена €\nХляб;1,96;1,01\n'
const ERROR =
  /^::error file=lists\/wrong 1\.csv,line=2,col=11,title=1\.96 BGN and 1\.01 EUR are not exact to the cent::/m

describe('OPEN-06 · the check in continuous integration', () => {
  let installed: InstalledPackage
  const { inputs, runs } = action.parse(text('check-action/action.yml'))
  const [{ env, run }] = runs.steps

  beforeAll(async () => {
    installed = await installPackage('pack-cli.ts')
    mkdirSync(join(installed.folder, 'lists', 'more'), { recursive: true })
    writeFileSync(join(installed.folder, 'lists', 'wrong 1.csv'), WRONG)
    writeFileSync(join(installed.folder, 'lists', 'more', 'right 1.csv'), RIGHT)
    writeFileSync(join(installed.folder, 'lists', 'more', 'right 2.csv'), RIGHT)
  })
  afterAll(() => installed.remove())

  const bash = (script: string, settings: Readonly<Record<string, string>> = {}) => {
    const { status, stdout, stderr } = spawnSync('bash', ['-c', script], {
      cwd: installed.folder,
      env: { ...toolEnv(), npm_config_offline: 'true', ...settings },
      encoding: 'utf8',
    })
    return { status, stdout, stderr }
  }

  /** Runs the step of the action as the runner does, with these inputs. */
  const act = (given: Readonly<Record<string, string>>) => {
    const values: Record<string, string> = { package: installed.tarball, ...given }
    const settings = Object.entries(env).map(([name, expression]) => {
      const [, input = ''] = /^\$\{\{ inputs\.(\w+) \}\}$/.exec(expression) ?? expect.fail(expression)
      return [name, values[input] ?? inputs[input]?.default ?? expect.fail(`no input ${input}`)]
    })
    return bash(run, Object.fromEntries(settings) as Record<string, string>)
  }

  it('OPEN-06 · the action passes lists whose pairs are exact', () => {
    expect(act({ files: 'lists/**/right*.csv' })).toMatchObject({
      status: 0,
      stdout: '2 files: 2 pairs, 0 not exact.\n',
    })
  })

  it('OPEN-06 · the action fails and shows the line for a pair that is off', () => {
    const { status, stdout } = act({ files: 'lists\n', options: '--direction=bgn-eur\n--delimiter=;\n' })
    expect(status).toBe(1)
    expect(stdout).toMatch(ERROR)
    expect(stdout).toMatch(/^3 files: 3 pairs, 1 not exact\.$/m)
  })

  it('OPEN-06 · the action fails when a pattern matches no file', () => {
    const { status, stderr } = act({ files: 'lists/*.xlsx' })
    expect({ status, stderr }).toEqual({ status: 1, stderr: 'No file matches lists/*.xlsx.\n' })
  })

  it('OPEN-06 · inputs are never run as a script', () => {
    const { status, stdout } = act({ files: '$(echo lists)\n; echo run', options: '--quiet' })
    expect(status).toBe(1)
    expect(stdout).not.toMatch(/^run$/m)
  })

  it('OPEN-06 · the action writes a report to a file', () => {
    expect(act({ files: 'lists/wrong 1.csv', format: 'sarif', report: 'prices.sarif' }).status).toBe(1)
    const log = JSON.parse(readFileSync(join(installed.folder, 'prices.sarif'), 'utf8')) as {
      runs: [{ results: [{ ruleId: string; locations: [{ physicalLocation: object }] }] }]
    }
    expect(log.runs[0].results[0].locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: 'lists/wrong%201.csv', uriBaseId: '%SRCROOT%' },
      region: { startLine: 2, startColumn: 11 },
    })
  })

  it('OPEN-06 · the example workflow gives the action inputs that it has', () => {
    const steps = workflow.parse(text('examples/github-workflow.yml')).jobs.check.steps
    const given = steps.find(({ uses }) => uses.endsWith('/check-action'))?.with ?? expect.fail('no action')
    expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(given)))
    for (const [name, { required }] of Object.entries(inputs))
      if (required) expect(given).toHaveProperty(name)
  })

  it('OPEN-06 · the example for GitLab fails with a report of the pairs that are off', () => {
    const { script, artifacts } = gitlab.parse(text('examples/gitlab-ci.yml')).prices
    const local = script[0].replace(/--package=\S+/, `--package=${installed.tarball}`)
    expect(local).not.toBe(script[0])
    expect(bash(local).status).toBe(1)
    expect(artifacts.when).toBe('always')
    const report = readFileSync(join(installed.folder, artifacts.reports.junit), 'utf8')
    expect(xmlElements(report).all('failure')).toHaveLength(1)
  })
})
