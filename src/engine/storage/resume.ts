const RESUME_KEY = 'levro.resume'

/**
 * What a page goes on with: the converter with its bulk mode, or also with the conversion that the visitor has asked for, of
 * all prices or of the first ones; the check with the file that it kept.
 */
const RESUMES = ['bulk', 'convert', 'check'] as const
export type Resume = (typeof RESUMES)[number]

/** Records it before the page is left for the login or the payment. */
export function saveResume(resume: Resume): void {
  try {
    sessionStorage.setItem(RESUME_KEY, resume)
  } catch {
    // The rows are saved separately; the user chooses the mode, or the file of a check, again.
  }
}

/** What was recorded. */
export function loadResume(): Resume | undefined {
  try {
    const resume = sessionStorage.getItem(RESUME_KEY)
    return RESUMES.find((known) => known === resume)
  } catch {
    return undefined
  }
}

/** What was recorded, if it is one of these. A page that was opened instead of the recorded one has ended it. */
export function takeResume<R extends Resume>(...wanted: R[]): R | undefined {
  const resume = loadResume()
  if (resume !== undefined) sessionStorage.removeItem(RESUME_KEY)
  return wanted.find((one) => one === resume)
}
