import { useEffect, useRef, useState } from 'react'
import { formatCount } from '#money/format.ts'
import type { Snapshot } from '#engine/types.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../../routing/location.ts'

/** For screen readers: the latest change of the rows, a deleted or excluded row or another filter. */
export function useRowsAnnouncement(view: Snapshot['view'], undo: Snapshot['undo']): string {
  const lang = useLang()
  const [announcement, setAnnouncement] = useState('')
  const { what, id, line = 0, count = 0 } = undo ?? {}
  useEffect(() => {
    if (what === 'delete') setAnnouncement(m.row_deleted({ line }))
    else if (what === 'omit' && count === 1) setAnnouncement(m.row_left_out({ line }))
    else if (what === 'include') setAnnouncement(m.row_converted_too({ line }))
  }, [what, id, line, count])
  const first = useRef(view.filter)
  const { filter, total } = view
  const shown = useRef(total)
  useEffect(() => {
    shown.current = total
  })
  useEffect(() => {
    if (first.current === filter) return
    first.current = filter
    setAnnouncement(m.rows_shown({ count: shown.current, n: formatCount(shown.current, lang) }))
  }, [filter, lang])
  return announcement
}
