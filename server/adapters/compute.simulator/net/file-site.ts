import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { DiskEntry } from '#server/adapters/compute.simulator/disk/disk.ts'
import { DiskError } from '#server/adapters/compute.simulator/disk/disk-error.ts'
import { toAbsolutePath } from '#server/adapters/compute.simulator/disk/disk-path.ts'
import { type FileSite, renderFilePage, renderFolderPage, renderNotePage, renderWithBanners } from './file-pages.ts'

const contentTypes: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  gif: 'image/gif',
  htm: 'text/html; charset=utf-8',
  html: 'text/html; charset=utf-8',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  webp: 'image/webp',
}
const htmlContentType = 'text/html; charset=utf-8'
const iconSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="none" stroke="#e46e2e" stroke-width="2" d="M2 5c3-4 9-4 12 0M2 11c3 4 9 4 12 0"/></svg>'
const maxViewBytes = 512 * 1024
const statusByCode: Record<string, number> = { ENOENT: 404, ENOTDIR: 404, ENAMETOOLONG: 404, EINVAL: 400 }
/** Entry paths of JupyterLab; the simulated one has only a single page. */
const jupyterEntryPattern = /^\/(?:lab|tree)\/?$/

/** Answers HTTP with the files of an instance, read-only: `serve` sends them as they are, `jupyter` renders them. */
export function createFileSiteListener(site: FileSite): RequestListener {
  return (request, response) => {
    answerRequest(site, request, response).catch((error: unknown) => {
      const code = error instanceof DiskError ? (statusByCode[error.code] ?? 403) : 500
      const words = error instanceof DiskError ? error.message : '输入/输出错误'
      if (response.headersSent) response.destroy()
      else send(request, response, code, htmlContentType, renderNotePage(site, words))
    })
  }
}

async function answerRequest(site: FileSite, request: IncomingMessage, response: ServerResponse): Promise<void> {
  request.resume()
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD')
    return send(request, response, 405, htmlContentType, renderNotePage(site, '这里只能读取文件'))
  }
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://instance')
  if (site.listener.program === 'jupyter' && jupyterEntryPattern.test(pathname)) {
    return redirect(request, response, pathname.endsWith('/') ? '../' : './')
  }
  // Browsers request the icon by themselves; the real JupyterLab has its own.
  if (site.listener.program === 'jupyter' && pathname === '/favicon.ico')
    return send(request, response, 200, 'image/svg+xml', iconSvg)
  const below = toAbsolutePath('/', decodePath(pathname)) // resolved first, so that `..` stops at the served folder
  const path = toAbsolutePath('/', `${site.listener.folder}${below}`)
  const entry = await site.disk.stat(path)
  if (entry.directory && !pathname.endsWith('/')) return redirect(request, response, `./${encodeURIComponent(entry.name)}/`)
  if (entry.directory) return sendFolder(site, request, response, path, pathname)
  return sendFile(site, request, response, path, entry, searchParams.has('download'))
}

async function sendFolder(
  site: FileSite,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  pathname: string,
): Promise<void> {
  const entries = await site.disk.list(path)
  const index = site.listener.program === 'serve' && entries.find(({ name, directory }) => name === 'index.html' && !directory)
  if (index) return sendFile(site, request, response, toAbsolutePath(path, index.name), index, false)
  send(request, response, 200, htmlContentType, renderFolderPage(site, { path, entries, top: pathname === '/' }))
}

async function sendFile(
  site: FileSite,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  { name, size }: DiskEntry,
  download: boolean,
): Promise<void> {
  const bytes = await site.disk.read(path)
  const type = contentTypes[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'application/octet-stream'
  if (download) {
    response.setHeader('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    return send(request, response, 200, type, bytes)
  }
  if (site.listener.program === 'serve')
    return send(request, response, 200, type, type === htmlContentType ? renderWithBanners(site, bytes) : bytes)
  const text = size <= maxViewBytes && !bytes.includes(0) ? bytes.toString() : undefined
  send(request, response, 200, htmlContentType, renderFilePage(site, { path, size, text }))
}

function send(
  { method }: IncomingMessage,
  response: ServerResponse,
  status: number,
  type: string,
  body: string | Uint8Array,
): void {
  const bytes = Buffer.from(body as Uint8Array)
  response.writeHead(status, {
    'content-type': type,
    'content-length': bytes.length,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-zhisuan-simulated': '1',
  })
  response.end(method === 'HEAD' ? undefined : bytes)
}

/** Redirects with a relative location, so that it works behind any path prefix of a proxy. */
function redirect(request: IncomingMessage, response: ServerResponse, to: string): void {
  response.setHeader('location', to)
  send(request, response, 302, 'text/plain; charset=utf-8', '')
}

function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    throw new DiskError('EINVAL')
  }
}
