/** `1 row`, `2 rows` */
export const counted = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`

/** Lists numbers of which only the first are given: `1, 2, …`. */
export const numberList = (first: readonly number[], count = first.length): string =>
  `${first.join(', ')}${count > first.length ? ', …' : ''}`

/** `row 1`, `rows 1, 2, …`; 1-based. */
export const rowList = (first: readonly number[], count?: number): string =>
  `${first.length === 1 ? 'row' : 'rows'} ${numberList(first, count)}`
