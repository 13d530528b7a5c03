import type { ReactNode } from 'react'
import { m } from '#i18n/messages/messages.js'
import { EmptySheet } from '../file/empty-sheet.tsx'

/** The sheet of a check before there is one. */
export function CheckSheet({ children }: { children: ReactNode }) {
  const columns = [
    { title: m.column_line(), className: 'text-muted' },
    { title: m.column_name(), className: 'text-muted' },
    { title: m.check_in_lev(), className: 'text-end text-national' },
    { title: m.check_in_euro(), className: 'text-end text-euro' },
    { title: m.check_difference(), className: 'text-end text-muted' },
  ]
  return (
    <EmptySheet
      columns={columns}
      grid="grid-cols-[4rem_1fr_8rem_8rem_9rem] max-sm:hidden"
      className="p-4 max-sm:p-2 sm:min-h-112"
    >
      {children}
    </EmptySheet>
  )
}
