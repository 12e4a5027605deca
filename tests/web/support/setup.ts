import { inspect } from 'node:util'
import '@testing-library/jest-dom/vitest'
import { configure } from '@testing-library/dom'
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { session } from '#src/session/session.ts'
import { installBrowser, resizeTo } from './browser.ts'

installBrowser()
session.followOtherTabs()
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
  resizeTo(1280)
  window.history.replaceState(null, '', '/')
  expect(said).toEqual([])
})
