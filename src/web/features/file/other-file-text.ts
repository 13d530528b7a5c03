import type { OtherFile, OtherKind } from '#pricelist/types.ts'
import { m } from '#i18n/messages/messages.js'

export const JSON_EXAMPLE = '{"name": "…", "price": 12.5, "currency": "BGN"}'

const TEXTS = {
  zip: zipText,
  archive: m.other_archive,
  pdf: m.other_pdf,
  document: m.other_document,
  presentation: m.other_presentation,
  spreadsheet: m.other_spreadsheet,
  iwork: m.other_iwork,
  dbf: m.other_dbf,
  database: m.other_database,
  ebook: m.other_ebook,
  image: m.other_image,
  audio: m.other_audio,
  video: m.other_video,
  'web-page': m.other_web_page,
  'web-archive': m.other_web_archive,
  xml: m.other_xml,
  json: () => m.other_json({ example: JSON_EXAMPLE }),
  email: m.other_email,
  text: m.other_text,
  program: m.other_program,
  office: m.other_office,
  'protected-office': m.other_protected_office,
  shortcut: m.other_shortcut,
  'google-sheet': m.other_google_sheet,
  'mac-companion': m.other_mac_companion,
  'lock-file': m.other_lock_file,
  misnamed: m.other_misnamed,
} satisfies Record<OtherKind, (file: OtherFile) => string>

/** What the file really is, and how to get a table out of it. */
export function otherFileText(file: OtherFile): string {
  const textOf: (file: OtherFile) => string = TEXTS[file.kind]
  return textOf(file)
}

function zipText({ files }: OtherFile): string {
  const { count = 0, names = [] } = files ?? {}
  return count === 0 ? m.other_zip_empty() : m.other_zip({ count, n: count, names: names.join(', ') })
}
