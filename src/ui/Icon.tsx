import type { SVGProps } from 'react'

/** 16 × 16, drawn with one 1.5 px stroke. Paths that must be filled are marked by `fill`. */
const shapes = {
  check: <path d="M3 8.5 6.5 12 13 4.5" />,
  close: <path d="m4 4 8 8m0-8-8 8" />,
  copy: <path d="M5.5 5.5h7v8h-7zM3.5 10.5v-8h7" />,
  download: <path d="M8 2.5v7.5m0 0L5 7m3 3 3-3M3 13.5h10" />,
  play: <path d="M5 3.5v9l7.5-4.5z" fill="currentColor" />,
  pause: <path d="M5.5 3.5v9m5-9v9" />,
  arrow_up: <path d="M8 13V3.5M4 7.3l4-4 4 4" />,
  chat: <path d="M2.5 3h11v8H8l-3 2.7V11H2.5zM5.3 6h5.4M5.3 8.2h3.4" />,
  power: <path d="M8 2.5v5M4.7 4.6a4.8 4.8 0 1 0 6.6 0" />,
  moon: <path d="M13 9.6A5.5 5.5 0 0 1 6.4 3a5.5 5.5 0 1 0 6.6 6.6z" />,
  sun: (
    <path d="M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6zM8 1.5v1.2m0 10.6v1.2M1.5 8h1.2m10.6 0h1.2M3.4 3.4l.9.9m7.4 7.4.9.9m0-9.2-.9.9m-7.4 7.4-.9.9" />
  ),
  display: <path d="M2 3h12v8H2zM6 13.5h4" />,
  loading: <path d="M8 2a6 6 0 1 0 6 6" />,
  trash: <path d="M2.5 4.5h11M6 4.5v-2h4v2m-5.8 0 .6 9h6.4l.6-9M6.7 7v4m2.6-4v4" />,
  save: <path d="M2.5 2.5h8.6l2.4 2.4v8.6h-11zM5 2.5v3.6h5V2.5M5 13.5V9.3h6v4.2" />,
  move: <path d="M2.5 5.5h9m0 0L9 3m2.5 2.5L9 8M13.5 10.5h-9m0 0L7 8m-2.5 2.5L7 13" />,
  warning: <path d="M8 2.3 14.2 13H1.8zM8 6.4v3.2m0 1.6v.2" />,
  info: <path d="M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8zm0 5.4v4M8 4.8v.2" />,
  chart: <path d="M2.5 13.5h11M4.5 11V8M8 11V3.5M11.5 11V6" />,
  sliders: <path d="M2.5 5h6.5m3 0h1.5M2.5 11H4m3 0h6.5M10.5 3.2v3.6M5.5 9.2v3.6" />,
  refresh: <path d="M13.3 8A5.3 5.3 0 1 1 11.6 4.1M13.5 2v3h-3" />,
  search: <path d="M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zm3.3 7.8 3.5 3.5" />,
  menu: <path d="M2.5 4h11m-11 4h11m-11 4h11" />,
  fold: <path d="M2.5 3.5h11m-11 9h11M7 8h6.5M2.5 8l2.5-2v4z" />,
  unfold: <path d="M2.5 3.5h11m-11 9h11M2.5 8H9m4.5 0L11 6v4z" />,
  more: <path d="M3.5 8h.01M8 8h.01M12.5 8h.01" strokeWidth="2.2" />,
  plus: <path d="M8 3v10M3 8h10" />,
  chevron: <path d="m6 3.5 4.5 4.5L6 12.5" />,
  key: <path d="M10.6 2.4a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM8.3 7.6 2.5 13.4m2-2 1.8 1.8" />,
  gauge: <path d="M2.5 12a6 6 0 1 1 11 0M8 9.5l2.8-3.6" />,
  external: <path d="M6.5 3.5h-4v10h10v-4M9.5 2.5h4v4m0-4-6 6" />,
  bell: <path d="M4 11V7a4 4 0 0 1 8 0v4l1 1.5H3zM6.7 14.3h2.6" />,
  user: <path d="M8 2.5a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6zM2.8 13.7c.5-2.6 2.6-3.9 5.2-3.9s4.7 1.3 5.2 3.9" />,
  rows: <path d="M2.5 3.5h11m-11 3h11m-11 3h11m-11 3h11" />,
  wallet: <path d="M2.5 4.5h10a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1h-10zm0 0v-1a1 1 0 0 1 1-1H11v2m2.5 3h-2.7a1.5 1.5 0 0 0 0 3h2.7" />,
  ledger: <path d="M3 2.5h10v11H3zm2.8 0v11M8 6h2.8M8 9h2.8" />,
  receipt: <path d="M3.5 2.5h9v11.2L11 12.6l-1.5 1.1L8 12.6l-1.5 1.1L5 12.6l-1.5 1.1zM6 6h4M6 9h4" />,
  id_card: (
    <path d="M2 3.5h12v9H2zm3.8 2.3a1.3 1.3 0 1 0 0 2.6 1.3 1.3 0 0 0 0-2.6zM3.8 11c.3-1 1.1-1.4 2-1.4s1.7.4 2 1.4M10 6.9h2.2M10 9.3h2.2" />
  ),
  shield: <path d="M8 1.8 13 3.6v4.2c0 3-2 5.2-5 6.4-3-1.2-5-3.4-5-6.4V3.6zM5.6 7.9l1.7 1.7 3.1-3.3" />,
  coupon: <path d="M2 3.8h12v2.7a1.5 1.5 0 0 0 0 3v2.7H2V9.5a1.5 1.5 0 0 0 0-3zM6.3 6v4" />,
  clock: <path d="M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8zm0 2.7V8l2.3 1.6" />,
  undo: <path d="M5.5 3 2.5 6l3 3m-3-3h7a4 4 0 0 1 0 8H6" />,
  terminal: <path d="M2 3h12v10H2zM4.5 6l2.2 2-2.2 2M8.5 10H11" />,
  chip: <path d="M4 4h8v8H4zM6.5 6.5h3v3h-3zM6 1.8V4m4-2.2V4M6 12v2.2m4-2.2v2.2M1.8 6H4m-2.2 4H4m8-4h2.2M12 10h2.2" />,
  edit: <path d="m10.7 2.8 2.5 2.5-7.6 7.6-3.1.6.6-3.1zM9.2 4.3l2.5 2.5" />,
  expand: <path d="M9.5 2.5h4v4m0-4-4.3 4.3M6.5 13.5h-4v-4m0 4 4.3-4.3" />,
  shrink: <path d="M13.5 6.5h-4v-4m0 4 4.3-4.3M2.5 9.5h4v4m0-4-4.3 4.3" />,
  users: (
    <path d="M6 2.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM1.5 13.5c0-2.5 2-4 4.5-4s4.5 1.5 4.5 4M10.5 2.8a2.3 2.3 0 0 1 0 4.4m1.7 2.6c1.5.5 2.3 1.8 2.3 3.7" />
  ),
  gift: (
    <path d="M2 5.5h12v3H2zM3 8.5v5h10v-5M8 5.5v8M8 5.5C6 5.5 4.5 5 4.5 3.6 4.5 2 7 1.8 8 5.5zm0 0c2 0 3.5-.5 3.5-1.9C11.5 2 9 1.8 8 5.5z" />
  ),
  mail: <path d="M2 3.5h12v9H2zM2.3 4 8 8.7 13.7 4" />,
  layers: <path d="m8 2.2 6 3-6 3-6-3zM2 8l6 3 6-3M2 10.8l6 3 6-3" />,
  star: <path d="m8 2 1.8 3.7 4.1.6-3 2.9.7 4.1L8 11.4l-3.6 1.9.7-4.1-3-2.9 4.1-.6z" />,
  folder: <path d="M2 4.2V13h12V5.2H8L6.6 3H2z" />,
  file: <path d="M9.5 2h-6v12h9V5zM9.5 2v3h3" />,
  upload: <path d="M8 10V2.5m0 0L5 5.5m3-3 3 3M3 13.5h10" />,
  archive: <path d="M2.5 2.5h11V6h-11zM3.5 6v7.5h9V6M6.5 8.7h3" />,
  eye: <path d="M1.5 8S4 3.8 8 3.8 14.5 8 14.5 8 12 12.2 8 12.2 1.5 8 1.5 8zM8 6.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6z" />,
  eye_off: (
    <path d="M3.6 5.4A12 12 0 0 0 1.5 8S4 12.2 8 12.2c1 0 1.8-.2 2.6-.6M6.3 4c.5-.1 1.1-.2 1.7-.2 4 0 6.5 4.2 6.5 4.2s-.6 1-1.6 2M2.5 2.5l11 11" />
  ),
  disk: <path d="M2 9.5h12v4H2zm0 0 2-6.5h8l2 6.5M11.2 11.5h.1" />,
} as const

export type IconName = keyof typeof shapes

/** A decorative icon in the colour and size of the text beside it; give `label` when it stands alone. */
export function Icon({ name, label, ...props }: { name: IconName; label?: string } & Omit<SVGProps<SVGSVGElement>, 'name'>) {
  return (
    <svg
      viewBox="0 0 16 16"
      width="1em"
      height="1em"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      role={label ? 'img' : 'presentation'}
      aria-hidden={!label}
      aria-label={label}
      {...props}
    >
      {shapes[name]}
    </svg>
  )
}
