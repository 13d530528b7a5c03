import type { ReactNode } from 'react'
import { EURO } from '#money/currency.ts'
import { formatDecimal, formatSignedMoney } from '#money/format.ts'
import { m } from '#i18n/messages/messages.js'
import { useLang } from '../../routing/location.ts'
import { Icon } from '../../ui/icon.tsx'
import { EmptySheet } from '../file/empty-sheet.tsx'

type Props = {
  children: ReactNode
  /** With a pair that is right and one that is not, as a file would show them. */
  hasExamples?: boolean
}

/** The sheet of a check before there is one. */
export function CheckSheet({ children, hasExamples = false }: Props) {
  const lang = useLang()
  const cells = (...examples: ReactNode[]) => (hasExamples ? examples : [])
  const price = (decimal: string) => formatDecimal(decimal, lang)
  const columns = [
    { title: m.column_line(), className: 'text-muted', cells: cells('1', '2') },
    {
      title: m.column_name(),
      className: 'text-muted',
      cells: cells(m.home_goods_bread(), m.home_goods_honey()),
    },
    {
      title: m.check_in_lev(),
      className: 'text-end text-national',
      cells: cells(price('1.70'), price('18.00')),
    },
    {
      title: m.check_in_euro(),
      className: 'text-end text-euro',
      cells: cells(
        price('0.87'),
        <s key="" className="text-error">
          {price('9.19')}
        </s>,
      ),
    },
    {
      title: m.check_difference(),
      className: 'text-end text-muted',
      cells: cells(
        <Icon key="" name="check" className="inline-block size-4 align-[-0.125em]" />,
        <span key="" className="text-error">
          {formatSignedMoney('-0.01', EURO, lang)}
        </span>,
      ),
    },
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
