import puppeteer from 'puppeteer-core'
import { findInstalledFirefox } from '../../scripts/test/firefox.ts'
import { type OtherBrowser, hangsAfterMs as timeout } from './other-browser.ts'
import { walkPages } from './walk.ts'

const executablePath = findInstalledFirefox()
/** Who leaves a page breaks off what it is still loading ahead, and Firefox tells the page. */
const expectedNoise = /error loading dynamically imported module|ChunkError: code did not load/

async function openFirefox(home: string): Promise<OtherBrowser> {
  // A home and a profile of its own: root has none that a Firefox would take.
  const own = { ...process.env, HOME: home, MOZ_HEADLESS: '1' }
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: executablePath!,
    headless: true,
    env: own,
    timeout,
  })
  const page = await browser.newPage()
  const errors: string[] = []
  page.setDefaultTimeout(timeout)
  // An error itself is not told, only that there is one.
  await page.evaluateOnNewDocument(() => {
    const say = console.error
    console.error = (...words: unknown[]) => say(words.map(String).join(' '))
  })
  page.on('console', (said) => {
    if (said.type() === 'error' && !expectedNoise.test(said.text())) errors.push(said.text())
  })
  page.on('pageerror', (error) => errors.push(String(error)))
  return {
    async goto(url, screen) {
      await page.setViewport(screen)
      await page.goto(url)
    },
    run: (work, ...args) => page.evaluate(work, ...args) as Promise<Awaited<ReturnType<typeof work>>>,
    // What is given up when one leaves would be told of as an error.
    waitUntilQuiet: () => page.waitForNetworkIdle({ idleTime: 300, concurrency: 1 }),
    fill: (selector, text) => page.locator(selector).fill(text),
    pressEnter: () => page.keyboard.press('Enter'),
    takeErrors: async () => errors.splice(0),
    close: () => browser.close(),
  }
}

walkPages('Firefox', executablePath !== undefined, openFirefox)
