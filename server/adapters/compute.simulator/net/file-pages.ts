import type { DiskEntry, SimulatedDisk } from '#server/adapters/compute.simulator/disk/disk.ts'
import { toChinaTime } from '#server/adapters/compute.simulator/shell/commands/clock.ts'
import type { PortListener } from './listeners.ts'

export interface FileSite {
  listener: PortListener
  disk: SimulatedDisk
  hostname: string
}

const pageStyle = `:root{color-scheme:light dark;font:16px/1.6 system-ui,sans-serif}body{margin:0}
header,footer,main{padding:.75rem 1rem;max-width:64rem;margin:auto}header{border-bottom:1px solid GrayText}
footer{border-top:1px solid GrayText;font-size:.875rem}h1{font-size:1.25rem;margin:0}
h2{font-size:1.125rem;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.25rem .5rem .25rem 0;vertical-align:top}
td:first-child{overflow-wrap:anywhere}th,td:nth-child(2){white-space:nowrap}pre{overflow:auto;border:1px solid GrayText;padding:.75rem}`

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign]!)

const titles = { serve: '模拟 HTTP 服务', jupyter: '模拟 JupyterLab' } as const
const originNotes = {
  serve: '由模拟实例的 serve 命令提供，文件来自实例的磁盘，没有真实的程序在运行。',
  jupyter: '这是模拟实例的文件页面，不是真正的 JupyterLab：只能浏览、查看和下载文件，不能运行代码。',
} as const

const renderHeader = ({ listener, hostname }: FileSite) =>
  `<header role="banner"><h1>${titles[listener.program]}</h1><div>实例 ${escapeHtml(hostname)} · 端口 ${listener.port}</div></header>`
const renderFooter = ({ listener }: FileSite) => `<footer role="contentinfo">${originNotes[listener.program]}</footer>`

function renderPage(site: FileSite, title: string, body: string): string {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)} · ${titles[site.listener.program]}</title><style>${pageStyle}</style>`
  return `<!doctype html><html lang="zh-CN"><head>${head}</head><body>${renderHeader(site)}<main>${body}</main>${renderFooter(site)}</body></html>`
}

export const renderNotePage = (site: FileSite, words: string): string => renderPage(site, words, `<p>${escapeHtml(words)}</p>`)

/** Adds our header and footer to a user's own page. */
export const renderWithBanners = (site: FileSite, bytes: Uint8Array): string =>
  `${renderHeader(site)}${Buffer.from(bytes).toString()}${renderFooter(site)}`

/** Renders a folder with relative links only. `top`: the folder has no parent to link to. */
export function renderFolderPage(
  site: FileSite,
  { path, entries, top }: { path: string; entries: readonly DiskEntry[]; top: boolean },
): string {
  const up = top ? '' : '<p><a href="../">上一级</a></p>'
  const rows = [...entries].sort((a, b) => Number(b.directory) - Number(a.directory)).map((entry) => renderRow(site, entry))
  const table = `<table><thead><tr><th>名称</th><th>大小</th><th>修改时间</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
  return renderPage(site, path, `<h2>${escapeHtml(path)}</h2>${up}${rows.length > 0 ? table : '<p>这个文件夹是空的。</p>'}`)
}

function renderRow({ listener }: FileSite, { name, directory, size, changed }: DiskEntry): string {
  const link = `./${encodeURIComponent(name)}${directory ? '/' : ''}`
  const download = directory || listener.program === 'serve' ? '' : ` <a href="${link}?download=1">下载</a>`
  const { date, time } = toChinaTime(changed)
  return `<tr><td><a href="${link}">${escapeHtml(name)}${directory ? '/' : ''}</a>${download}</td><td>${directory ? '' : formatBytes(size)}</td><td>${date} ${time}</td></tr>`
}

/** Renders a file. `text` is undefined if the file is not text or too long to show. */
export function renderFilePage(
  site: FileSite,
  { path, size, text }: { path: string; size: number; text: string | undefined },
): string {
  const links = '<p><a href="./">返回文件夹</a> <a href="?download=1">下载</a></p>'
  const body = text === undefined ? '<p>这不是文本文件，或者太大，请下载后查看。</p>' : `<pre>${escapeHtml(text)}</pre>`
  return renderPage(site, path, `<h2>${escapeHtml(path)}</h2><p>${formatBytes(size)}</p>${links}${body}`)
}

const formatBytes = (size: number): string => (size < 1024 ? `${size} B` : `${(size / 1024).toFixed(1)} KiB`)
