import { join } from 'node:path'
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import type { AuthTokens } from '#contract/auth.ts'
import { findOrInstallChromium } from '../../scripts/test/chromium.ts'

/** A phone some years old on a weak mobile network: 1.6 Mbit/s down, 150 ms a request, and a quarter of this CPU. */
const network = { offline: false, downloadThroughput: 200_000, uploadThroughput: 93_750, latency: 150 }
const cpuSlowdown = 4
/** After this long without a request or a larger paint the page is idle. */
const restMs = 1_500
const giveUpMs = 60_000

export interface WebVitals {
  /** Milliseconds. */
  fcp: number
  lcp: number
  cls: number
  /** When what `content` matches was first painted, and how long tasks blocked the main thread until then; 0 without `content`. */
  content: number
  blocked: number
  /** KiB over the wire until the page is idle. */
  js: number
  total: number
  requests: number
}

type Noted = Pick<WebVitals, 'fcp' | 'lcp' | 'cls' | 'content' | 'blocked'>

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: findOrInstallChromium() ?? '', args: ['--no-sandbox', '--disable-gpu'] })

function countBytes(session: CDPSession) {
  const types = new Map<string, string>()
  const bytes = { js: 0, total: 0, requests: 0 }
  session.on('Network.requestWillBeSent', ({ requestId, type = '' }) => {
    types.set(requestId, type)
    bytes.requests += 1
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes.total += encodedDataLength / 1024
    if (types.get(requestId) === 'Script') bytes.js += encodedDataLength / 1024
  })
  return bytes
}

const notedOf = (page: Page) => page.evaluate(() => (window as unknown as { noted: Noted }).noted)

/** One cold visit on the slow phone, with `token` as somebody who has signed in before. */
export async function measureWebVitals(browser: Browser, url: string, token?: AuthTokens, content = ''): Promise<WebVitals> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN' })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', network)
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
    const bytes = countBytes(session)
    if (token)
      await page.addInitScript((kept) => {
        localStorage.setItem('token', JSON.stringify(kept))
        localStorage.setItem('access_token', kept.access)
      }, token)
    await page.addInitScript((selector) => Object.assign(window, { contentSelector: selector }), content)
    await page.addInitScript({ path: join(import.meta.dirname, 'web-vitals.page.js') })
    await page.goto(url, { timeout: giveUpMs })
    let seen = ''
    for (const until = Date.now() + giveUpMs; Date.now() < until; ) {
      const now = JSON.stringify([bytes, await notedOf(page)])
      if (now === seen) break
      seen = now
      await page.waitForTimeout(restMs)
    }
    const noted = await notedOf(page)
    if (content && noted.content === 0) throw new Error(`${url} has no ${content}`)
    if (noted.lcp === 0) throw new Error(`${url} painted nothing`)
    return { ...noted, ...bytes }
  } finally {
    await context.close()
  }
}
