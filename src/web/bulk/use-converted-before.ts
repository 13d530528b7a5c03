import { useEffect, useState } from 'react'
import type { Lang } from '#domain/lang.ts'
import { formatCount } from '#domain/format.ts'
import { useLang } from '../i18n/lang.ts'
import { m } from '../i18n/messages/messages.js'
import { useSession } from '../session/session.ts'
import { useMomentText } from '../ui/moment.tsx'
import { findConverted } from './converted-files.ts'
import type { ConvertedFile } from './device-memory.ts'
import type { RowsFacts } from './snapshot.ts'

/** Says when whoever is here has converted this very file on this device; undefined when never. */
export function useConvertedBefore(rows: RowsFacts | null): string | undefined {
  const session = useSession()
  const lang = useLang()
  const moment = useMomentText('short')
  const [found, setFound] = useState<ConvertedFile & { email: string }>()
  const email = session.status === 'signed-in' ? session.email : undefined
  const hash = rows?.guards?.hash
  useEffect(() => {
    let isCurrent = true
    if (hash && email !== undefined)
      void findConverted(hash, email).then((file) => isCurrent && setFound(file && { ...file, email }))
    return () => {
      isCurrent = false
    }
  }, [hash, email])
  return found && found.file === hash && found.email === email
    ? textOf(found, moment(found.at), lang)
    : undefined
}

const textOf = ({ prices }: ConvertedFile, at: string, lang: Lang): string =>
  m.guard_converted({ at, count: prices, n: formatCount(prices, lang) })
