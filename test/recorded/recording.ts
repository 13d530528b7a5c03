/** Recorded texts by title. */
export type Recording = ReadonlyMap<string, string>

/** Start of a title line. No recorded text has it at the start of a line. */
const MARK = '=== '

export function formatRecording(recording: Recording): string {
  return [...recording].map(([title, text]) => `${MARK}${title}\n${escape(text)}`).join('\n')
}

/** Parses the output of `formatRecording`. */
export function parseRecording(text: string): Recording {
  const sections = text.split(new RegExp(`(?:^|\n)${MARK}`)).slice(1)
  return new Map(sections.map((section) => splitTitle(section)))
}

function splitTitle(section: string): [title: string, text: string] {
  const end = section.indexOf('\n')
  return [section.slice(0, end), section.slice(end + 1)]
}

/** Escapes control characters, the byte order mark and trailing spaces, which editors and Git change. */
export const escape = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- the expression escapes them
  text.replaceAll(/[\0-\x08\x0b-\x1f\x7f\ufeff]|[ \t]+$/gmu, (found) =>
    [...found].map((char) => `\\u${char.codePointAt(0)?.toString(16).padStart(4, '0')}`).join(''),
  )
