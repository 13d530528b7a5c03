import { WARNINGS } from 'virtual:errors/en'

/** What each warning about a file means, by its code. */
export const WARNINGS_EN: Readonly<Record<string, string>> = WARNINGS
