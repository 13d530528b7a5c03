import { quantile } from '../../bench/statistics.ts'
import { CATEGORIES, METRICS, type Run, type Scores } from './measure.ts'

/** The median of each figure; with an even number of runs the higher of the middle two. */
export function medianOf(runs: readonly Run[]): Run {
  const middle = (figure: (run: Run) => number): number => quantile(runs.map(figure), 0.5)
  const [scores, metrics] = [
    CATEGORIES.map((name) => [name, middle((run) => run.scores[name])]),
    METRICS.map((name) => [name, middle((run) => run[name])]),
  ].map((entries) => Object.fromEntries(entries) as Record<string, number>)
  return {
    ...(metrics as Record<(typeof METRICS)[number], number>),
    scores: scores as Scores,
    imperfect: [],
  }
}
