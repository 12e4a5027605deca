import { toApiUrl } from './api-host.ts'

/** Lets the browser download a signed URL directly, so that the file does not pass through the page's memory. */
export function startDownload(url: string): void {
  const link = document.createElement('a')
  link.href = toApiUrl(url)
  link.download = '' // the server sets the file name
  link.rel = 'noreferrer'
  document.body.append(link)
  link.click()
  link.remove()
}
