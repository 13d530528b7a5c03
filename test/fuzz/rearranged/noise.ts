import type { Noise } from './spec.ts'

/** Titles in the style of one program or author. */
export function withNoise(title: string, noise: Noise): string {
  if (title === '') return ''
  switch (noise) {
    case 'none':
      return title
    case 'upper':
      return title.toUpperCase()
    case 'lower':
      return title.toLowerCase()
    case 'quotes':
      return `"${title}"`
    case 'star':
      return `${title}*`
    case 'colon':
      return `${title}:`
    case 'underscores':
      return title.replace(/[ \n]+/g, '_')
    case 'hard spaces':
      return title.replaceAll(' ', '\u00a0')
    case 'line breaks':
      return title.replaceAll(' ', '\n')
    case 'double spaces':
      return title.replaceAll(' ', '  ')
    case 'spaces around':
      return ` ${title} `
    case 'numbered':
      return `${(title.length % 8) + 1}. ${title}`
  }
}
