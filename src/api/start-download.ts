import { toApiUrl } from './api-host.ts'

/** Lets the browser save what a signed address gives: nothing passes through the page's memory. */
export function startDownload(url: string): void {
  const link = document.createElement('a')
  link.href = toApiUrl(url)
  link.download = '' // the server names it
  link.rel = 'noreferrer'
  document.body.append(link)
  link.click()
  link.remove()
}
