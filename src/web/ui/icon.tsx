/** Line icons on a grid of 24. Decorative: the text or label next to them has the meaning. */
const PATHS = {
  account: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7 8c.6-3.4 3.4-5.5 7-5.5s6.400 2.100 7 5.500',
  logout:
    'M14 4H6.500A1.500 1.500 0 0 0 5 5.500v13A1.500 1.500 0 0 0 6.500 20H14M10 12h10m-3.500-3.500L20 12l-3.500 3.500',
  swap: 'M4 8h14m-3.500-3.500L18 8l-3.500 3.500M20 16H6m3.500-3.500L6 16l3.500 3.500',
  copy: 'M9 9h10v11H9zM15 9V4H5v11h4',
  upload: 'M12 16V5m-4 4 4-4 4 4M5 16v3h14v-3',
  download: 'M12 5v11m-4-4 4 4 4-4M5 19h14',
  share: 'M12 15V4m-4 4 4-4 4 4M5 12v8h14v-8',
  close: 'M6 6l12 12M18 6 6 18',
  menu: 'M4 7h16M4 12h16M4 17h16',
  check: 'm5 12.500 4.500 4.500L19 7.500',
  cross: 'M7 7l10 10M17 7 7 17',
  dash: 'M6 12h12',
  sum: 'M17 6H7l6 6-6 6h10',
  equals: 'M6 9.500h12M6 14.500h12',
  up: 'M12 19V6m-5.500 5L12 5.500 17.500 11',
  down: 'M12 5v13m-5.500-5 5.500 5.500 5.500-5.500',
  chevron: 'm6 9.500 6 6 6-6',
  external: 'M14 5h5v5m0-5-8 8M10 6H5v13h13v-5',
  trash: 'M5 7h14M10 7V4.500h4V7m-7.500 0 .8 12.500h9.400L17.500 7',
  file: 'M7 3.500h7l4 4V20.500H7zM14 3.500v4h4',
  warning: 'M12 4 3 19.500h18L12 4Zm0 6v4.500m0 2.200v.3',
  token: 'M12 20.500a8.500 8.500 0 1 0 0-17 8.500 8.500 0 0 0 0 17ZM9 9h6m-3 0v7',
  link: 'M10 14a4 4 0 0 0 5.700 0l3.100-3.100a4 4 0 0 0-5.700-5.700L12 6.300M14 10a4 4 0 0 0-5.700 0l-3.100 3.100a4 4 0 0 0 5.700 5.700L12 17.700',
  offline:
    'M4 4l16 16M3 9.500a13 13 0 0 1 4.500-2.800M11 5.600a13 13 0 0 1 10 3.900M6.500 13a8 8 0 0 1 4-2.300M15 11.300a8 8 0 0 1 2.500 1.700M10 16.500a3 3 0 0 1 4 0M12 19.500v.1',
  undo: 'M9 7 4.500 11.500 9 16M5 11.500h9a5 5 0 0 1 0 10h-2',
  next: 'M5 5l7 7-7 7M12 5l7 7-7 7',
  question:
    'M12 20.500a8.500 8.500 0 1 0 0-17 8.500 8.500 0 0 0 0 17ZM9.700 9.700a2.400 2.400 0 1 1 3.400 2.200c-.7.3-1.100.8-1.100 1.500m0 2.800v.1',
  plus: 'M12 5.500v13M5.500 12h13',
  show: 'M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12Zm9.500 3a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  hide: 'M4 4l16 16M9.900 6a8.600 8.600 0 0 1 2.100-.5c6 0 9.500 6.500 9.500 6.500a15 15 0 0 1-2.800 3.400M6.500 7.800A14.500 14.500 0 0 0 2.500 12s3.500 6.500 9.500 6.500a9 9 0 0 0 3.900-.9M9.900 9.900a3 3 0 0 0 4.200 4.200',
  more: 'M4.500 12a.7.7 0 1 0 1.400 0 .7.7 0 1 0-1.400 0m6.800 0a.7.7 0 1 0 1.400 0 .7.7 0 1 0-1.400 0m6.800 0a.7.7 0 1 0 1.400 0 .7.7 0 1 0-1.400 0',
  columns: 'M4 5h16v14H4zM9.500 5v14M14.500 5v14',
} as const

export type IconName = keyof typeof PATHS

export function Icon({ name, className = 'size-5' }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className={`shrink-0 ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}

/** The marker of a `<details className="group">`: turns when it is open. */
export function DetailsChevron({ className = 'size-5' }: { className?: string }) {
  return (
    <Icon
      name="chevron"
      className={`text-muted transition-transform group-open:rotate-180 motion-reduce:transition-none ${className}`}
    />
  )
}
