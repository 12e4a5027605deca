import { createStore } from '#src/ui/store.ts'

export type ColorScheme = 'light' | 'dark'
export type SchemeChoice = ColorScheme | 'system'

/** Also the name of a cookie that lets the server render the right scheme before any script runs. */
const storageKey = 'color-scheme'
const aYearS = 31_536_000
const system = () => window.matchMedia('(prefers-color-scheme: dark)')

const readChoice = (): SchemeChoice => {
  const stored = localStorage.getItem(storageKey)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}
const resolve = (choice: SchemeChoice): ColorScheme => (choice === 'system' ? (system().matches ? 'dark' : 'light') : choice)

const choice = createStore<SchemeChoice>('system')
const scheme = createStore<ColorScheme>('light')

const apply = () => {
  scheme.set(resolve(choice.get()))
  document.documentElement.dataset.theme = scheme.get()
}

/** The user's choice; `system` follows the device. */
export const schemeChoice = {
  get: choice.get,
  subscribe: choice.subscribe,
  first: choice.first,
  set: (next: SchemeChoice): void => {
    if (next === 'system') localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, next)
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is absent from Safari and Firefox ESR
    document.cookie = `${storageKey}=${next}; Path=/; SameSite=Lax; Max-Age=${next === 'system' ? 0 : aYearS}`
    choice.set(next)
    apply()
  },
}
/** The scheme that is displayed. */
export const colorScheme = { get: scheme.get, subscribe: scheme.subscribe, first: scheme.first }

/** Applies the stored choice, then follows the device and other tabs. Called once by the entry module of the page. */
export function followColorScheme(): void {
  const readAndApply = () => {
    choice.set(readChoice())
    apply()
  }
  system().addEventListener('change', apply)
  window.addEventListener('storage', ({ key }) => key === storageKey && readAndApply())
  readAndApply()
}
