import { recordAnswers } from './answers.ts'
import { recordCommandLine } from './command-line.ts'
import { recordDatabase } from './database.ts'
import { recordEmails } from './emails.ts'
import { recordPages } from './pages.ts'
import type { Recording } from './recording.ts'
import { recordReports } from './reports.ts'
import { recordStorageNames } from './storage-names.ts'

/** Recorders by the name of their text file in this folder. */
export const RECORDINGS: Readonly<Record<string, (root: string) => Promise<Recording> | Recording>> = {
  answers: recordAnswers,
  'command-line': recordCommandLine,
  database: recordDatabase,
  emails: recordEmails,
  pages: recordPages,
  reports: recordReports,
  'storage-names': recordStorageNames,
}

export const fileOf = (name: string): string => `${import.meta.dirname}/${name}.txt`
