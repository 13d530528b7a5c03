import { useCallback, useEffect, useRef, useState } from 'react'
import type { Lang } from '#i18n/language.ts'
import { formatCount } from '#money/format.ts'
import { useLang } from '../../routing/location.ts'
import { m } from '#i18n/messages/messages.js'
import { useSession } from '../../session/session.ts'
import { useMomentText } from '../../ui/date-time.tsx'
import { findConverted } from '#engine/storage/converted-files.ts'
import type { ConvertedFile } from '#engine/storage/memory-entries.ts'
import type { RowsFacts } from '#engine/types.ts'

export type ConvertedBefore = {
  /** Says when whoever is here has converted this very file on this device; undefined when never. */
  text: string | undefined
  /** Looks again: another tab may have converted it meanwhile. */
  look: () => Promise<void>
}

export function useConvertedBefore(rows: RowsFacts | null): ConvertedBefore {
  const session = useSession()
  const lang = useLang()
  const moment = useMomentText('short')
  const [found, setFound] = useState<ConvertedFile & { email: string }>()
  const email = session.status === 'signed-in' ? session.email : undefined
  const hash = rows?.guards?.hash
  const looks = useRef(0)
  const look = useCallback(async () => {
    if (!hash || email === undefined) return
    const own = ++looks.current
    const file = await findConverted(hash, email)
    // Of two answers the one to the later question counts, whichever comes first.
    if (own === looks.current) setFound(file && { ...file, email })
  }, [hash, email])
  useEffect(() => void look(), [look])
  const isOfThis = found && found.file === hash && found.email === email
  return { text: isOfThis ? textOf(found, moment(found.at), lang) : undefined, look }
}

const textOf = ({ prices }: ConvertedFile, at: string, lang: Lang): string =>
  m.guard_converted({ at, count: prices, n: formatCount(prices, lang) })
