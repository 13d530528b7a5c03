import { CATEGORIES, type Run } from './measure.ts'

const SCORE = 100
const FCP_MS = 1000
const LCP_MS = 1500
/** No layout shift, within rounding. */
const CLS = 0.001

/** A text for each missed goal. */
export function missedGoals({ scores, fcp, lcp, cls }: Run): string[] {
  return [
    ...CATEGORIES.filter((name) => scores[name] < SCORE).map((name) => `${name} ${scores[name]} of ${SCORE}`),
    ...(fcp > FCP_MS ? [`first contentful paint ${Math.round(fcp)} ms of ${FCP_MS}`] : []),
    ...(lcp > LCP_MS ? [`largest contentful paint ${Math.round(lcp)} ms of ${LCP_MS}`] : []),
    ...(cls > CLS ? [`layout shift ${cls.toFixed(3)} of ${CLS}`] : []),
  ]
}

export const GOALS = `Goals: ${SCORE} in each category, FCP up to ${FCP_MS} ms, LCP up to ${LCP_MS} ms, no layout shift.`
