import type { Failure, RunResult } from './run.ts'

/** The figures of a run, its faults by cause and by trait, and the smallest lists of each cause. */
export function report({ counts, onePrice, causes, traits, failures }: RunResult): string {
  const all = Object.values(counts).reduce((sum, n) => sum + n, 0)
  const share = (n: number, of: number): string => `${((100 * n) / Math.max(of, 1)).toFixed(2)} %`
  const { lists, plain, asked, askedPlain } = onePrice
  const groups = smallest(failures)
  return [
    `${all} lists`,
    ...Object.entries(counts).map(([is, n]) => `  ${is}: ${n} (${share(n, all)})`),
    `  asked of lists with exactly one selling price: ${asked} of ${lists} (${share(asked, lists)}); where there is nothing to ask: ${askedPlain} of ${plain} (${share(askedPlain, plain)})`,
    '',
    'By cause:',
    ...byCount(causes).map(([cause, n]) => `  ${String(n).padStart(6)}  ${cause}`),
    '',
    'By trait (all, wrong success, refused wrongly, misnamed, asked), the worst first:',
    ...traitLines(traits),
    '',
    `${failures.length} of them made simple, by what is needed for the fault:`,
    ...groups.map(({ failure, like }) => `  ${String(like).padStart(4)}  ${nameOf(failure)}`),
    '',
    'The smallest list of each:',
    ...groups.slice(0, SHOWN).map(told),
  ].join('\n')
}

const SHOWN = 150

const nameOf = ({ is, cause, traits }: Failure): string => `${is}: ${cause} [${traits.join('; ')}]`

const byCount = (counts: Record<string, number>) => Object.entries(counts).toSorted(([, a], [, b]) => b - a)

function traitLines(traits: RunResult['traits']): string[] {
  const rows = Object.entries(traits).map(([trait, counts]) => {
    const all = Object.values(counts).reduce((sum, n) => sum + n, 0)
    const bad = counts['wrong success'] + counts['refused wrongly'] + counts.misnamed
    return { trait, all, bad, counts }
  })
  return rows
    .filter(({ all }) => all >= 10)
    .toSorted((a, b) => b.bad / b.all - a.bad / a.all)
    .slice(0, 60)
    .map(
      ({ trait, all, bad, counts }) =>
        `  ${((100 * bad) / all).toFixed(0).padStart(3)} %  ${[all, counts['wrong success'], counts['refused wrongly'], counts.misnamed, counts.asked].map((n) => String(n).padStart(5)).join('')}  ${trait}`,
    )
}

/** One failure, the smallest, of those with the same cause and the same traits. */
function smallest(failures: readonly Failure[]): { failure: Failure; like: number }[] {
  const groups = Map.groupBy(failures, nameOf)
  return [...groups.values()]
    .map((group) => ({
      failure: group.toSorted((a, b) => a.text.length - b.text.length)[0]!,
      like: group.length,
    }))
    .toSorted((a, b) => b.like - a.like)
}

const told = ({ failure, like }: { failure: Failure; like: number }): string =>
  [
    `--- ${like} × ${failure.is}: ${failure.cause}`,
    `file ${failure.index}, ${failure.file}; ${failure.traits.join('; ')}`,
    ...(failure.titles.length > 0 ? [`titles: ${failure.titles.join(', ').replaceAll('\n', '⏎')}`] : []),
    failure.text.trimEnd(),
    failure.detail,
    `truth: ${failure.truth.slice(0, 600)}`,
    `product: ${failure.answer.slice(0, 400)}`,
  ].join('\n')
