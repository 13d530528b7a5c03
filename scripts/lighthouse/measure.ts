import lighthouse, { type Result } from 'lighthouse'
import { startChromium } from './chromium.ts'

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
export type Scores = Record<(typeof CATEGORIES)[number], number>

/** Times in ms, the layout shift score, and the transferred (compressed) bytes of scripts and styles. */
export const METRICS = ['fcp', 'lcp', 'tbt', 'tti', 'cls', 'scriptBytes', 'styleBytes'] as const
type Metrics = Record<(typeof METRICS)[number], number>

type Audit = { id: string; title: string; details: string[] }

export type Run = Metrics & { scores: Scores; imperfect: Audit[] }

/** A run fails if the browser ends or the page renders nothing in time. */
const ATTEMPTS = 3

/** One run with Lighthouse's phone settings, in a new browser profile. Throws after `ATTEMPTS` failures. */
export async function measure(url: string): Promise<Run> {
  for (let attempt = 1; ; attempt++) {
    const chromium = await startChromium()
    try {
      const { port } = chromium
      const report = await lighthouse(url, { port, logLevel: 'error', onlyCategories: [...CATEGORIES] })
      if (report === undefined) throw new Error(`Lighthouse has no report of ${url}.`)
      if (report.lhr.runtimeError) throw new Error(report.lhr.runtimeError.message)
      return readReport(report.lhr)
    } catch (error) {
      if (attempt === ATTEMPTS) throw error
    } finally {
      await chromium.stop()
    }
  }
}

function readReport({ audits, categories }: Result): Run {
  const value = (id: string): number => audits[id]?.numericValue ?? NaN
  const transferred = (kind: string): number =>
    itemsOf(audits['network-requests'])
      .filter(({ resourceType }) => resourceType === kind)
      .reduce((sum, { transferSize }) => sum + Number(transferSize), 0)
  return {
    scores: Object.fromEntries(
      CATEGORIES.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)]),
    ) as Scores,
    fcp: value('first-contentful-paint'),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    tti: value('interactive'),
    cls: value('cumulative-layout-shift'),
    scriptBytes: transferred('Script'),
    styleBytes: transferred('Stylesheet'),
    imperfect: Object.values(audits)
      .filter(({ score, scoreDisplayMode }) => score !== null && score < 1 && scoreDisplayMode !== 'error')
      .map((audit) => ({ id: audit.id, title: titleOf(audit), details: itemsOf(audit).map(detailOf) })),
  }
}

const titleOf = ({ title, displayValue, explanation }: Result['audits'][string]): string =>
  [title, displayValue, explanation].filter(Boolean).join(' – ')

type Item = Record<string, unknown>

const itemsOf = (audit: Result['audits'][string] | undefined): Item[] =>
  audit?.details !== undefined && 'items' in audit.details ? (audit.details.items as Item[]) : []

/** As JSON, because the fields differ by audit; at most 400 characters. */
const detailOf = (item: Item): string => JSON.stringify(item).slice(0, 400)
