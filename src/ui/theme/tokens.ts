/** All colours, sizes and durations of the product; source of `tokens.css` (site, `src/ui`) and `antd-theme.ts` (console). */

export interface ColorPalette {
  page: string
  surface: string
  sunken: string
  line: string
  /** Borders of controls, with 3:1 contrast on the surface. */
  'line-strong': string
  text: string
  'text-2': string
  'text-3': string
  primary: string
  'primary-hover': string
  'primary-soft': string
  'on-primary': string
  price: string
  'price-soft': string
  'on-price': string
  success: string
  'success-soft': string
  warning: string
  'warning-soft': string
  danger: string
  'danger-hover': string
  'danger-soft': string
  'on-danger': string
  /** Ink sections of the site use the same colours in both schemes. */
  ink: string
  'ink-2': string
  'ink-line': string
  'on-ink': string
  'on-ink-2': string
  'ink-accent': string
  'ink-price': string
  /** Lit and unlit cells of the die. */
  'die-on': string
  'die-off': string
  mask: string
  'chart-1': string
  'chart-2': string
  'chart-3': string
  'chart-4': string
  'chart-5': string
  'chart-6': string
}

const ink = {
  ink: '#0B1018',
  'ink-2': '#121926',
  'ink-line': '#27324A',
  'on-ink': '#E6EAF2',
  'on-ink-2': '#A9B4C6',
  'ink-accent': '#7DA2FF',
  'ink-price': '#FFA366',
}

export const lightPalette: ColorPalette = {
  page: '#F5F7FA',
  surface: '#FFFFFF',
  sunken: '#EDF1F7',
  line: '#DDE3EC',
  'line-strong': '#8592A6',
  text: '#0F172A',
  'text-2': '#475467',
  'text-3': '#5F6B80',
  primary: '#1D4ED8',
  'primary-hover': '#1E40AF',
  'primary-soft': '#EBF1FD',
  'on-primary': '#FFFFFF',
  price: '#C2410C',
  'price-soft': '#FDF0E8',
  'on-price': '#FFFFFF',
  success: '#047857',
  'success-soft': '#E6F4EF',
  warning: '#A15C07',
  'warning-soft': '#FBF2E3',
  danger: '#C81E1E',
  'danger-hover': '#A61818',
  'danger-soft': '#FCEBEB',
  'on-danger': '#FFFFFF',
  ...ink,
  'die-on': '#1D4ED8',
  'die-off': '#DDE3EC',
  mask: 'rgb(15 23 42 / 45%)',
  'chart-1': '#1D4ED8',
  'chart-2': '#D9480F',
  'chart-3': '#0B8A6A',
  'chart-4': '#9C36B5',
  'chart-5': '#B7791F',
  'chart-6': '#0C8599',
}

export const darkPalette: ColorPalette = {
  page: '#0B1018',
  surface: '#121926',
  sunken: '#1A2333',
  line: '#27324A',
  'line-strong': '#66748C',
  text: '#E6EAF2',
  'text-2': '#A9B4C6',
  'text-3': '#8A96AB',
  primary: '#7DA2FF',
  'primary-hover': '#A3BEFF',
  'primary-soft': '#1B2947',
  'on-primary': '#0B1018',
  price: '#FFA366',
  'price-soft': '#33231A',
  'on-price': '#0B1018',
  success: '#4ADE9F',
  'success-soft': '#132C29',
  warning: '#F5B84D',
  'warning-soft': '#312818',
  danger: '#FF8A80',
  'danger-hover': '#FFB0A8',
  'danger-soft': '#351F26',
  'on-danger': '#0B1018',
  ...ink,
  'die-on': '#7DA2FF',
  'die-off': '#27324A',
  mask: 'rgb(0 0 0 / 60%)',
  'chart-1': '#7DA2FF',
  'chart-2': '#FF9F5A',
  'chart-3': '#45D6A8',
  'chart-4': '#DA8CF0',
  'chart-5': '#F2C14E',
  'chart-6': '#5CC8DB',
}

export const fonts = {
  sans: '"PingFang SC", "HarmonyOS Sans SC", "Microsoft YaHei", "Noto Sans SC", sans-serif',
  mono: 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "Noto Sans Mono", monospace',
}

/** Pixels. */
export const textSizes = [12, 14, 16, 20, 24, 32, 40, 56] as const
export const spaces = [4, 8, 12, 16, 24, 32, 48, 64, 96] as const
export const radii = { control: 6, card: 10, block: 16 } as const
export const widths = { site: 1240, content: 1440, page: 1176, side: 340, form: 720, sider: 220, 'sider-folded': 64 } as const
export const heights = { header: 56, control: 34 } as const
export const weights = { regular: 400, medium: 500, strong: 600 } as const
/** Milliseconds. */
export const durations = { fast: 120, slow: 200 } as const

export const shadows = {
  light: { float: '0 8px 28px rgb(15 23 42 / 14%), 0 2px 6px rgb(15 23 42 / 8%)' },
  dark: { float: '0 8px 28px rgb(0 0 0 / 55%), 0 0 0 1px #27324A' },
} as const

/** Below `phone`, lists become cards and the sider a drawer. */
export const breakpoints = { phone: 768, desk: 1024 } as const
