import { inspect } from 'node:util'
import '@testing-library/jest-dom/vitest'
import { configure } from '@testing-library/dom'
import { cleanup } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'
import { session } from '#src/session/session.ts'
import { resizeWindow, stubBrowser } from './browser.ts'
import { disableAntdStyles } from './no-styles.ts'

/** As the page's entry does; the answer stops it. */
function followOtherTabs(): () => void {
  const listen = vi.spyOn(window, 'addEventListener')
  session.followOtherTabs()
  const calls = [...listen.mock.calls]
  listen.mockRestore()
  return () => {
    for (const [type, listener] of calls) window.removeEventListener(type, listener)
  }
}

stubBrowser()
disableAntdStyles()
const stopFollowing = followOtherTabs()
configure({
  asyncUtilTimeout: 30_000, // only ends what hangs: a machine may be ten times as slow for minutes
  // without a print of the whole document, made for each query that has to ask again
  getElementError: (message) => Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' }),
})

/** A test that leaves an error or a warning on the console has found a fault. */
let said: string[] = []
const hear = (...words: unknown[]) => {
  said.push(words.map((word) => (typeof word === 'string' ? word : inspect(word))).join(' '))
}
beforeEach(() => {
  said = []
  vi.spyOn(console, 'error').mockImplementation(hear)
  vi.spyOn(console, 'warn').mockImplementation(hear)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  localStorage.clear()
  resizeWindow(1280)
  window.history.replaceState(null, '', '/')
  expect(said).toEqual([])
})

/**
 * The window outlives the file and serves the next one in this worker. The modules of the product and of the tests are read anew
 * for it, from memory, so nothing they keep is left; only the libraries in node_modules stay.
 */
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  stopFollowing()
  sessionStorage.clear()
  for (const cookie of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store
    document.cookie = `${cookie.split('=')[0]}=; Path=/; Max-Age=0`
  }
  document.title = ''
  for (const element of [document.documentElement, document.body]) {
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
  }
  document.body.replaceChildren()
  Reflect.deleteProperty(navigator, 'clipboard')
  Reflect.deleteProperty(document, 'hidden')
  vi.resetModules()
})
