import { createStore } from '#src/ui/store.ts'

export type Scheme = 'light' | 'dark'
export type SchemeChoice = Scheme | 'system'

/** Also the name of a cookie, by which the server paints the page in the right scheme before any script has run. */
const storage_key = 'color-scheme'
const a_year_s = 31_536_000
const system = () => window.matchMedia('(prefers-color-scheme: dark)')

const readChoice = (): SchemeChoice => {
  const stored = localStorage.getItem(storage_key)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}
const resolve = (choice: SchemeChoice): Scheme => (choice === 'system' ? (system().matches ? 'dark' : 'light') : choice)

const choice = createStore<SchemeChoice>('system')
const scheme = createStore<Scheme>('light')

const apply = () => {
  scheme.set(resolve(choice.get()))
  document.documentElement.dataset.theme = scheme.get()
}

/** What the person chose; `system` follows the device. */
export const scheme_choice = {
  get: choice.get,
  subscribe: choice.subscribe,
  first: choice.first,
  set: (next: SchemeChoice): void => {
    if (next === 'system') localStorage.removeItem(storage_key)
    else localStorage.setItem(storage_key, next)
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is absent from Safari and Firefox ESR
    document.cookie = `${storage_key}=${next}; Path=/; SameSite=Lax; Max-Age=${next === 'system' ? 0 : a_year_s}`
    choice.set(next)
    apply()
  },
}
/** What is drawn. */
export const color_scheme = { get: scheme.get, subscribe: scheme.subscribe, first: scheme.first }

/** Takes up what was chosen, and follows the device and the other tabs from then on. Called once, by the page's entry. */
export function followColorScheme(): void {
  const readAndApply = () => {
    choice.set(readChoice())
    apply()
  }
  system().addEventListener('change', apply)
  window.addEventListener('storage', ({ key }) => key === storage_key && readAndApply())
  readAndApply()
}
