import { OPERATOR_ATTRIBUTE } from '#product/operator.ts'

/** The server fills every such element, and the footer of each page has one. Read before React replaces any. */
const line =
  typeof document === 'undefined'
    ? ''
    : (document.querySelector(`[${OPERATOR_ATTRIBUTE}]`)?.textContent ?? '')

/** Who runs the site, in one line; nothing where the operator has not set it. */
export const OperatorLine = ({ className }: { className: string }) => (
  <p {...{ [OPERATOR_ATTRIBUTE]: '' }} className={`${className} wrap-anywhere empty:hidden`}>
    {line}
  </p>
)
