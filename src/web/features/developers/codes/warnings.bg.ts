import { WARNINGS } from 'virtual:errors/bg'

/** What each warning about a file means, by its code. */
export const WARNINGS_BG: Readonly<Record<string, string>> = WARNINGS
