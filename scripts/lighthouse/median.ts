import { quantile } from '../../bench/statistics.ts'
import { CATEGORIES, METRICS, type Run, type Scores } from './measure.ts'

/** The median of each metric; of an even number of runs, the higher of the middle two. */
export function medianOf(runs: readonly Run[]): Run {
  const median = (metric: (run: Run) => number): number => quantile(runs.map(metric), 0.5)
  const [scores, metrics] = [
    CATEGORIES.map((name) => [name, median((run) => run.scores[name])]),
    METRICS.map((name) => [name, median((run) => run[name])]),
  ].map((entries) => Object.fromEntries(entries) as Record<string, number>)
  return {
    ...(metrics as Record<(typeof METRICS)[number], number>),
    scores: scores as Scores,
    imperfect: [],
  }
}
