/** The first digits of `top / bottom`, as plain decimal text: `6.391148`; the rest is cut off, not rounded. */
export function digitsOf(top: bigint, bottom: bigint, decimals: number): string {
  const digits = ((top * 10n ** BigInt(decimals)) / bottom).toString().padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
