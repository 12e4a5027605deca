import { getFastComputedStyle } from './computed-style.ts'

/** What jsdom lacks of a browser, as far as the web asks for it. */

let width = 1280
const watchers = new Set<() => void>()

const limit = (query: string, name: string) => Number(new RegExp(`\\(${name}-width:\\s*(\\d+)`).exec(query)?.[1] ?? Number.NaN)

const matches = (query: string): boolean => {
  if (query.includes('prefers')) return false
  const [least, most] = [limit(query, 'min'), limit(query, 'max')]
  return !(width < least) && !(width > most) // a comparison with NaN is false
}

/** Makes the window this wide; media queries follow. */
export function resizeWindow(pixels: number): void {
  width = pixels
  for (const watcher of [...watchers]) watcher()
}

class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return []
  }
}

/**
 * jsdom would match every rule of antd to every element it is asked about, for a third of all the time these tests take. What
 * is hidden here is hidden by an attribute or by its own style.
 */
function leaveStyleSheetsUnread(): void {
  const create = Document.prototype.createElement
  document.createElement = function createElement(this: Document, name: string, options?: ElementCreationOptions) {
    const element = create.call(this, name, options)
    if (element instanceof HTMLStyleElement) element.type = 'text/unread'
    return element
  } as typeof document.createElement
}

/** Called once for each test file; the window is that of the worker and may have been through it before. */
export function stubBrowser(): void {
  leaveStyleSheetsUnread()
  Object.assign(window, {
    matchMedia: (query: string) => ({
      media: query,
      get matches() {
        return matches(query)
      },
      addEventListener: (_: string, listener: () => void) => watchers.add(listener),
      removeEventListener: (_: string, listener: () => void) => watchers.delete(listener),
      addListener: (listener: () => void) => watchers.add(listener),
      removeListener: (listener: () => void) => watchers.delete(listener),
      dispatchEvent: () => true,
    }),
    ResizeObserver: NoObserver,
    IntersectionObserver: NoObserver,
    scrollTo: () => undefined,
  })
  Element.prototype.scrollIntoView = () => undefined
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false
  }
  window.getComputedStyle = getFastComputedStyle
}
